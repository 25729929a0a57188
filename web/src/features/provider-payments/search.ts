import type { PaymentState } from '@/api/payments';
import { readSearchText } from '@/lib/searchText';

/** The states that somebody works with, each on a tab of its own. */
export const MAIN_STATES = [
  'UNMATCHED',
  'REFUNDABLE',
  'MATCHED',
  'REFUNDED',
  'SET_ASIDE',
] as const satisfies PaymentState[];

/** The states about which there is nothing to decide; they share a tab. */
export const OTHER_STATES = [
  'CONFIRMED',
  'OUTGOING',
  'REVERSED',
  'REVERSAL',
] as const satisfies PaymentState[];

const STATES: readonly PaymentState[] = [...MAIN_STATES, ...OTHER_STATES];

/** What the page of payments shows: those of a state, or the files that they came in. */
export type View = PaymentState | 'FILES';

export const FIRST_STATE = MAIN_STATES[0];

interface PaymentsSearch {
  view?: View;
  /** What is searched for. */
  q?: string;
}

/** Which view is shown; the first when the address says nothing that is understood. */
export function readPaymentsSearch({ view, q }: Record<string, unknown>): PaymentsSearch {
  const known = [...STATES, 'FILES' as const].find((one) => one === view);
  return {
    ...(known !== undefined && known !== FIRST_STATE && { view: known }),
    ...readSearchText(q),
  };
}

/** Which state is worked through, likewise. */
export function readPaymentSearch({ view }: Record<string, unknown>): { view?: PaymentState } {
  const known = STATES.find((one) => one === view);
  return known === undefined || known === FIRST_STATE ? {} : { view: known };
}
