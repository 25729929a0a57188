import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClockDollar,
  IconClockExclamation,
  IconFileCheck,
  IconUserCheck,
} from '@tabler/icons-react';
import type { Payout, PayoutFile, PayoutFileState, PayoutKind, PayoutState } from '@/api/payouts';
import type { StateWords } from '@/components/StateBadge';
import { formatMoney } from '@/lib/format/money';
import { groupedIban } from '@/lib/iban';
import { m } from '@/paraglide/messages';

export const PAYOUT_STATES: Readonly<Record<PayoutState, StateWords>> = {
  READY: { text: m.payouts_state_ready, colour: 'gray', icon: IconClockDollar },
  APPROVED: { text: m.payouts_state_approved, colour: 'blue', icon: IconFileCheck },
  PAID: { text: m.payouts_state_paid, colour: 'green', icon: IconCircleCheck },
  WITHDRAWN: { text: m.payouts_state_withdrawn, colour: 'gray', icon: IconCircleX },
  REFUSED: { text: m.payouts_state_refused, colour: 'red', icon: IconCircleX },
  RETURNED: { text: m.payouts_state_returned, colour: 'red', icon: IconArrowBackUp },
};

/** What should have been paid by now. */
export const LATE: StateWords = {
  text: m.payouts_late,
  colour: 'red',
  icon: IconClockExclamation,
};

export const FILE_STATES: Readonly<Record<PayoutFileState, StateWords>> = {
  MADE: { text: m.payouts_file_made, colour: 'yellow', icon: IconUserCheck },
  APPROVED: { text: m.payouts_file_approved, colour: 'blue', icon: IconFileCheck },
  WITHDRAWN: { text: m.payouts_file_withdrawn, colour: 'gray', icon: IconCircleX },
};

export const KINDS: Readonly<Record<PayoutKind, () => string>> = {
  PURCHASE: m.payouts_kind_purchase,
  ADVANCE: m.payouts_kind_advance,
};

/** What a payout is called in dialogs: who gets how much. */
export function nameOf({ receiver, amount }: Payout): string {
  return `${receiver}, ${formatMoney(amount)}`;
}

/** The account and by what the receiver knows the payment. */
export function accountText({ iban, reference, message }: Payout): string {
  return [groupedIban(iban), reference ?? message].filter((text) => text !== '').join(' · ');
}

/** Which money goes to which account. */
export function lineOf(payout: Payout): string {
  return [KINDS[payout.kind](), nameOf(payout), accountText(payout)].join(' · ');
}

/** Why the viewer cannot approve a file; undefined where they can. */
export function whyNotApproved(file: PayoutFile, viewerId: string): string | undefined {
  if (file.madeBy === viewerId) return m.payouts_approve_own_file();
  return file.payouts.some(({ personId }) => personId === viewerId)
    ? m.payouts_approve_own_money()
    : undefined;
}
