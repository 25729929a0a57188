import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useEndDistraint, useSaveDistraint, type Worker } from '@/api/providerPeople';
import { dateInput } from '@/components/dateInput';
import { tellProblem } from '@/components/tellProblem';
import { ChangedNote } from '@/components/ChangedNote';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { saveForm } from '@/components/saveForm';
import { useKeptForm } from '@/components/useKeptForm';
import { numberProblems, withPlainNumbers, writeNumber } from '@/lib/number';
import { m } from '@/paraglide/messages';

const NUMBERS = { fixed: 'price' } as const;

function fieldsOf({ distraint }: Worker) {
  return {
    fixed: typeof distraint?.fixed === 'number' ? writeNumber(distraint.fixed, 'price') : '',
    dependants: String(distraint?.dependants ?? 0),
    from: distraint?.from ?? '',
    until: distraint?.until ?? '',
    receiver: distraint?.receiver ?? '',
    // The server returns only its first and last digits, so it must be typed again.
    iban: '',
    reference: distraint?.reference ?? '',
  };
}

type Fields = ReturnType<typeof fieldsOf>;

const LABELS: Readonly<Record<keyof Fields, () => string>> = {
  fixed: m.providerpeople_distraint_fixed,
  dependants: m.providerpeople_distraint_dependants,
  from: m.providerpeople_from,
  until: m.providerpeople_until,
  receiver: m.providerpeople_distraint_receiver,
  iban: m.providerpeople_iban,
  reference: m.providerpeople_distraint_reference,
};

/** The payment order of the enforcement authority, if there is one. */
export function DistraintForm({ worker }: { worker: Worker }) {
  const [writing, setWriting] = useState(false);
  const order = useKeptForm(fieldsOf(worker), (fields) => numberProblems(fields, NUMBERS));
  // What was typed stays even when the order was ended elsewhere meanwhile.
  if (!writing && worker.distraint === null && !order.dirty) {
    return (
      <Stack gap="sm" align="flex-start">
        <Text c="dimmed">{m.providerpeople_no_distraint()}</Text>
        <Button size="sm" variant="default" onClick={() => setWriting(true)}>
          {m.providerpeople_distraint_add()}
        </Button>
      </Stack>
    );
  }
  return <OrderForm worker={worker} order={order} onSaved={() => setWriting(false)} />;
}

interface OrderFormProps {
  worker: Worker;
  order: ReturnType<typeof useKeptForm<Fields>>;
  onSaved: () => void;
}

function OrderForm({ worker, order, onSaved }: OrderFormProps) {
  const { id, distraint } = worker;
  const { form, kept, takeSaved, accept } = order;
  const saving = useSaveDistraint(id);
  const saved = fieldsOf(worker);
  const done = () => {
    accept({ iban: '' });
    onSaved();
  };
  return (
    <form {...saveForm(form, saving, withPlainNumbers(form.fields, NUMBERS), done)}>
      <Stack gap="sm">
        <ChangedNote
          fields={(kept as (keyof Fields)[]).map((name) => ({
            label: LABELS[name](),
            saved: name === 'iban' ? (distraint?.iban ?? '') : saved[name],
          }))}
          take={takeSaved}
        />
        <NumberInput
          kind="price"
          label={LABELS.fixed()}
          description={m.providerpeople_distraint_fixed_help()}
          {...numberInput(form, 'fixed')}
        />
        <TextInput label={LABELS.dependants()} inputMode="numeric" {...form.input('dependants')} />
        <Group grow align="flex-start">
          <TextInput label={LABELS.from()} {...dateInput(form, 'from')} />
          <TextInput label={LABELS.until()} {...dateInput(form, 'until')} />
        </Group>
        <TextInput label={LABELS.receiver()} {...form.input('receiver')} />
        <TextInput label={LABELS.iban()} description={distraint?.iban} {...form.input('iban')} />
        <TextInput label={LABELS.reference()} {...form.input('reference')} />
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
