import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useSaveTemplate } from '@/api/templates';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { rowBodyOf, type DraftRow } from '../draft/draft';

const LONGEST_NAME = 200;

/** Asks for the name under which a row is kept for later bills. */
export function SaveTemplateDialog({ row, onClose }: { row: DraftRow; onClose: () => void }) {
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState(row.destination.slice(0, LONGEST_NAME));
  const [tried, setTried] = useState(false);
  const saving = useSaveTemplate();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    const { alv, alvPrice, hourlyprice, billableWorkHours } = rowBodyOf(row);
    saving.mutate(
      {
        id,
        body: {
          kind: 'ROW',
          name: name.trim(),
          showInResult: true,
          row: {
            type: row.type,
            destination: row.destination,
            alv: alv ?? null,
            alvPrice: alvPrice ?? null,
            hourlyprice: hourlyprice ?? null,
            billableWorkHours: billableWorkHours ?? null,
          },
        },
      },
      {
        onSuccess: () => {
          notifyText('success', m.invoice_template_saved());
          onClose();
        },
        onError: tellProblem,
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.invoice_template_title()}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      <form onSubmit={save} noValidate>
        <Stack>
          <Text>{m.invoice_template_body()}</Text>
          <TextInput
            label={m.invoice_template_name()}
            data-autofocus
            maxLength={LONGEST_NAME}
            value={name}
            error={tried && name.trim() === '' ? textOf('validation.required') : undefined}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {m.invoice_template_save()}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
