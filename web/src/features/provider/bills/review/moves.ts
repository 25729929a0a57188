import type { Review } from '@/api/providerBills';
import { m } from '@/paraglide/messages';

export type MoveKind = 'take' | 'approve' | 'return' | 'grant' | 'refuse' | 'unapprove' | 'send';

/** Why nothing may be done to a bill at all; undefined when something may. */
function barred(move: MoveKind, { own, bill: { state } }: Review): string | undefined {
  if (own) return m.providerbills_barred_own();
  if (move === 'unapprove' || move === 'send') {
    return state === 'APPROVED' ? undefined : m.providerbills_barred_not_approved();
  }
  if (state !== 'PENDING' && state !== 'TAKEN') return m.providerbills_barred_state();
  return undefined;
}

/**
 * Why a move may not be made; undefined when it may. Approving or returning an untaken bill
 * takes it first. `seen`: the bill is on the screen, which nobody approves otherwise.
 */
export function whyNot(move: MoveKind, review: Review, seen = true): string | undefined {
  const { state, openRequest } = review.bill;
  const reason = barred(move, review);
  if (reason !== undefined) return reason;
  switch (move) {
    case 'take':
      return state === 'TAKEN' ? m.providerbills_barred_taken() : undefined;
    case 'approve':
      if (openRequest) return m.providerbills_barred_request();
      return seen ? undefined : m.shared_bill_not_shown();
    case 'return':
    case 'unapprove':
    case 'send':
      return undefined;
    case 'grant':
    case 'refuse':
      return openRequest ? undefined : m.providerbills_barred_no_request();
  }
}
