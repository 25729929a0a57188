import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsSplit2,
  IconArrowUpRight,
  IconBookmark,
  IconCircleCheck,
  IconCoins,
  IconHelpCircle,
  IconRotate,
  IconUserCheck,
} from '@tabler/icons-react';
import type { Payment, PaymentState } from '@/api/payments';
import type { StateWords } from '@/components/StateBadge';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

interface PaymentStateWords extends StateWords {
  /** What a list of these is called. */
  readonly list: () => string;
  /** What such a list says when there is none. */
  readonly empty: () => string;
}

export const PAYMENT_STATES: Readonly<Record<PaymentState, PaymentStateWords>> = {
  UNMATCHED: {
    text: m.providermoney_state_unmatched,
    list: m.providermoney_list_unmatched,
    empty: m.providermoney_list_unmatched_empty,
    colour: 'yellow',
    icon: IconHelpCircle,
  },
  REFUNDABLE: {
    text: m.providermoney_state_refundable,
    list: m.providermoney_list_refundable,
    empty: m.providermoney_list_refundable_empty,
    colour: 'yellow',
    icon: IconCoins,
  },
  MATCHED: {
    text: m.providermoney_state_matched,
    list: m.providermoney_list_matched,
    empty: m.providermoney_list_matched_empty,
    colour: 'green',
    icon: IconCircleCheck,
  },
  REFUNDED: {
    text: m.providermoney_state_refunded,
    list: m.providermoney_list_refunded,
    empty: m.providermoney_list_refunded_empty,
    colour: 'blue',
    icon: IconArrowBackUp,
  },
  SET_ASIDE: {
    text: m.providermoney_state_aside,
    list: m.providermoney_list_aside,
    empty: m.providermoney_list_aside_empty,
    colour: 'gray',
    icon: IconBookmark,
  },
  PROPOSED: {
    text: m.providermoney_state_proposed,
    list: m.providermoney_list_proposed,
    empty: m.providermoney_list_proposed_empty,
    colour: 'yellow',
    icon: IconUserCheck,
  },
  DIVIDED: {
    text: m.providermoney_state_divided,
    list: m.providermoney_list_divided,
    empty: m.providermoney_list_divided_empty,
    colour: 'gray',
    icon: IconArrowsSplit2,
  },
  CONFIRMED: {
    text: m.providermoney_state_confirmed,
    list: m.providermoney_list_confirmed,
    empty: m.providermoney_list_confirmed_empty,
    colour: 'green',
    icon: IconArrowUpRight,
  },
  OUTGOING: {
    text: m.providermoney_state_outgoing,
    list: m.providermoney_list_outgoing,
    empty: m.providermoney_list_outgoing_empty,
    colour: 'gray',
    icon: IconArrowForwardUp,
  },
  REVERSED: {
    text: m.providermoney_state_reversed,
    list: m.providermoney_list_reversed,
    empty: m.providermoney_list_reversed_empty,
    colour: 'gray',
    icon: IconRotate,
  },
  REVERSAL: {
    text: m.providermoney_state_reversal,
    list: m.providermoney_list_reversal,
    empty: m.providermoney_list_reversal_empty,
    colour: 'gray',
    icon: IconRotate,
  },
};

/** The payer, or that the bank did not name one. */
export function payerName({ payerName: name }: Payment): string {
  return name === '' ? m.providermoney_payer_unknown() : name;
}

/** What moved: of a divided batch all that its payments have taken. */
export function movedBy({ amount, divided }: Payment): number {
  return amount === 0 ? divided : amount;
}

/** A short label of a payment: its amount and its payer. */
export function paymentLabel(payment: Payment): string {
  return m.providermoney_label({
    payer: payerName(payment),
    amount: formatMoney(movedBy(payment)),
  });
}
