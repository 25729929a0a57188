import { Group } from '@mantine/core';
import {
  useConfirmPayoutRefusal,
  useDropPayoutRefusal,
  useProposePayoutRefusal,
  type Payout,
} from '@/api/payouts';
import { NoteButton } from '@/domain/outgoing/NoteButton';
import { RefusalDecision } from '@/domain/outgoing/RefusalDecision';
import { m } from '@/paraglide/messages';
import { nameOf } from './payoutWords';

interface Props {
  payout: Payout;
  viewerId: string;
}

/** Says that the bank did not pay what is in a file, which a second person confirms. Nobody says it of their own. */
export function PayoutRefusal({ payout, viewerId }: Props) {
  if (payout.state !== 'APPROVED' || payout.personId === viewerId) return null;
  return (
    <Group gap="xs" justify="flex-end">
      {payout.refusalBy === null ? (
        <Propose payout={payout} />
      ) : (
        <Decide payout={payout} viewerId={viewerId} />
      )}
    </Group>
  );
}

function Propose({ payout }: { payout: Payout }) {
  return (
    <NoteButton
      name={m.payouts_bank_refused()}
      label={m.payouts_bank_refused_of({ payout: nameOf(payout) })}
      title={nameOf(payout)}
      help={m.payouts_bank_refused_help()}
      change={useProposePayoutRefusal(payout.id)}
    />
  );
}

function Decide({ payout, viewerId }: Props) {
  return (
    <RefusalDecision
      title={nameOf(payout)}
      amount={payout.amount}
      own={payout.refusalBy === viewerId}
      confirm={useConfirmPayoutRefusal(payout.id)}
      drop={useDropPayoutRefusal(payout.id)}
    />
  );
}
