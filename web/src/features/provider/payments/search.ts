import type { PaymentState } from '@/api/payments';
import { choice, searchReader, searchWords } from '@/lib/search';

/** The states that need a decision or had one, each on a tab of its own. */
export const MAIN_STATES = [
  'UNMATCHED',
  'PROPOSED',
  'REFUNDABLE',
  'MATCHED',
  'REFUNDED',
  'SET_ASIDE',
] as const satisfies PaymentState[];

/** The states that need no decision; they share a tab. */
export const OTHER_STATES = [
  'CONFIRMED',
  'OUTGOING',
  'REVERSED',
  'REVERSAL',
  'DIVIDED',
] as const satisfies PaymentState[];

/** What the page of payments shows: those of a state, or the files that they came in. */
export type View = PaymentState | 'FILES';

export const FIRST_STATE = MAIN_STATES[0];

export const readPaymentsSearch = searchReader({
  view: choice([...MAIN_STATES, ...OTHER_STATES, 'FILES']),
  q: searchWords,
});

/** The list that the user goes through from payment to payment. */
export const readPaymentSearch = searchReader({
  view: choice([...MAIN_STATES, ...OTHER_STATES]),
});
