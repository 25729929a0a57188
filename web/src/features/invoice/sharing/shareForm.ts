import type { Share, Subcontractor } from '@/api/shares';
import type { FieldErrors } from '@/components/useForm';
import { parseDate } from '@/lib/format/date';
import { numberIn, readNumber } from '@/lib/number';
import { exactUnits, isWholeCents, partOf, plainUnits, typedUnits, type Units } from '@/lib/price';

export type ShareBy = 'amount' | 'percent';

/** A share as it is written; numbers as they are typed. */
export interface ShareFields {
  readonly subcontractor: Subcontractor | null;
  readonly by: ShareBy;
  readonly amount: string;
  readonly percent: string;
  readonly date: string;
  readonly description: string;
}

export const LONGEST_DESCRIPTION = 500;

const WHOLE = exactUnits(100);

export function fieldsOf(share: Share | undefined, today: string): ShareFields {
  const percent = share?.percent ?? null;
  return {
    subcontractor: share?.subcontractor ?? null,
    by: percent === null ? 'amount' : 'percent',
    amount: typeof share?.amount !== 'number' ? '' : typedUnits(exactUnits(share.amount)),
    percent: percent === null ? '' : typedUnits(exactUnits(percent), 'percent'),
    date: share?.date ?? today,
    description: share?.description ?? '',
  };
}

/** What the share comes to now; undefined while its number is missing or is none. */
export function sumOf({ by, amount, percent }: ShareFields, rows: Units): Units | undefined {
  const typed = by === 'amount' ? numberIn(amount, 'price') : numberIn(percent, 'percent');
  if (typed === undefined) return undefined;
  return by === 'amount' ? exactUnits(typed) : partOf(rows, exactUnits(typed));
}

function numberProblem(fields: ShareFields, left: Units): string | undefined {
  const { by } = fields;
  const reading = readNumber(fields[by], by === 'amount' ? 'price' : 'percent');
  if (reading.kind === 'empty') return 'validation.required';
  if (reading.kind !== 'number') return 'validation.invalidNumber';
  const units = exactUnits(reading.value);
  if (by === 'percent') {
    return units <= 0n || units > WHOLE ? 'share.percentRange' : undefined;
  }
  if (units <= 0n) return 'share.aboveZero';
  if (!isWholeCents(units)) return 'share.notCents';
  return units > left ? 'share.moreThanLeft' : undefined;
}

/** What is wrong with the fields. `rows` are the VAT-free rows of the bill, `left` what of them is not given yet. */
export function problemsOf(fields: ShareFields, rows: Units, left: Units): FieldErrors {
  const { by, subcontractor, date, description } = fields;
  const number = numberProblem(fields, left);
  const tooMuch = number === undefined && (sumOf(fields, rows) ?? 0n) > left;
  return {
    ...(subcontractor === null && { subcontractor: 'validation.required' }),
    ...(number !== undefined && { [by]: number }),
    ...(tooMuch && { [by]: 'share.moreThanLeft' }),
    ...(date.trim() === '' && { date: 'validation.required' }),
    ...(date.trim() !== '' && parseDate(date) === undefined && { date: 'validation.invalidDate' }),
    ...(description.trim() === '' && { description: 'validation.required' }),
  };
}

/** What is sent. Only of fields without problems. */
export function bodyOf({ subcontractor, by, amount, percent, date, description }: ShareFields) {
  return {
    ...(subcontractor !== null && {
      subcontractor: { id: subcontractor.id, email: subcontractor.email },
    }),
    ...(by === 'amount'
      ? { amount: plainUnits(exactUnits(numberIn(amount, 'price') ?? '0')) }
      : { percent: plainUnits(exactUnits(numberIn(percent, 'percent') ?? '0')) }),
    date: date.trim(),
    description: description.trim(),
  };
}
