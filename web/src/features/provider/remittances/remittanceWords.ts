import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconFileCheck,
  IconUserCheck,
} from '@tabler/icons-react';
import type { Owed, Remittance, RemittanceState } from '@/api/remittances';
import type { StateWords } from '@/components/StateBadge';
import { m } from '@/paraglide/messages';

export const REMITTANCE_STATES: Readonly<Record<RemittanceState, StateWords>> = {
  MADE: { text: m.providerpayroll_remit_state_made, colour: 'yellow', icon: IconUserCheck },
  APPROVED: { text: m.providerpayroll_remit_state_approved, colour: 'blue', icon: IconFileCheck },
  PAID: { text: m.providerpayroll_remit_state_paid, colour: 'green', icon: IconCircleCheck },
  WITHDRAWN: { text: m.providerpayroll_remit_state_withdrawn, colour: 'gray', icon: IconCircleX },
  REFUSED: { text: m.providerpayroll_remit_state_refused, colour: 'red', icon: IconCircleX },
  RETURNED: { text: m.providerpayroll_remit_state_returned, colour: 'red', icon: IconArrowBackUp },
};

/** Why nothing can be paid of it now. */
export function whyNotPaid({ toPay, receiver, sources }: Owed): string | undefined {
  if (receiver === null) return m.notify_receiver_missing();
  if (toPay > 0) return undefined;
  return sources.some(({ payable }) => !payable)
    ? m.providerpayroll_remit_run_not_paid()
    : m.providerpayroll_remit_nothing();
}

/** Why the viewer cannot approve it; undefined for what waits and was made by somebody else. */
export function whyNotApprove({ state, madeBy }: Remittance, viewerId: string): string | undefined {
  if (state !== 'MADE') return m.providerpayroll_remit_decided();
  return madeBy === viewerId ? m.providerpayroll_remit_own() : undefined;
}
