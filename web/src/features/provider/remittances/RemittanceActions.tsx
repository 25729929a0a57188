import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import {
  useCancelRemittance,
  useConfirmRefusal,
  useDropRefusal,
  useProposeRefusal,
  type Remittance,
} from '@/api/remittances';
import { ReasonDialog } from '@/components/ReasonForm';
import { tellProblem } from '@/components/tellProblem';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

/** The maximum that the server accepts. */
const LONGEST_NOTE = 500;

interface Props {
  remittance: Remittance;
  viewerId: string;
}

/** What can be done to a remittance that the bank has not paid yet. */
export function RemittanceActions({ remittance, viewerId }: Props) {
  if (remittance.state === 'MADE') return <Withdraw remittance={remittance} />;
  if (remittance.state !== 'APPROVED') return null;
  if (remittance.refusalBy === null) return <ProposeRefusal remittance={remittance} />;
  return <DecideRefusal remittance={remittance} viewerId={viewerId} />;
}

/** Takes back what waits to be approved. */
function Withdraw({ remittance: { id, kind } }: { remittance: Remittance }) {
  return (
    <WithReason
      name={m.providerpayroll_remit_withdraw()}
      kind={kind}
      help={m.providerpayroll_remit_withdraw_help()}
      change={useCancelRemittance(id)}
    />
  );
}

/** Says that the bank did not pay it, which a second person confirms. */
function ProposeRefusal({ remittance: { id, kind } }: { remittance: Remittance }) {
  return (
    <WithReason
      name={m.providerpayroll_remit_refused()}
      kind={kind}
      help={m.providerpayroll_remit_refused_help()}
      change={useProposeRefusal(id)}
    />
  );
}

interface WithReasonProps {
  name: string;
  kind: Remittance['kind'];
  help: string;
  change: ReturnType<typeof useCancelRemittance>;
}

function WithReason({ name, kind, help, change: { mutate, isPending } }: WithReasonProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {name}
      </Button>
      {asking && (
        <ReasonDialog
          title={`${name}: ${DUE_NAMES[kind]()}`}
          label={m.providerpayroll_remit_note()}
          description={help}
          missing={m.providerpayroll_remit_note_missing()}
          longest={LONGEST_NOTE}
          confirm={name}
          busy={isPending}
          send={(note) => mutate(note, { onSuccess: close, onError: tellProblem })}
          cancel={close}
        />
      )}
    </>
  );
}

/** Confirms what another person said of the bank, or drops it. */
function DecideRefusal({ remittance, viewerId }: Props) {
  const { id, kind, amount, refusalBy } = remittance;
  const confirm = useConfirmRefusal(id);
  const drop = useDropRefusal(id);
  const ask = () =>
    modals.openConfirmModal({
      title: m.providerpayroll_remit_refusal_title({ kind: DUE_NAMES[kind]() }),
      children: <Text>{m.providerpayroll_remit_refusal_help({ sum: formatMoney(amount) })}</Text>,
      labels: { confirm: m.providerpayroll_remit_refusal_confirm(), cancel: m.dialog_cancel() },
      onConfirm: () => confirm.mutate(undefined, { onError: tellProblem }),
    });
  return (
    <>
      {refusalBy !== viewerId && (
        <Button size="xs" loading={confirm.isPending} onClick={ask}>
          {m.providerpayroll_remit_refusal_confirm()}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={drop.isPending}
        onClick={() => drop.mutate(undefined, { onError: tellProblem })}
      >
        {m.providerpayroll_remit_refusal_drop()}
      </Button>
    </>
  );
}
