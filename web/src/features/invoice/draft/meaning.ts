import type { RowBody } from '@/api/bills';
import { EXPENSE_FIELDS } from '@/domain/bills/expenses';
import { remembered } from '@/lib/remembered';
import { bodyOf, rowBodyOf, type Draft, type DraftRow } from './draft';
import { TRIP_FIELDS } from './trip';
import { WORK_TIME_FIELDS } from './workTime';

/** What is not there, however it is written. */
function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    value === 0 ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Values without what does not change what they say: empty fields, and spaces around texts. */
function bare(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return isNothing(value) ? undefined : value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => !isNothing(part))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** All of a row, with what is typed and is not one number yet: it must not pass for an empty field. */
function saidBy(row: DraftRow) {
  return rowBodyOf(row, (text) => `? ${text}`);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, bare) ?? '';
}

// Each key that is pressed changes one row of perhaps sixty; the others say what they said.
const allOfRow = remembered((row: DraftRow) => textOf(saidBy(row)));

/** Equal for two drafts that say the same, be it "12,50" here and 12.5 there. */
const meaningOf = remembered((draft: Draft) =>
  [textOf(bodyOf({ ...draft, rows: [] })), ...draft.rows.map(allOfRow)].join('\n'),
);

export function saysTheSame(one: Draft, other: Draft): boolean {
  return one === other || meaningOf(one) === meaningOf(other);
}

/** The parts of a bill that are merged as one, because a half of each side would say neither. */
export const BILL_UNITS = {
  customer: ['customer'],
  creditOf: ['creditOf'],
  dates: ['billingdate', 'exactDueDate', 'dueDays'],
  language: ['language'],
  vat: ['alv', 'vatZeroReasonCode', 'inverseALV'],
  reimbursements: [
    'billReimbursementsFromCustomer',
    'separateReimbursements',
    'constructionReimbursements',
  ],
  leftOutFromHome: ['leftOutFromHome'],
  specificationDetails: ['specificationDetails'],
  yourcode: ['yourcode'],
  invoiceText: ['invoiceText'],
} as const satisfies Record<string, readonly (keyof Draft)[]>;

export const ROW_UNITS = {
  date: ['date'],
  destination: ['destination'],
  alv: ['alv'],
  price: ['type', 'alvPrice', 'hourlyprice', 'billableWorkHours'],
  workTime: ['workTime'],
  trip: ['trip'],
  expenses: ['kept'],
} as const satisfies Record<string, readonly (keyof DraftRow)[]>;

/** What each unit is on the wire. */
const ROW_UNIT_FIELDS: Readonly<Record<RowUnit, readonly (keyof RowBody)[]>> = {
  date: ROW_UNITS.date,
  destination: ROW_UNITS.destination,
  alv: ROW_UNITS.alv,
  price: ROW_UNITS.price,
  workTime: WORK_TIME_FIELDS,
  trip: TRIP_FIELDS,
  expenses: EXPENSE_FIELDS,
};

export type BillUnit = keyof typeof BILL_UNITS;
export type RowUnit = keyof typeof ROW_UNITS;

export const BILL_UNIT_NAMES = Object.keys(BILL_UNITS) as readonly BillUnit[];
export const ROW_UNIT_NAMES = Object.keys(ROW_UNITS) as readonly RowUnit[];

/** What a unit of a bill says; equal texts say the same. */
export function billMeaning(draft: Draft, unit: BillUnit): string {
  const body = bodyOf({ ...draft, rows: [] });
  const said = { ...body, customer: body.sharedCustomer, dueDays: body.dueDate };
  return textOf(BILL_UNITS[unit].map((field) => said[field] ?? null));
}

export function rowMeaning(row: DraftRow, unit: RowUnit): string {
  const body = saidBy(row);
  return textOf(ROW_UNIT_FIELDS[unit].map((field) => body[field] ?? null));
}

/** What a row says in all, but for whether it is folded. */
export function wholeRowMeaning(row: DraftRow): string {
  const { collapsed: _, ...said } = saidBy(row);
  return textOf(said);
}
