import {
  useCancelRemittance,
  useConfirmRefusal,
  useDropRefusal,
  useProposeRefusal,
  type Remittance,
} from '@/api/remittances';
import { NoteButton } from '@/domain/outgoing/NoteButton';
import { RefusalDecision } from '@/domain/outgoing/RefusalDecision';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import { m } from '@/paraglide/messages';

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
    <NoteButton
      name={m.providerpayroll_remit_withdraw()}
      title={DUE_NAMES[kind]()}
      help={m.providerpayroll_remit_withdraw_help()}
      change={useCancelRemittance(id)}
    />
  );
}

/** Says that the bank did not pay it, which a second person confirms. */
function ProposeRefusal({ remittance: { id, kind } }: { remittance: Remittance }) {
  return (
    <NoteButton
      name={m.providerpayroll_remit_refused()}
      title={DUE_NAMES[kind]()}
      help={m.providerpayroll_remit_refused_help()}
      change={useProposeRefusal(id)}
    />
  );
}

function DecideRefusal({ remittance: { id, kind, amount, refusalBy }, viewerId }: Props) {
  return (
    <RefusalDecision
      title={DUE_NAMES[kind]()}
      amount={amount}
      own={refusalBy === viewerId}
      confirm={useConfirmRefusal(id)}
      drop={useDropRefusal(id)}
    />
  );
}
