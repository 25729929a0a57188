import type { components } from '@/api/schema';
import { reasonKey } from '@/domain/bills/reasonText';
import { parseDate } from '@/lib/format/date';
import { keyWith } from '@/lib/notify/text';
import { numberIn, type NumberKind } from '@/lib/number';
import { remembered } from '@/lib/remembered';
import type { Draft, DraftRow } from './draft';
import { negativeExpenses, unreadExpenses } from './expenses';
import { unreadableOfTrip } from './trip';
import { unreadableOfWorkTime } from './workTime';

type FieldProblem = components['schemas']['FieldProblem'];
type ErrorKey = FieldProblem['key'];

/** What is wrong, by the place where it is shown (see `placeOf`). */
export type Problems = Readonly<Record<string, string>>;

export const NO_PROBLEMS: Problems = {};

/**
 * Where a field is on the screen. Rows are named by id rather than by number, so that a problem
 * stays with its row when others are added or removed above it.
 */
export function placeOf(rowId: string, field: string): string {
  return `${rowId}.${field}`;
}

const ROW_PATH = /^billableitems\[(\d+)\](?:\.(\w+))?$/;

/** What the server found in the draft that it was sent. */
export function problemsByPlace(found: readonly FieldProblem[], sent: Draft): Problems {
  return Object.fromEntries(
    found.map((problem) => [placeOfPath(problem.field, sent.rows), reasonKey(problem)] as const),
  );
}

export function placeOfPath(path: string, rows: readonly DraftRow[]): string {
  const [, index = '', field = 'destination'] = ROW_PATH.exec(path) ?? [];
  const row = index === '' ? undefined : rows[Number(index)];
  return row === undefined ? path : placeOf(row.id, field);
}

export function withoutProblems(problems: Problems, places: readonly string[]): Problems {
  if (!places.some((place) => Object.hasOwn(problems, place))) return problems;
  return Object.fromEntries(Object.entries(problems).filter(([place]) => !places.includes(place)));
}

function checked(
  place: string,
  text: string,
  read: (text: string) => unknown,
  key: ErrorKey,
): [string, ErrorKey][] {
  return text.trim() === '' || read(text) !== undefined ? [] : [[place, key]];
}

function date(place: string, text: string) {
  return checked(place, text, parseDate, 'validation.invalidDate');
}

function number(place: string, text: string, kind: NumberKind) {
  return checked(place, text, () => numberIn(text, kind), 'validation.invalidNumber');
}

function price({ type, alvPrice, hourlyprice, unread }: DraftRow, at: (field: string) => string) {
  if (unread !== undefined) return number(at(unread.field), unread.text, 'price');
  return type === 'CONTRACT'
    ? number(at('alvPrice'), alvPrice, 'price')
    : number(at('hourlyprice'), hourlyprice, 'price');
}

const rowProblems = remembered((row: DraftRow): [string, ErrorKey][] => {
  const at = (field: string) => placeOf(row.id, field);
  return [
    ...date(at('date'), row.date),
    ...price(row, at),
    ...(row.type === 'AMOUNT'
      ? number(at('billableWorkHours'), row.billableWorkHours, 'amount')
      : []),
    ...[...unreadableOfWorkTime(row.workTime), ...unreadableOfTrip(row.trip)].map(
      ([field, key]): [string, ErrorKey] => [at(field), key],
    ),
    ...unreadExpenses(row).map((field): [string, ErrorKey] => [
      at(field),
      'validation.invalidNumber',
    ]),
  ];
});

/** Whether everything in the row is a date or a number where it has to be. */
export function isReadable(row: DraftRow): boolean {
  return rowProblems(row).length === 0;
}

const negatives = remembered((row: DraftRow): [string, string][] =>
  negativeExpenses(row).map((field) => [
    placeOf(row.id, field),
    keyWith({ field: '', key: 'validation.outOfRange', least: '0' }),
  ]),
);

/** What cannot be a date, a number or a cost. The server could not keep it, so it is not sent. */
export const unreadable = remembered((draft: Draft): Problems =>
  Object.fromEntries([
    ...date('billingdate', draft.billingdate),
    ...date('exactDueDate', draft.exactDueDate),
    ...draft.rows.flatMap(rowProblems),
    ...(draft.creditOf === null ? draft.rows.flatMap(negatives) : []),
  ]),
);
