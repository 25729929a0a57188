import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClockExclamation,
  IconHourglass,
  IconLockOpen,
  IconPencil,
  IconReceiptRefund,
  IconSend,
  IconThumbUp,
} from '@tabler/icons-react';
import type { BillCard, DraftShares } from '@/api/billLists';
import type { BillLink, BillState } from '@/api/billTypes';
import type { StateWords } from '@/components/StateBadge';
import { product } from '@/lib/format/exact';
import { formatMoney, formatWholeEuros } from '@/lib/format/money';
import { formatShare } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';

/**
 * The state that a person sees: a request to open a bill shows before what the bill waits for, and a
 * credit note is not paid but settled.
 */
export type ShownState = BillState | 'OPEN_REQUESTED' | 'SETTLED';

export const STATES: Readonly<Record<ShownState, StateWords>> = {
  OPEN: { text: m.bills_state_open, colour: 'gray', icon: IconPencil },
  PENDING: { text: m.bills_state_pending, colour: 'blue', icon: IconHourglass },
  TAKEN: { text: m.bills_state_taken, colour: 'blue', icon: IconHourglass },
  APPROVED: { text: m.bills_state_approved, colour: 'blue', icon: IconThumbUp },
  CLOSED: { text: m.bills_state_closed, colour: 'blue', icon: IconSend },
  PAID: { text: m.bills_state_paid, colour: 'green', icon: IconCircleCheck },
  SETTLED: { text: m.bills_state_settled, colour: 'gray', icon: IconCircleCheck },
  HYVITETTY: { text: m.bills_state_credited, colour: 'gray', icon: IconReceiptRefund },
  OPEN_REQUESTED: { text: m.bills_state_open_requested, colour: 'yellow', icon: IconLockOpen },
};

/** What the shares of a draft come to, in the colours and signs that each share of it has. */
export const DRAFT_SHARES: Readonly<Record<DraftShares, StateWords>> = {
  DECLINED: { text: m.bills_shares_declined, colour: 'yellow', icon: IconCircleX },
  WAITING: { text: m.bills_shares_waiting, colour: 'blue', icon: IconHourglass },
  APPROVED: { text: m.bills_shares_approved, colour: 'blue', icon: IconThumbUp },
};

/** A bill that its customer should have paid so many days ago. */
export function lateState(days: number): StateWords {
  return {
    text: () => m.bills_state_late({ days }),
    colour: 'red',
    icon: IconClockExclamation,
  };
}

type NamedBill = Pick<BillLink, 'billNumber' | 'state'>;

/** "Invoice 1042", or what a bill without a number is called. */
export function billName({ billNumber, state }: NamedBill): string {
  if (billNumber !== null) return m.bills_numbered({ number: billNumber });
  return state === 'OPEN' ? m.bills_draft() : m.bills_unnumbered();
}

/** "Credit note 1043", while it has a number. */
export function creditNoteName(number: number | null): string {
  return number === null ? m.bills_credit_note() : m.bills_credit_note_numbered({ number });
}

/** What another bill is called; only its total tells that it is a credit note. */
export function linkName(link: BillLink): string {
  return link.totalpriceWithAlv < 0 ? creditNoteName(link.billNumber) : billName(link);
}

/** The number of a bill, and why it has none. A draft is called one by its state already. */
export function numberText(bill: NamedBill): string | undefined {
  return bill.billNumber === null && bill.state === 'OPEN' ? undefined : billName(bill);
}

export function customerName({ sharedCustomer }: Pick<BillCard, 'sharedCustomer'>): string {
  return sharedCustomer?.name ?? m.bills_no_customer();
}

/** A sum of a bill; a draft has none while a row of it cannot be calculated. */
export function amountText(amount: number | null): string {
  return amount === null ? m.bills_not_calculated() : formatMoney(amount);
}

/** The worker's share of a bill without its VAT, where it can be calculated. */
export function shareText(share: number | null): string {
  return share === null ? m.bills_not_calculated() : formatShare(share);
}

/** Whether a bill pays what its rows come to. What is left of one that was credited, the bill itself says. */
export function paysAsWritten({ state, creditNote, credited }: BillCard): boolean {
  return !creditNote && !credited && state !== 'HYVITETTY';
}

/** About how much of a bill reaches the worker's account. Sums and share are rounded, so that cents would be a promise. */
export function salaryText({
  totalprice,
  salaryPercent,
}: Pick<BillCard, 'totalprice' | 'salaryPercent'>): string {
  return totalprice === null || salaryPercent === null
    ? m.bills_not_calculated()
    : formatWholeEuros(product(totalprice, salaryPercent));
}

/** What is special about a bill, if anything. */
export function billMark({ creditNote, correction }: BillCard) {
  if (creditNote) return { text: m.bills_credit_note(), icon: IconReceiptRefund };
  if (correction) return { text: m.bills_correction(), icon: IconArrowBackUp };
  return undefined;
}
