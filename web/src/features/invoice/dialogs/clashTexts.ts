import { billName } from '@/domain/bills/billWords';
import { formatCount, formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { numberIn } from '@/lib/number';
import { plainUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { Draft, DraftRow } from '../draft/draft';
import type { BillUnit, RowUnit } from '../draft/meaning';
import type { Clash } from '../draft/merge';
import { totalUnits } from '../draft/rows';
import { wholeTripText } from '../travel/tripText';
import { workTimeText } from '../worktime/workTimeText';
import { expenseText } from '../draft/expenses';
import { EXPENSE_FIELDS, expenseName } from '@/domain/bills/expenses';
import { zeroReasonText } from '@/domain/bills/zeroReasons';

const BILL_NAMES: Readonly<Record<BillUnit, () => string>> = {
  customer: m.bills_customer,
  creditOf: m.bills_field_credit_of,
  dates: m.invoice_dates,
  language: m.invoice_language,
  vat: m.bills_field_vat,
  reimbursements: m.bills_field_reimbursements,
  leftOutFromHome: m.bills_send_left_from_elsewhere,
  specificationDetails: m.invoice_specification,
  yourcode: m.invoice_yourcode,
  invoiceText: m.invoice_text,
};

const ROW_NAMES: Readonly<Record<RowUnit, () => string>> = {
  date: m.bills_field_row_date,
  destination: m.bills_field_row_destination,
  alv: m.bills_field_row_vat,
  price: m.bills_field_row_price,
  workTime: m.trips_work_time,
  trip: m.trips_trip,
  expenses: m.receipts_expenses,
};

/** What the clash is about. A row has the number that it has on the screen, or there. */
export function clashName(clash: Clash, mine: Draft, theirs: Draft): string {
  if (clash.row === null) return BILL_NAMES[clash.unit]();
  const place = ({ rows }: Draft) => rows.findIndex(({ id }) => id === clash.row);
  const row = Math.max(place(mine), place(theirs)) + 1;
  return clash.unit === 'deletedHere' || clash.unit === 'deletedThere'
    ? m.bills_field_row({ row })
    : m.bills_field_of_row({ row, field: ROW_NAMES[clash.unit]() });
}

function percentText(alv: string): string {
  return formatPercent(fractionOfPercent(alv as `${number}`));
}

const yes = (on: boolean, text: string) => (on ? [text] : []);

const BILL_VALUES: Readonly<Record<BillUnit, (draft: Draft) => string>> = {
  customer: ({ customer }) => customer?.name ?? '',
  creditOf: ({ creditOf }) => (creditOf === null ? '' : billName(creditOf)),
  dates: (draft) => m.bills_send_dates({ billingdate: draft.billingdate, due: draft.exactDueDate }),
  language: ({ language }) => (language === 'fin' ? m.language_fi() : m.language_en()),
  vat: (draft) =>
    [
      percentText(draft.alv),
      ...yes(draft.inverseALV, m.invoice_reverse_vat()),
      ...yes(draft.vatZeroReasonCode !== '', zeroReasonText(draft.vatZeroReasonCode)),
    ].join(' · '),
  reimbursements: (draft) =>
    [
      ...yes(draft.billReimbursementsFromCustomer, m.invoice_bill_reimbursements()),
      ...yes(draft.separateReimbursements, m.invoice_separate_reimbursements()),
      ...yes(draft.constructionReimbursements, m.invoice_construction_reimbursements()),
    ].join(' · '),
  leftOutFromHome: ({ leftOutFromHome }) => (leftOutFromHome ? m.invoice_yes() : m.invoice_no()),
  specificationDetails: ({ specificationDetails }) => specificationDetails,
  yourcode: ({ yourcode }) => yourcode,
  invoiceText: ({ invoiceText }) => invoiceText,
};

function priceText(row: DraftRow): string {
  if (row.unread !== undefined) return row.unread.text;
  const total = totalUnits(row);
  const sum = total === undefined ? '' : formatMoney(plainUnits(total));
  if (row.type === 'CONTRACT') return sum;
  const amount = numberIn(row.billableWorkHours, 'amount');
  const price = numberIn(row.hourlyprice, 'price');
  return [
    `${amount === undefined ? row.billableWorkHours : formatCount(amount)} × `,
    `${price === undefined ? row.hourlyprice : formatMoney(price)} = ${sum}`,
  ].join('');
}

function expensesText({ kept }: DraftRow): string {
  return EXPENSE_FIELDS.map((field) => ({ field, amount: expenseText(kept, field) }))
    .filter(({ amount }) => amount.trim() !== '')
    .map(({ field, amount }) => m.receipts_amount({ expense: expenseName(field), amount }))
    .join(' · ');
}

const ROW_VALUES: Readonly<Record<RowUnit, (row: DraftRow) => string>> = {
  date: ({ date }) => date,
  destination: ({ destination }) => destination,
  alv: ({ alv }) => percentText(alv),
  price: priceText,
  workTime: ({ workTime }) => workTimeText(workTime),
  trip: ({ trip }) => wholeTripText(trip),
  expenses: expensesText,
};

/** What a side says. */
export function clashValue(clash: Clash, draft: Draft): string {
  if (clash.row === null) return BILL_VALUES[clash.unit](draft) || m.invoice_nothing();
  const row = draft.rows.find(({ id }) => id === clash.row);
  if (row === undefined) return m.invoice_conflict_deleted();
  if (clash.unit === 'deletedHere' || clash.unit === 'deletedThere') {
    return [row.destination, row.date, priceText(row)].filter((text) => text !== '').join(' · ');
  }
  return ROW_VALUES[clash.unit](row) || m.invoice_nothing();
}
