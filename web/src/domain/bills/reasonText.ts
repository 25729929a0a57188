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
  SHIFT_ON_ANOTHER_BILL: {
    numbered: m.bills_reason_shift_on_bill,
    waiting: m.bills_reason_shift_on_waiting_bill,
  },
  SEVERAL_ALLOWANCES_ON_DAY: {
    numbered: m.bills_reason_allowances_on_bill,
    waiting: m.bills_reason_allowances_on_waiting_bill,
  },
};

/** A bill that stands in the way of another one. */
export type OtherBill = NonNullable<FieldProblem['other']>;

/** The key of a problem with what its text names: a bound, or the bill that stands in the way. */
export function reasonKey(problem: Problem): string {
  const { key, other } = problem;
  if (WITH_OTHER_BILL[key] === undefined || other === undefined || other === null) {
    return keyWith(problem);
  }
  const { id, number, day } = other;
  return `${key}?${new URLSearchParams({ bill: id, day, number: String(number ?? '') })}`;
}

/** The bill that a key names, see `reasonKey`. */
export function otherBillIn(key: string): OtherBill | undefined {
  const named = new URLSearchParams(key.split('?')[1]);
  const [id, day, number] = [named.get('bill'), named.get('day'), named.get('number')];
  if (id === null || day === null) return undefined;
  return { id, day, number: number === null || number === '' ? null : Number(number) };
}

/** The text of a key, with the name of the bill that stands in the way. */
export function keyText(key: string): string {
  const [name = ''] = key.split('?');
  const [words, other] = [WITH_OTHER_BILL[name], otherBillIn(key)];
  if (words === undefined || other === undefined) return textOf(key);
  const { number, day } = other;
  return number === null ? words.waiting({ day }) : words.numbered({ number, day });
}

/**
 * Why a field of a bill is refused or remarked on, with the name of the bill that stands in the way or the characters
 * that cannot be printed.
 */
export function reasonText(problem: Problem): string {
  const { characters } = problem;
  return typeof characters === 'string'
    ? m.shared_unprintable({ characters: Array.from(characters).join(' ') })
    : keyText(reasonKey(problem));
}
