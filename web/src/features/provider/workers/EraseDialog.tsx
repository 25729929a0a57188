import { Button, List, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useErasePerson, type DeletionRequest } from '@/api/providerPeople';
import { DialogButtons } from '@/components/DialogButtons';
import { AppModal } from '@/components/AppModal';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

interface Props {
  person: DeletionRequest;
  onClose: () => void;
}

/** Erasing an account cannot be undone, so the name of its owner must be typed. */
export function EraseDialog({ person: { id, name }, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending } = useErasePerson(id);
  const same = typed.trim().toLocaleLowerCase('fi') === name.toLocaleLowerCase('fi');
  const erase = () => {
    if (isPending || !same) return;
    mutate(undefined, {
      onSuccess: () => {
        notifyText('success', m.providerpeople_deletion_done());
        onClose();
      },
      onError: tellProblem,
    });
  };
  return (
    <AppModal opened onClose={onClose} title={m.providerpeople_deletion_question({ name })}>
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
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit" color="red" loading={isPending} disabled={!same}>
              {m.providerpeople_deletion_erase()}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </AppModal>
  );
}
