import type { components } from '@/api/schema';
import { keyWith, textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

type FieldProblem = components['schemas']['FieldProblem'];
type Problem = Omit<FieldProblem, 'key'> & { readonly key: string };

interface Words {
  readonly numbered: (words: { number: number; day: string }) => string;
  readonly waiting: (words: { day: string }) => string;
}

/** Reasons in which another bill is named. */
const WITH_OTHER_BILL: Readonly<Record<string, Words>> = {
  TRIP_ON_ANOTHER_BILL: {
    numbered: m.bills_reason_trip_on_bill,
    waiting: m.bills_reason_trip_on_waiting_bill,
  },
  SEVERAL_ALLOWANCES_ON_DAY: {
    numbered: m.bills_reason_allowances_on_bill,
    waiting: m.bills_reason_allowances_on_waiting_bill,
  },
};

/**
 * Why a field of a bill is refused or remarked on, with the name of the bill that stands in the way or the characters
 * that cannot be printed.
 */
export function reasonText(problem: Problem): string {
  const { key, other, characters } = problem;
  if (typeof characters === 'string') {
    return m.shared_unprintable({ characters: Array.from(characters).join(' ') });
  }
  const words = WITH_OTHER_BILL[key];
  if (words === undefined || other === undefined || other === null) {
    return textOf(keyWith(problem));
  }
  const { number, day } = other;
  return number === null ? words.waiting({ day }) : words.numbered({ number, day });
}
