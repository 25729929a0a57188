import { Button, Group, List, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useErasePerson, type DeletionRequest } from '@/api/providerPeople';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

interface Props {
  person: DeletionRequest;
  onClose: () => void;
}

/** Removing an account cannot be undone: whoever does it types the name of whose it is. */
export function EraseDialog({ person: { id, name }, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending } = useErasePerson(id);
  const same = typed.trim().toLocaleLowerCase('fi') === name.toLocaleLowerCase('fi');
  const erase = () => {
    if (isPending || !same) return;
    mutate(undefined, {
      onSuccess: () => notifyText('success', m.providerpeople_deletion_done()),
      onError: tellProblem,
      onSettled: onClose,
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.providerpeople_deletion_question({ name })}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          erase();
        }}
      >
        <Stack gap="md">
          <List spacing="xs">
            <List.Item>{m.providerpeople_deletion_removed()}</List.Item>
            <List.Item>{m.providerpeople_deletion_kept()}</List.Item>
            <List.Item>{m.providerpeople_deletion_settled()}</List.Item>
          </List>
          <TextInput
            label={m.providerpeople_deletion_type_name({ name })}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit" color="red" loading={isPending} disabled={!same}>
              {m.providerpeople_deletion_erase()}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
