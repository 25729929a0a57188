import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useEndDistraint, useSaveDistraint, type Worker } from '@/api/providerPeople';
import { tellProblem } from '@/components/tellProblem';
import { saveForm } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { m } from '@/paraglide/messages';

/** The payment order of the enforcement authority, if there is one. */
export function DistraintForm({ worker }: { worker: Worker }) {
  const [writing, setWriting] = useState(worker.distraint !== null);
  if (!writing) {
    return (
      <Stack gap="sm" align="flex-start">
        <Text c="dimmed">{m.providerpeople_no_distraint()}</Text>
        <Button size="sm" variant="default" onClick={() => setWriting(true)}>
          {m.providerpeople_distraint_add()}
        </Button>
      </Stack>
    );
  }
  return <OrderForm worker={worker} />;
}

function OrderForm({ worker: { id, distraint } }: { worker: Worker }) {
  const saving = useSaveDistraint(id);
  const form = useForm({
    fixed: String(distraint?.fixed ?? '').replace('.', ','),
    dependants: String(distraint?.dependants ?? 0),
    from: distraint?.from ?? '',
    until: distraint?.until ?? '',
    receiver: distraint?.receiver ?? '',
    // The server returns only its first and last digits, so it must be typed again.
    iban: '',
    reference: distraint?.reference ?? '',
  });
  return (
    <form {...saveForm(form, saving, form.fields)}>
      <Stack gap="sm">
        <TextInput
          label={m.providerpeople_distraint_fixed()}
          description={m.providerpeople_distraint_fixed_help()}
          inputMode="decimal"
          {...form.input('fixed')}
        />
        <TextInput
          label={m.providerpeople_distraint_dependants()}
          inputMode="numeric"
          {...form.input('dependants')}
        />
        <Group grow align="flex-start">
          <TextInput
            label={m.providerpeople_from()}
            placeholder={m.invoice_date_form()}
            {...form.input('from')}
          />
          <TextInput
            label={m.providerpeople_until()}
            placeholder={m.invoice_date_form()}
            {...form.input('until')}
          />
        </Group>
        <TextInput label={m.providerpeople_distraint_receiver()} {...form.input('receiver')} />
        <TextInput
          label={m.providerpeople_iban()}
          description={distraint?.iban}
          {...form.input('iban')}
        />
        <TextInput label={m.providerpeople_distraint_reference()} {...form.input('reference')} />
        <Group gap="xs">
          <Button type="submit" size="sm" loading={saving.isPending}>
            {m.providerpeople_distraint_save()}
          </Button>
          {distraint !== null && <EndButton personId={id} />}
        </Group>
      </Stack>
    </form>
  );
}

function EndButton({ personId }: { personId: string }) {
  const { mutate, isPending } = useEndDistraint(personId);
  const ask = () =>
    modals.openConfirmModal({
      title: m.providerpeople_distraint_end_title(),
      children: <Text>{m.providerpeople_distraint_end_body()}</Text>,
      labels: { confirm: m.providerpeople_distraint_end(), cancel: m.dialog_cancel() },
      confirmProps: { color: 'red' },
      onConfirm: () => mutate(undefined, { onError: tellProblem }),
    });
  return (
    <Button size="sm" variant="subtle" color="red" loading={isPending} onClick={ask}>
      {m.providerpeople_distraint_end()}
    </Button>
  );
}
