import { Button, Checkbox, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDecide, type Decision, type LateReceiptOfWorker } from '@/api/lateReceipts';
import { receiptQuery } from '@/api/receipts';
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

interface Props {
  late: LateReceiptOfWorker;
  onDecided: () => void;
}

const SAID: Readonly<Record<Decision['step'], () => string>> = {
  approve: m.latereceipts_approved,
  refuse: m.latereceipts_refused,
  undo: m.latereceipts_undone,
};

/** Says what was decided, and goes on. */
function useDeciding({ late, onDecided }: Props) {
  return useDecide(late, (step) => {
    notifyText('success', SAID[step]());
    onDecided();
  });
}

/** What a clerk can decide about a late receipt as it stands. */
export function DecisionForm({ late, onDecided }: Props) {
  const own = useSession()?.id === late.personId;
  const { state } = late.lateReceipt;
  if (own && state === 'WAITING') return <Text c="dimmed">{m.latereceipts_own()}</Text>;
  if (state === 'WAITING') return <Waiting late={late} onDecided={onDecided} />;
  if (state !== 'APPROVED') return null;
  if (!late.canBeUndone) return <Text c="dimmed">{m.latereceipts_in_salary()}</Text>;
  if (own) return <Text c="dimmed">{m.latereceipts_own()}</Text>;
  return <Approved late={late} onDecided={onDecided} />;
}

interface Vat {
  /** Whether the provider may deduct it. */
  ticked: boolean;
  vat: string;
}

function problemsOf({ ticked, vat }: Vat): Record<string, string> {
  return ticked && numberIn(vat, 'price') === undefined ? { vat: 'validation.invalidNumber' } : {};
}

/** Whether its first file is on the screen. Nobody approves what they cannot see. */
function useIsShown({ lateReceipt }: LateReceiptOfWorker): boolean {
  const [first] = lateReceipt.receipts;
  const { isSuccess } = useQuery({
    ...receiptQuery(first?.id ?? ''),
    enabled: first !== undefined,
  });
  return first === undefined || isSuccess;
}

function Waiting({ late, onDecided }: Props) {
  const deciding = useDeciding({ late, onDecided });
  const shown = useIsShown(late);
  const [refusing, setRefusing] = useState(false);
  const form = useForm<Vat>({ ticked: false, vat: writeNumber(late.mostVat, 'price') }, problemsOf);
  const { form: element, submit } = form;
  const approve = () => {
    if (!shown) return;
    const vat = form.fields.ticked ? (numberIn(form.fields.vat, 'price') ?? null) : null;
    deciding.mutate({ step: 'approve', vat }, { onError: refuseOrNotify(form) });
  };
  const refuse = (reason: string) =>
    deciding.mutate({ step: 'refuse', reason }, { onError: tellProblem });
  // The dialog is no part of the form: what is submitted there must not approve here.
  return (
    <>
      <form ref={element} onSubmit={submit(approve)} noValidate>
        <Stack gap="sm">
          {late.mostVat > 0 && <DeductibleVat form={form} most={late.mostVat} />}
          <Group gap="sm">
            <ApproveButton shown={shown} busy={deciding.isPending} />
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

/** It stays reachable while the receipt is not shown, so that the reason can be read and heard. */
function ApproveButton({ shown, busy }: { shown: boolean; busy: boolean }) {
  const reason = shown ? undefined : m.latereceipts_not_shown();
  return (
    <Tooltip label={reason} disabled={shown}>
      <Button
        type="submit"
        {...(!shown && { 'data-disabled': true })}
        aria-disabled={!shown}
        aria-description={reason}
        loading={busy}
        onClick={(event) => {
          // The second click of a double click was meant for the receipt that was here before.
          if (!shown || event.detail > 1) event.preventDefault();
        }}
      >
        {m.latereceipts_approve()}
      </Button>
    </Tooltip>
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

/** An approval that no salary pays yet. */
function Approved(props: Props) {
  const deciding = useDeciding(props);
  const undo = () => deciding.mutate({ step: 'undo' }, { onError: tellProblem });
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
