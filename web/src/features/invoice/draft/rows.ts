import type { RowType } from '@/api/bills';
import { daysAfter } from '@/lib/calendar';
import {
  shownWithVat,
  totalOf,
  typedUnits,
  unitPriceOf,
  unitsOf,
  withoutVat,
  type Units,
} from '@/lib/price';
import type { Draft, DraftRow } from './draft';

/** A row to fill in: the day after the last one, at the VAT of the bill. */
export function newRow(draft: Draft, today: string, id: string): DraftRow {
  const last = draft.rows.at(-1);
  return {
    id,
    type: 'CONTRACT',
    date: (last && daysAfter(last.date, 1)) ?? today,
    destination: '',
    alv: draft.alv,
    alvPrice: '',
    hourlyprice: '',
    billableWorkHours: '1',
    collapsed: false,
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
  return row.destination.trim() === '' && row.alvPrice === '' && row.hourlyprice === '';
}

/** The VAT-free total; undefined while the price is missing or is no number. */
export function totalUnits(row: DraftRow): Units | undefined {
  if (row.type === 'CONTRACT') return unitsOf(row.alvPrice);
  const [unitPrice, amount] = [unitsOf(row.hourlyprice), unitsOf(row.billableWorkHours)];
  return unitPrice === undefined || amount === undefined ? undefined : totalOf(unitPrice, amount);
}

export function totalText(row: DraftRow): string {
  const total = totalUnits(row);
  return total === undefined ? '' : typedUnits(total);
}

export function totalWithVatText(row: DraftRow): string {
  const [total, percent] = [totalUnits(row), unitsOf(row.alv)];
  return total === undefined || percent === undefined
    ? ''
    : typedUnits(shownWithVat(total, percent));
}

/** The row after its VAT-free total was written over. Of an amount the unit price follows. */
function withTotalUnits(row: DraftRow, total: Units): DraftRow {
  if (row.type === 'CONTRACT') return { ...row, alvPrice: typedUnits(total) };
  const amount = unitsOf(row.billableWorkHours) ?? 0n;
  return {
    ...row,
    hourlyprice: typedUnits(unitPriceOf(total, amount)),
    billableWorkHours: amount === 0n ? '1' : row.billableWorkHours,
  };
}

/** Undefined if the text is not a number that a price can be. */
export function withTotal(row: DraftRow, typed: string): DraftRow | undefined {
  if (row.type === 'CONTRACT') return { ...row, alvPrice: typed };
  if (typed.trim() === '') return { ...row, hourlyprice: '' };
  const total = unitsOf(typed);
  return total === undefined ? undefined : withTotalUnits(row, total);
}

/** The same from the price with VAT. */
export function withTotalIncludingVat(row: DraftRow, typed: string): DraftRow | undefined {
  if (typed.trim() === '') return { ...row, alvPrice: '', hourlyprice: '' };
  const [total, percent] = [unitsOf(typed), unitsOf(row.alv)];
  return total === undefined || percent === undefined
    ? undefined
    : withTotalUnits(row, withoutVat(total, percent));
}

/** The row priced in the other way. What it costs stays the same, as far as unit prices allow. */
export function withType(row: DraftRow, type: RowType): DraftRow {
  const total = totalUnits(row);
  const other: DraftRow = { ...row, type };
  if (type === row.type || total === undefined) return other;
  return withTotalUnits(other, total);
}
