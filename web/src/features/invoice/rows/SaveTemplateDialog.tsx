import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSaveTemplate } from '@/api/templates';
import { FormDialog } from '@/components/FormDialog';
import { tellProblem } from '@/components/tellProblem';
import { useForm } from '@/components/useForm';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { rowBodyOf, type DraftRow } from '../draft/draft';

const LONGEST_NAME = 200;

/** Asks for the name under which a row is saved as a template for later bills. */
export function SaveTemplateDialog({ row, onClose }: { row: DraftRow; onClose: () => void }) {
  const [id] = useState(() => crypto.randomUUID());
  const form = useForm({ name: row.destination.slice(0, LONGEST_NAME) }, ({ name }) =>
    name.trim() === '' ? { name: 'validation.required' } : {},
  );
  const saving = useSaveTemplate();
  const save = () => {
    const { alv, alvPrice, hourlyprice, billableWorkHours } = rowBodyOf(row);
    saving.mutate(
      {
        id,
        body: {
          kind: 'ROW',
          name: form.fields.name.trim(),
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
    <FormDialog
      title={m.invoice_template_title()}
      formRef={form.form}
      confirm={m.invoice_template_save()}
      onSubmit={form.submit(save)}
      busy={saving.isPending}
      close={onClose}
    >
      <Text>{m.invoice_template_body()}</Text>
      <TextInput
        {...form.input('name')}
        label={m.invoice_template_name()}
        data-autofocus
        maxLength={LONGEST_NAME}
      />
    </FormDialog>
  );
}
