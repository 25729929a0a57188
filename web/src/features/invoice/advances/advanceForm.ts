import type { AdvanceLimit, AdvanceState } from '@/api/advances';
import type { Bill, Row } from '@/api/bills';
import { readNumber } from '@/lib/number';
import { exactUnits, isWholeCents } from '@/lib/price';

/** While an advance stands, its rows are taken. */
const STANDING: ReadonlySet<AdvanceState> = new Set(['REQUESTED', 'GRANTED', 'PAID']);

/** The rows of a bill on which no advance stands. */
export function freeRows(bill: Bill): readonly Row[] {
  const taken = new Set(
    bill.advancePayments.filter(({ state }) => STANDING.has(state)).flatMap(({ rows }) => rows),
  );
  return bill.billableitems.filter(({ id }) => !taken.has(id));
}

/** What is wrong with the amount that is asked for, as a key of the error texts. */
export function amountProblem(typed: string, limit: AdvanceLimit | null): string | undefined {
  const reading = readNumber(typed, 'price');
  if (reading.kind === 'empty') return 'validation.required';
  if (reading.kind !== 'number') return 'validation.invalidNumber';
  const units = exactUnits(reading.value);
  if (units <= 0n) return 'share.aboveZero';
  if (!isWholeCents(units)) return 'share.notCents';
  return limit !== null && units > exactUnits(limit.limit) ? 'ADVANCE_PAYMENT_TOO_BIG' : undefined;
}
