import {
  IconArrowBackUp,
  IconCircleCheck,
  IconHourglass,
  IconLockOpen,
  IconPencil,
  IconReceiptRefund,
  IconSend,
  IconThumbUp,
  type Icon,
} from '@tabler/icons-react';
import type { BillCard } from '@/api/billLists';
import type { BillLink, BillState } from '@/api/billTypes';
import { formatMoney } from '@/lib/format/money';
import { formatShare } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';

/**
 * The state that a person sees: a request to open a bill shows before what the bill waits for, and a
 * credit note is not paid but settled.
 */
export type ShownState = BillState | 'OPEN_REQUESTED' | 'SETTLED';

interface StateWords {
  readonly text: () => string;
  readonly colour: string;
  readonly icon: Icon;
}

export const STATES: Readonly<Record<ShownState, StateWords>> = {
  OPEN: { text: m.bills_state_open, colour: 'green', icon: IconPencil },
  PENDING: { text: m.bills_state_pending, colour: 'blue', icon: IconHourglass },
  TAKEN: { text: m.bills_state_taken, colour: 'blue', icon: IconHourglass },
  APPROVED: { text: m.bills_state_approved, colour: 'petrol', icon: IconThumbUp },
  CLOSED: { text: m.bills_state_closed, colour: 'yellow', icon: IconSend },
  PAID: { text: m.bills_state_paid, colour: 'green', icon: IconCircleCheck },
  SETTLED: { text: m.bills_state_settled, colour: 'gray', icon: IconCircleCheck },
  HYVITETTY: { text: m.bills_state_credited, colour: 'gray', icon: IconReceiptRefund },
  OPEN_REQUESTED: { text: m.bills_state_open_requested, colour: 'grape', icon: IconLockOpen },
};

type NamedBill = Pick<BillLink, 'billNumber' | 'state'>;

/** "Invoice 1042", or what a bill without a number is called. */
export function billName({ billNumber, state }: NamedBill): string {
  if (billNumber !== null) return m.bills_numbered({ number: billNumber });
  return state === 'OPEN' ? m.bills_draft() : m.bills_unnumbered();
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

/** The worker's share of a bill, where it can be calculated. */
export function shareText(share: number | null): string {
  return share === null ? m.bills_not_calculated() : formatShare(share);
}

/** What is special about a bill, if anything. */
export function billMark({ creditNote, correction }: BillCard) {
  if (creditNote) return { text: m.bills_credit_note(), icon: IconReceiptRefund };
  if (correction) return { text: m.bills_correction(), icon: IconArrowBackUp };
  return undefined;
}
