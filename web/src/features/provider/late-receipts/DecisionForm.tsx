import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useDecide, type LateReceiptOfWorker } from '@/api/lateReceipts';
import { useSession } from '@/api/session';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { ReasonDialog } from '@/components/ReasonForm';
import { refuseOrNotify } from '@/components/saveForm';
import { tellProblem } from '@/components/tellProblem';
import { useForm, type Form } from '@/components/useForm';
import { formatMoney } from '@/lib/format/money';
import { notifyText } from '@/lib/notify/notify';
import { numberIn, writeNumber } from '@/lib/number';
import { m } from '@/paraglide/messages';

/** The maximum that the server accepts. */
const LONGEST_REASON = 1000;

/** What a clerk can decide about a late receipt as it stands. */
export function DecisionForm({ late }: { late: LateReceiptOfWorker }) {
  const own = useSession()?.id === late.personId;
  const { state } = late.lateReceipt;
  if (own && state === 'WAITING') return <Text c="dimmed">{m.latereceipts_own()}</Text>;
  if (state === 'WAITING') return <Waiting late={late} />;
  if (state === 'APPROVED') return <Approved late={late} own={own} />;
  return null;
}

interface Vat {
  /** Whether the provider may deduct it. */
  ticked: boolean;
  vat: string;
}

function problemsOf({ ticked, vat }: Vat): Record<string, string> {
  return ticked && numberIn(vat, 'price') === undefined ? { vat: 'validation.invalidNumber' } : {};
}

function Waiting({ late }: { late: LateReceiptOfWorker }) {
  const deciding = useDecide(late);
  const [refusing, setRefusing] = useState(false);
  const form = useForm<Vat>({ ticked: false, vat: writeNumber(late.mostVat, 'price') }, problemsOf);
  const { form: element, submit } = form;
  const approve = () => {
    const vat = form.fields.ticked ? (numberIn(form.fields.vat, 'price') ?? null) : null;
    deciding.mutate(
      { step: 'approve', vat },
      {
        onSuccess: () => notifyText('success', m.latereceipts_approved()),
        onError: refuseOrNotify(form),
      },
    );
  };
  const refuse = (reason: string) =>
    deciding.mutate(
      { step: 'refuse', reason },
      {
        onSuccess: () => {
          setRefusing(false);
          notifyText('success', m.latereceipts_refused());
        },
        onError: tellProblem,
      },
    );
  // The dialog is no part of the form: what is submitted there must not approve here.
  return (
    <>
      <form ref={element} onSubmit={submit(approve)} noValidate>
        <Stack gap="sm">
          {late.mostVat > 0 && <DeductibleVat form={form} most={late.mostVat} />}
          <Group gap="sm">
            <Button type="submit" loading={deciding.isPending}>
              {m.latereceipts_approve()}
            </Button>
            <Button
              variant="default"
              disabled={deciding.isPending}
              onClick={() => setRefusing(true)}
            >
              {m.latereceipts_refuse()}
            </Button>
          </Group>
        </Stack>
      </form>
      {refusing && (
        <ReasonDialog
          title={m.latereceipts_refuse_title({ name: late.personName })}
          label={m.latereceipts_refuse_reason()}
          description={m.latereceipts_refuse_reason_help()}
          missing={m.latereceipts_refuse_reason_missing()}
          longest={LONGEST_REASON}
          confirm={m.latereceipts_refuse()}
          busy={deciding.isPending}
          send={refuse}
          cancel={() => setRefusing(false)}
        />
      )}
    </>
  );
}

function DeductibleVat({ form, most }: { form: Form<Vat>; most: number }) {
  return (
    <>
      <Checkbox
        label={m.latereceipts_vat_tick()}
        description={m.latereceipts_vat_most({ sum: formatMoney(most) })}
        checked={form.fields.ticked}
        onChange={({ currentTarget }) => form.change({ ticked: currentTarget.checked })}
      />
      {form.fields.ticked && (
        <NumberInput
          kind="price"
          unit="€"
          size="sm"
          label={m.latereceipts_vat_amount()}
          {...numberInput(form, 'vat')}
        />
      )}
    </>
  );
}

function Approved({ late, own }: { late: LateReceiptOfWorker; own: boolean }) {
  const deciding = useDecide(late);
  if (!late.canBeUndone) return <Text c="dimmed">{m.latereceipts_in_salary()}</Text>;
  if (own) return <Text c="dimmed">{m.latereceipts_own()}</Text>;
  const undo = () =>
    deciding.mutate(
      { step: 'undo' },
      { onSuccess: () => notifyText('success', m.latereceipts_undone()), onError: tellProblem },
    );
  return (
    <Stack gap={6}>
      <Group>
        <Button variant="default" loading={deciding.isPending} onClick={undo}>
          {m.latereceipts_undo()}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {m.latereceipts_undo_help()}
      </Text>
    </Stack>
  );
}
