import type { RowType } from '@/api/bills';
import { daysAfter, daysBetween, lastOfMonth } from '@/lib/calendar';
import {
  exactUnits,
  shownWithVat,
  totalOf,
  typedUnits,
  unitPriceOf,
  unitsOf,
  withoutVat,
  type Units,
} from '@/lib/price';
import type { Draft, DraftRow, UnreadTotal } from './draft';
import { hasExpenses } from './expenses';
import { isReadable } from './problems';
import { isWithoutTrip, NO_TRIP } from './trip';
import { isWithoutWorkTime, NO_WORK_TIME } from './workTime';

/** The server refuses more. */
export const MOST_ROWS = 200;

/** A day so many days after another, but within its month: all rows of a bill are of one month. */
export function withinMonth(date: string, days: number): string | undefined {
  const [moved, last] = [daysAfter(date, days), lastOfMonth(date)];
  if (moved === undefined || last === undefined) return undefined;
  return (daysBetween(moved, last) ?? 0) < 0 ? last : moved;
}

/** The day of a new row: the one after the last row that has a day, within its month. */
function nextDay({ rows }: Draft, today: string): string {
  const days = rows.flatMap(({ date }) => withinMonth(date, 1) ?? []);
  return days.at(-1) ?? today;
}

/** A row to fill in: the day after the last one, at the VAT of the bill. */
export function newRow(draft: Draft, today: string, id: string): DraftRow {
  return {
    id,
    type: 'CONTRACT',
    date: nextDay(draft, today),
    destination: '',
    alv: draft.alv,
    alvPrice: '',
    hourlyprice: '',
    billableWorkHours: '1',
    collapsed: false,
    workTime: NO_WORK_TIME,
    trip: NO_TRIP,
    kept: {},
  };
}

/** Whether the rows take money back: none asks for any. */
export function isBelowZero({ rows }: Draft): boolean {
  const totals = rows.map(totalUnits).filter((total) => total !== undefined);
  return totals.some((total) => total < 0n) && totals.every((total) => total <= 0n);
}

/** Whether nothing of its own has been written into the row. */
export function isBlank(row: DraftRow): boolean {
  const priced = row.alvPrice !== '' || row.hourlyprice !== '' || row.unread !== undefined;
  const empty = isWithoutTrip(row.trip) && isWithoutWorkTime(row.workTime);
  return row.destination.trim() === '' && !priced && empty && !hasExpenses(row.kept);
}

/** Whether the row says what was done, when and for how much, so that it needs one line only. */
export function isFinished(row: DraftRow): boolean {
  const named = row.destination.trim() !== '' && row.date.trim() !== '';
  return named && totalUnits(row) !== undefined && isReadable(row);
}

function amountUnits({ billableWorkHours }: DraftRow): Units | undefined {
  return unitsOf(billableWorkHours, 'amount');
}

/** The VAT-free total; undefined while the price is missing or is no number. */
export function totalUnits(row: DraftRow): Units | undefined {
  if (row.unread !== undefined) return undefined;
  if (row.type === 'CONTRACT') return unitsOf(row.alvPrice);
  const [unitPrice, amount] = [unitsOf(row.hourlyprice), amountUnits(row)];
  return unitPrice === undefined || amount === undefined ? undefined : totalOf(unitPrice, amount);
}

/** What was typed into a total and is not one number. */
function unreadText({ unread }: DraftRow, field: UnreadTotal['field']): string {
  return unread?.field === field ? unread.text : '';
}

export function totalText(row: DraftRow): string {
  if (row.unread !== undefined) return unreadText(row, 'alvPrice');
  if (row.type === 'CONTRACT') return row.alvPrice;
  const total = totalUnits(row);
  return total === undefined ? '' : typedUnits(total);
}

export function totalWithVatText(row: DraftRow): string {
  if (row.unread !== undefined) return unreadText(row, 'price');
  const [total, percent] = [totalUnits(row), unitsOf(row.alv, 'percent')];
  return total === undefined || percent === undefined
    ? ''
    : typedUnits(shownWithVat(total, percent));
}

/** The row after its VAT-free total was written over. Of an amount the unit price follows. */
function withTotalUnits(row: DraftRow, total: Units): DraftRow {
  const priced = { ...row, unread: undefined };
  if (row.type === 'CONTRACT') return { ...priced, alvPrice: typedUnits(total) };
  const amount = amountUnits(row) ?? 0n;
  return {
    ...priced,
    hourlyprice: typedUnits(unitPriceOf(total, amount)),
    billableWorkHours: amount === 0n ? '1' : row.billableWorkHours,
  };
}

/** The row after something was typed as its VAT-free total. What is not one number stays as typed. */
export function withTotal(row: DraftRow, typed: string): DraftRow {
  if (row.type === 'CONTRACT') return { ...row, alvPrice: typed, unread: undefined };
  if (typed.trim() === '') return { ...row, hourlyprice: '', unread: undefined };
  const total = unitsOf(typed);
  return total === undefined
    ? { ...row, unread: { field: 'alvPrice', text: typed } }
    : withTotalUnits(row, total);
}

/** The same from the price with VAT. */
export function withTotalIncludingVat(row: DraftRow, typed: string): DraftRow {
  if (typed.trim() === '') return { ...row, alvPrice: '', hourlyprice: '', unread: undefined };
  const [total, percent] = [unitsOf(typed), unitsOf(row.alv, 'percent')];
  return total === undefined || percent === undefined
    ? { ...row, unread: { field: 'price', text: typed } }
    : withTotalUnits(row, withoutVat(total, percent));
}

/** The row with another unit price, from which its total follows. */
export function withUnitPrice(row: DraftRow, hourlyprice: string): DraftRow {
  return { ...row, hourlyprice, unread: undefined };
}

/** The row billed by the hours worked: so many at a unit price. */
export function withHours(row: DraftRow, hours: `${number}`): DraftRow {
  const amount = {
    ...withType(row, 'AMOUNT'),
    billableWorkHours: typedUnits(exactUnits(hours), 'amount'),
  };
  // A fixed price stays what it was: it is divided by the hours.
  const total = row.type === 'CONTRACT' ? totalUnits(row) : undefined;
  return total === undefined ? amount : withTotalUnits(amount, total);
}

/** The row priced in the other way. What it costs stays the same, as far as unit prices allow. */
export function withType(row: DraftRow, type: RowType): DraftRow {
  const total = totalUnits(row);
  const other: DraftRow = { ...row, type };
  if (type === row.type || total === undefined) return other;
  return withTotalUnits(other, total);
}
