import type { PaymentDetails } from '@/api/payments';
import { m } from '@/paraglide/messages';

/** What is decided about a match that waits for a second person. */
type ProposalMove = 'confirm' | 'reject' | 'withdraw';

export type MoveKind = 'match' | 'refund' | 'set-aside' | 'undo' | ProposalMove;

/** Why something may not be done to a payment as it stands; undefined when it may. */
export function whyNot(move: MoveKind, details: PaymentDetails, viewerId = ''): string | undefined {
  switch (move) {
    case 'match':
    case 'refund':
      return hasRest(details) ? undefined : m.providermoney_barred_nothing_left();
    case 'set-aside':
      return asideReason(details);
    case 'undo':
      return undoReason(details);
    case 'confirm':
    case 'reject':
    case 'withdraw':
      return proposalReason(move, details, viewerId);
  }
}

/** A second person confirms or rejects; only the first takes it back. */
function proposalReason(move: ProposalMove, { proposal }: PaymentDetails, viewerId: string) {
  if (proposal === null) return m.notify_match_not_waiting();
  const isOwn = proposal.proposedById === viewerId;
  if (move === 'withdraw') return isOwn ? undefined : m.providermoney_barred_not_proposer();
  return isOwn ? m.notify_proposed_by_same_person() : undefined;
}

/** Whether there is something of the payment to decide about. */
function hasRest({ payment: { state, rest } }: PaymentDetails): boolean {
  return (state === 'UNMATCHED' || state === 'REFUNDABLE') && rest > 0;
}

/** Only an untouched payment can be set aside. */
function asideReason({ payment: { state, rest, amount } }: PaymentDetails): string | undefined {
  if (state !== 'UNMATCHED') return m.providermoney_barred_not_unmatched();
  return rest === amount ? undefined : m.providermoney_barred_partly_matched();
}

function undoReason(details: PaymentDetails): string | undefined {
  const { state, rest, amount } = details.payment;
  const onItsWay = details.refunds.some((refund) => refund.state !== 'WAITING');
  switch (state) {
    case 'MATCHED':
    case 'REFUNDABLE':
    case 'REFUNDED':
    case 'SET_ASIDE':
      return onItsWay ? m.providermoney_barred_in_file() : undefined;
    case 'PROPOSED':
      return m.notify_match_waits();
    case 'UNMATCHED':
      return rest < amount ? undefined : m.providermoney_barred_nothing_decided();
    case 'CONFIRMED':
    case 'OUTGOING':
    case 'REVERSED':
    case 'REVERSAL':
    case 'DIVIDED':
      return m.providermoney_barred_by_bank();
  }
}
