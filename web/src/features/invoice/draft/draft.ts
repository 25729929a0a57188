import type {
  Bill,
  BillBody,
  BillCustomer,
  BillLanguage,
  BillLink,
  Row,
  RowBody,
  RowType,
} from '@/api/bills';
import { daysAfter, daysBetween } from '@/lib/calendar';
import { numberIn, type NumberKind } from '@/lib/number';
import { exactUnits, typedUnits } from '@/lib/price';
import { keptBodyOf, withoutNegativeExpenses } from './expenses';
import { TRIP_FIELDS, tripBodyOf, tripOf, type DraftTrip, type TripField } from './trip';
import {
  WORK_TIME_FIELDS,
  workTimeBodyOf,
  workTimeOf,
  type DraftWorkTime,
  type WorkTimeField,
} from './workTime';

/** What is on the screen. Numbers and dates are texts, as typed. */
export interface Draft {
  readonly customer: BillCustomer | null;
  /** The sent bill that this one credits. */
  readonly creditOf: BillLink | null;
  readonly language: BillLanguage;
  readonly billingdate: string;
  readonly exactDueDate: string;
  /** The days from the billing date to the due date; each of the three follows the others. */
  readonly dueDays: string;
  readonly alv: string;
  /** Empty where no reason is chosen. */
  readonly vatZeroReasonCode: string;
  readonly inverseALV: boolean;
  /** The VAT before reverse VAT was chosen, to which the bill returns without it. */
  readonly vatBefore?: Pick<Draft, 'alv' | 'vatZeroReasonCode'> | undefined;
  readonly billReimbursementsFromCustomer: boolean;
  readonly separateReimbursements: boolean;
  readonly constructionReimbursements: boolean;
  readonly leftOutFromHome: boolean;
  readonly specificationDetails: string;
  readonly yourcode: string;
  readonly invoiceText: string;
  readonly rows: readonly DraftRow[];
}

export interface DraftRow {
  readonly id: string;
  readonly type: RowType;
  readonly date: string;
  readonly destination: string;
  readonly alv: string;
  /** The VAT-free price of a contract. */
  readonly alvPrice: string;
  /** The unit price and the amount where so many are billed. */
  readonly hourlyprice: string;
  readonly billableWorkHours: string;
  /** What was typed as a total and is not one number. Until it is, the row has no price. */
  readonly unread?: UnreadTotal | undefined;
  /** The VAT before reverse VAT was chosen for the bill. */
  readonly alvBefore?: string | undefined;
  readonly collapsed: boolean;
  readonly workTime: DraftWorkTime;
  readonly trip: DraftTrip;
  /** The expenses (see expenses.ts). */
  readonly kept: KeptFields;
}

/** Which total it is: without VAT or with it. */
export interface UnreadTotal {
  readonly field: 'alvPrice' | 'price';
  readonly text: string;
}

type KeptFields = Readonly<
  Omit<RowBody, Exclude<keyof DraftRow, 'kept'> | TripField | WorkTimeField>
>;

/** What the server calculates from the rest of a row and does not take back, and what has a place of its own. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'state',
  'price',
  'priceWithoutAlv',
  'totalPrice',
  'workhours',
  'totalTime',
  ...TRIP_FIELDS,
  ...WORK_TIME_FIELDS,
]);

/** A number of the server as a person would type it. */
export function typedNumber(value: number | null, kind: NumberKind): string {
  return value === null ? '' : typedUnits(exactUnits(value), kind);
}

function rowOf(row: Row): DraftRow {
  const {
    id,
    type,
    date,
    destination,
    alv,
    alvPrice,
    hourlyprice,
    billableWorkHours,
    collapsed,
    ...others
  } = row;
  const kept: KeptFields = Object.fromEntries(
    Object.entries(others).filter(([name]) => !NOT_KEPT.has(name)),
  );
  return {
    id,
    type,
    date: date ?? '',
    destination,
    alv: String(alv),
    alvPrice: type === 'CONTRACT' ? typedNumber(alvPrice, 'price') : '',
    hourlyprice: type === 'AMOUNT' ? typedNumber(hourlyprice, 'price') : '',
    billableWorkHours: type === 'AMOUNT' ? typedNumber(billableWorkHours, 'amount') : '1',
    collapsed,
    workTime: workTimeOf(row),
    trip: tripOf(row),
    kept,
  };
}

/** A bill of the server as it appears on the screen. */
export function draftOf(bill: Bill): Draft {
  const billingdate = bill.billingdate ?? '';
  const exactDueDate = bill.exactDueDate ?? bill.calculatedDueDate ?? '';
  const days = daysBetween(billingdate, exactDueDate) ?? bill.dueDate;
  return {
    customer: bill.sharedCustomer,
    creditOf: bill.creditOf,
    language: bill.language,
    billingdate,
    exactDueDate,
    dueDays: days === null ? '' : String(days),
    alv: String(bill.alv),
    vatZeroReasonCode: bill.vatZeroReasonCode === null ? '' : String(bill.vatZeroReasonCode),
    inverseALV: bill.inverseALV,
    billReimbursementsFromCustomer: bill.billReimbursementsFromCustomer,
    separateReimbursements: bill.separateReimbursements,
    constructionReimbursements: bill.constructionReimbursements,
    leftOutFromHome: bill.leftOutFromHome,
    specificationDetails: bill.specificationDetails,
    yourcode: bill.yourcode,
    invoiceText: bill.invoiceText,
    rows: bill.billableitems.map(rowOf),
  };
}

interface Usual {
  /** DD.MM.YYYY */
  readonly today: string;
  /** The VAT that most bills of today have, per cent. */
  readonly alv: string;
  readonly language: BillLanguage;
}

const USUAL_DAYS_TO_PAY = 14;

/** A new bill, of today. */
export function newDraft({ today, alv, language }: Usual): Draft {
  return {
    customer: null,
    creditOf: null,
    language,
    billingdate: today,
    exactDueDate: daysAfter(today, USUAL_DAYS_TO_PAY) ?? '',
    dueDays: String(USUAL_DAYS_TO_PAY),
    alv,
    vatZeroReasonCode: '',
    inverseALV: false,
    billReimbursementsFromCustomer: false,
    separateReimbursements: false,
    constructionReimbursements: false,
    leftOutFromHome: false,
    specificationDetails: '',
    yourcode: '',
    invoiceText: '',
    rows: [],
  };
}

function textIn(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** What becomes of a text that is not one number: it is never sent. */
type Unread = (text: string) => string | null;

export function rowBodyOf(row: DraftRow, unread: Unread = () => null): RowBody {
  const agreed = row.type === 'CONTRACT';
  const total = row.unread && unread(`${row.unread.field} ${row.unread.text}`);
  const number = (text: string, kind: NumberKind) =>
    text.trim() === '' ? null : (numberIn(text, kind) ?? unread(text));
  const price = (text: string) => (total === undefined ? number(text, 'price') : total);
  return {
    ...keptBodyOf(row.kept, unread),
    ...workTimeBodyOf(row.workTime, unread),
    ...tripBodyOf(row.trip, unread),
    id: row.id,
    type: row.type,
    date: textIn(row.date),
    destination: row.destination,
    alv: number(row.alv, 'percent'),
    alvPrice: agreed ? price(row.alvPrice) : null,
    hourlyprice: agreed ? null : price(row.hourlyprice),
    billableWorkHours: agreed ? null : number(row.billableWorkHours, 'amount'),
    collapsed: row.collapsed,
  };
}

/** The rows as far as they can be sent. */
export function sendableRows({ creditOf, rows }: Draft): readonly DraftRow[] {
  return creditOf === null ? rows.map(withoutNegativeExpenses) : rows;
}

/** What is sent to save the draft. */
export function bodyOf(draft: Draft): BillBody {
  const { customer, dueDays, rows: _rows, vatBefore: _, ...same } = draft;
  return {
    ...same,
    sharedCustomer: customer && { id: customer.id },
    creditOf: draft.creditOf && { id: draft.creditOf.id },
    billingdate: textIn(draft.billingdate),
    exactDueDate: textIn(draft.exactDueDate),
    // The days only say something where no day is given.
    dueDate: draft.exactDueDate.trim() === '' ? textIn(dueDays) : null,
    alv: numberIn(draft.alv, 'percent') ?? null,
    vatZeroReasonCode: textIn(draft.vatZeroReasonCode),
    billableitems: sendableRows(draft).map((row) => rowBodyOf(row)),
  };
}
