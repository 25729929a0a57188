import type { PaymentDetails } from '@/api/payments';
import { m } from '@/paraglide/messages';

export type MoveKind = 'match' | 'refund' | 'set-aside' | 'undo';

/** Why something may not be done to a payment as it stands; undefined when it may. */
export function whyNot(move: MoveKind, details: PaymentDetails): string | undefined {
  switch (move) {
    case 'match':
    case 'refund':
      return hasRest(details) ? undefined : m.providermoney_barred_nothing_left();
    case 'set-aside':
      return asideReason(details);
    case 'undo':
      return undoReason(details);
  }
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
    case 'UNMATCHED':
      return rest < amount ? undefined : m.providermoney_barred_nothing_decided();
    case 'CONFIRMED':
    case 'OUTGOING':
    case 'REVERSED':
    case 'REVERSAL':
      return m.providermoney_barred_by_bank();
  }
}
