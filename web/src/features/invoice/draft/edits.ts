import type { BillCustomer } from '@/api/bills';
import type { TemplateRow } from '@/api/templates';
import { daysAfter, daysBetween } from '@/lib/calendar';
import { unitsOf } from '@/lib/price';
import { typedNumber, type Draft, type DraftRow } from './draft';
import { isFinished, newRow, withinMonth } from './rows';
import { NO_WORK_TIME } from './workTime';

const WHOLE_NUMBER = /^\d{1,4}$/;
const DAYS_BEING_TYPED = /^\d{0,4}$/;

/** The due date so many days after the billing date, where both are known. */
function dueOn(billingdate: string, dueDays: string, otherwise: string): string {
  return WHOLE_NUMBER.test(dueDays)
    ? (daysAfter(billingdate, Number(dueDays)) ?? otherwise)
    : otherwise;
}

export function withBillingDate(draft: Draft, billingdate: string): Draft {
  const exactDueDate = dueOn(billingdate, draft.dueDays, draft.exactDueDate);
  return { ...draft, billingdate, exactDueDate };
}

export function withDueDate(draft: Draft, exactDueDate: string): Draft {
  const days = daysBetween(draft.billingdate, exactDueDate);
  return { ...draft, exactDueDate, dueDays: days === undefined ? draft.dueDays : String(days) };
}

/** Anything but a number of days is not taken: "10x5" is not 105. */
export function withDueDays(draft: Draft, typed: string): Draft {
  const dueDays = typed.trim();
  if (!DAYS_BEING_TYPED.test(dueDays)) return draft;
  return { ...draft, dueDays, exactDueDate: dueOn(draft.billingdate, dueDays, draft.exactDueDate) };
}

/**
 * Choosing a customer takes over the term of payment that was agreed with them. A credit note is to
 * the customer of its bill, so that another customer has another bill.
 */
export function withCustomer(before: Draft, chosen: BillCustomer | null): Draft {
  const draft = chosen?.id === before.customer?.id ? before : { ...before, creditOf: null };
  if (chosen === null) return { ...draft, customer: null };
  const { id, name, businessid, city, sendBillMethod, termofpayment } = chosen;
  const customer = { id, name, businessid, city, sendBillMethod, termofpayment };
  return withDueDays({ ...draft, customer }, String(termofpayment));
}

export function isZero(alv: string): boolean {
  return unitsOf(alv, 'percent') === 0n;
}

function isSameVat(one: string, other: string): boolean {
  return unitsOf(one, 'percent') === unitsOf(other, 'percent');
}

/** The rows at the VAT of the bill change with it; those that differ were meant to. */
export function withVatPercent(draft: Draft, alv: string): Draft {
  return {
    ...draft,
    alv,
    vatZeroReasonCode: isZero(alv) ? draft.vatZeroReasonCode : '',
    rows: draft.rows.map((row) =>
      isSameVat(row.alv, draft.alv) && row.alv !== alv ? { ...row, alv } : row,
    ),
  };
}

/** In construction the customer pays the VAT: the bill has none, for that reason and no other. */
export function withReverseVat(draft: Draft, inverseALV: boolean): Draft {
  if (inverseALV === draft.inverseALV) return draft;
  if (!inverseALV) return withoutReverseVat(draft);
  const { alv, vatZeroReasonCode } = draft;
  return {
    ...draft,
    inverseALV,
    alv: '0',
    vatZeroReasonCode: '',
    vatBefore: { alv, vatZeroReasonCode },
    rows: draft.rows.map((row) => ({ ...row, alv: '0', alvBefore: row.alv })),
  };
}

/**
 * Everything has the VAT again that it had; rows that are new since then have that of the bill. Of a
 * bill that was opened with reverse VAT nothing earlier is known: its VAT is chosen anew, and a bill
 * at zero cannot be sent without a reason.
 */
function withoutReverseVat({ vatBefore, ...draft }: Draft): Draft {
  return {
    ...draft,
    ...vatBefore,
    inverseALV: false,
    constructionReimbursements: false,
    rows: draft.rows.map(({ alvBefore, ...row }) => ({
      ...row,
      alv: alvBefore ?? vatBefore?.alv ?? row.alv,
    })),
  };
}

export function withBilledReimbursements(draft: Draft, billed: boolean): Draft {
  return {
    ...draft,
    billReimbursementsFromCustomer: billed,
    separateReimbursements: billed && draft.separateReimbursements,
    constructionReimbursements: billed && draft.constructionReimbursements,
  };
}

export function withRow(draft: Draft, id: string, change: (row: DraftRow) => DraftRow): Draft {
  return { ...draft, rows: draft.rows.map((row) => (row.id === id ? change(row) : row)) };
}

/** Writing goes on in another row: those that are finished fold to one line. */
function folded(rows: readonly DraftRow[]): readonly DraftRow[] {
  return rows.map((row) => (row.collapsed || !isFinished(row) ? row : { ...row, collapsed: true }));
}

export function withNewRow(draft: Draft, today: string, id: string): Draft {
  return { ...draft, rows: [...folded(draft.rows), newRow(draft, today, id)] };
}

/** Adds a row from a template; it replaces a last row that is still empty. */
export function withTemplateRow(draft: Draft, template: TemplateRow, row: DraftRow): Draft {
  const alv = template.alv === null ? undefined : String(template.alv);
  const filled: DraftRow = {
    ...row,
    type: template.type,
    destination: template.destination,
    // A bill under reverse VAT has no other rows than those of zero.
    ...(draft.inverseALV ? { alvBefore: alv } : alv !== undefined && { alv }),
    alvPrice: template.type === 'CONTRACT' ? typedNumber(template.alvPrice, 'price') : '',
    hourlyprice: template.type === 'AMOUNT' ? typedNumber(template.hourlyprice, 'price') : '',
    billableWorkHours:
      template.type === 'AMOUNT' ? typedNumber(template.billableWorkHours ?? 1, 'amount') : '1',
  };
  const others = draft.rows.filter(({ id }) => id !== row.id);
  return { ...draft, rows: [...folded(others), { ...filled, collapsed: false }] };
}

/** The draft with a copy of a row below its original. */
function withCopy(draft: Draft, id: string, copy: (row: DraftRow) => DraftRow): Draft {
  const rows = folded(draft.rows).flatMap((row) => (row.id === id ? [row, copy(row)] : [row]));
  return { ...draft, rows };
}

/**
 * The copy is a day later within the month. Its work time and its trip move with it; what was spent is not copied, for
 * each receipt is paid once.
 */
export function withDuplicate(draft: Draft, id: string, newId: string): Draft {
  return withCopy(draft, id, (row) => copyOf(row, newId));
}

/** The trip of a row on another day, on a row without work: who drove again need not have worked again. */
export function withTripCopied(draft: Draft, id: string, newId: string, day: string): Draft {
  return withCopy(draft, id, (row) => ({
    ...copyOf(row, newId, day),
    alvPrice: '',
    hourlyprice: '',
    billableWorkHours: '1',
    workTime: NO_WORK_TIME,
  }));
}

function copyOf(row: DraftRow, id: string, day = withinMonth(row.date, 1)): DraftRow {
  const date = day ?? row.date;
  const days = daysBetween(row.date, date) ?? 0;
  const moved = (on: string) => daysAfter(on, days) ?? on;
  const { workTime, trip } = row;
  return {
    ...row,
    id,
    date,
    collapsed: false,
    workTime: {
      ...workTime,
      workShiftStarted: moved(workTime.workShiftStarted),
      workShiftEnded: moved(workTime.workShiftEnded),
    },
    trip: { ...trip, startdate: moved(trip.startdate), returndate: moved(trip.returndate) },
    kept: {},
  };
}

export function withoutRow(draft: Draft, id: string): Draft {
  return { ...draft, rows: draft.rows.filter((row) => row.id !== id) };
}

/** Puts a deleted row back where it was. */
export function withRowAgain(draft: Draft, row: DraftRow, place: number): Draft {
  return draft.rows.some(({ id }) => id === row.id)
    ? draft
    : { ...draft, rows: draft.rows.toSpliced(place, 0, row) };
}

export function withAllCollapsed(draft: Draft, collapsed: boolean): Draft {
  return { ...draft, rows: draft.rows.map((row) => ({ ...row, collapsed })) };
}

/** The same content as a bill of its own: with rows of its own, and without what happened once. */
export function asNewBill(draft: Draft, newId: () => string): Draft {
  return { ...draft, rows: draft.rows.map((row) => ({ ...row, id: newId() })) };
}
