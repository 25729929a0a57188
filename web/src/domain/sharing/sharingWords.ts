import {
  IconCircleCheck,
  IconCircleX,
  IconClockDollar,
  IconHourglass,
  IconPencil,
  IconRocket,
  IconThumbUp,
} from '@tabler/icons-react';
import type { AdvanceState } from '@/api/advances';
import type { Purchase, PurchaseState } from '@/api/purchases';
import type { Share, ShareState } from '@/api/shares';
import type { StateWords } from '@/components/StateBadge';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';

export const SHARE_STATES: Readonly<Record<ShareState, StateWords>> = {
  OPEN: { text: m.sharing_state_open, colour: 'gray', icon: IconPencil },
  WAITING_SUBCONTRACTOR: { text: m.sharing_state_waiting, colour: 'blue', icon: IconHourglass },
  DECLINED: { text: m.sharing_state_declined, colour: 'yellow', icon: IconCircleX },
  APPROVED: { text: m.sharing_state_approved, colour: 'blue', icon: IconThumbUp },
};

const PURCHASE_STATES: Readonly<Record<PurchaseState, StateWords>> = {
  OPEN: { text: m.purchases_state_open, colour: 'gray', icon: IconPencil },
  WAITING_FOR_PAYMENT: {
    text: m.purchases_state_waiting,
    colour: 'blue',
    icon: IconClockDollar,
  },
  PAY_NOW: { text: m.purchases_state_now, colour: 'blue', icon: IconRocket },
  PAID: { text: m.purchases_state_paid, colour: 'green', icon: IconCircleCheck },
};

const NEVER_PAID: StateWords = {
  text: m.purchases_state_never_paid,
  colour: 'gray',
  icon: IconCircleX,
};

/** How far a purchase has come. What a credited bill does not pay any more waits for nothing. */
export function purchaseState({
  state,
  neverPaid,
}: Pick<Purchase, 'state' | 'neverPaid'>): StateWords {
  return neverPaid ? NEVER_PAID : PURCHASE_STATES[state];
}

export const ADVANCE_STATES: Readonly<Record<AdvanceState, StateWords>> = {
  REQUESTED: { text: m.advances_state_requested, colour: 'blue', icon: IconHourglass },
  GRANTED: { text: m.advances_state_granted, colour: 'blue', icon: IconThumbUp },
  REFUSED: { text: m.advances_state_refused, colour: 'yellow', icon: IconCircleX },
  WITHDRAWN: { text: m.advances_state_withdrawn, colour: 'gray', icon: IconCircleX },
  PAID: { text: m.advances_state_paid, colour: 'green', icon: IconCircleCheck },
};

const LAPSES: Readonly<Record<string, () => string>> = {
  BILL_OPENED: m.provideradvances_lapse_opened,
  BILL_CREDITED: m.provideradvances_lapse_credited,
  PART_CREDITED: m.provideradvances_lapse_part_credited,
  PAID_AS_SALARY: m.provideradvances_lapse_salary,
};

/** Why an advance ended or is to be paid back where nobody decided it; undefined of what a person wrote. */
export function lapseText(lapse: string | null): string | undefined {
  return LAPSES[lapse ?? '']?.();
}

/** By which part of the rows a share was given; undefined where it is a sum. */
export function partText({ percent }: Share): string | undefined {
  if (percent === null) return undefined;
  return m.sharing_percent_of({ percent: formatPercent(fractionOfPercent(percent)) });
}

/** The sum of a share; one by per cent has none while a row of its bill cannot be calculated. */
export function shareAmountText({ amount }: Pick<Share, 'amount'>): string {
  return amount === null ? m.bills_not_calculated() : formatMoney(amount);
}
