import type { Bill } from './account.ts';
import { tripCents, tripIn, type ModelTrip } from './modelTrip.ts';

/** A row as the person means it: what a field of the other kind of pricing holds does not count. */
export interface ModelRow {
  destination: string;
  date: string;
  vat: number;
  /** In ten-thousandths, of euros as of pieces; `total` is null without a price. */
  price: { total: number | null } | { amount: number; unitPrice: number };
  trip: ModelTrip | null;
  /** In cents, by the name of the field on the wire. */
  costs: Partial<Record<CostField, number>>;
  /** The names of their files. */
  receipts: string[];
  collapsed: boolean;
}

const COST_KINDS = ['hotelcost', 'travelcost', 'othercost'] as const;
const COST_VAT = ['', '_alv10', '_alv135', '_alv255'] as const;
export type CostKind = (typeof COST_KINDS)[number];
export type CostVat = (typeof COST_VAT)[number];
type CostField = `${CostKind}${CostVat}`;
const COST_FIELDS = COST_KINDS.flatMap((kind) => COST_VAT.map((vat): CostField => `${kind}${vat}`));

/** What a bill must hold after the edits made so far. */
export interface ModelBill {
  /** The name; null until one is chosen. */
  customer: string | null;
  billingDate: string;
  dueDate: string;
  language: 'fin' | 'eng';
  yourcode: string;
  invoiceText: string;
  specificationDetails: string;
  vat: number;
  zeroReason: number | null;
  /** The customer of construction work pays the VAT: every row has none. */
  reverse: boolean;
  /** Whether and how the customer pays trips and costs. */
  billed: boolean;
  separate: boolean;
  construction: boolean;
  rows: ModelRow[];
}

/** A day as UTC, of DD.MM.YYYY. */
function dayOf(date: string): number {
  const [day = 0, month = 0, year = 0] = date.split('.').map(Number);
  return Date.UTC(year, month - 1, day);
}

const DAY_MS = 86_400_000;

/** DD.MM.YYYY of so many days later. */
export function daysLater(date: string, days: number): string {
  const later = new Date(dayOf(date) + days * DAY_MS);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(later.getUTCDate())}.${two(later.getUTCMonth() + 1)}.${later.getUTCFullYear()}`;
}

export function daysBetween(one: string, other: string): number {
  return (dayOf(other) - dayOf(one)) / DAY_MS;
}

/** The day after, within its month. */
export function dayAfter(date: string): string {
  const next = daysLater(date, 1);
  return next.slice(3) === date.slice(3) ? next : date;
}

/** A row to fill in. */
export function newRow(date: string, vat: number): ModelRow {
  return {
    destination: '',
    date,
    vat,
    price: { total: null },
    trip: null,
    costs: {},
    receipts: [],
    collapsed: false,
  };
}

/** A bill that is not made yet, with its first row. */
export function newBill(today: string): ModelBill {
  return {
    customer: null,
    billingDate: today,
    dueDate: daysLater(today, 14),
    language: 'fin',
    yourcode: '',
    invoiceText: '',
    specificationDetails: '',
    vat: 25.5,
    zeroReason: null,
    reverse: false,
    billed: false,
    separate: false,
    construction: false,
    rows: [newRow(today, 25.5)],
  };
}

/** A copy below its row: its trip moves along, and what was spent is not copied. */
export function copyOf(row: ModelRow): ModelRow {
  const date = dayAfter(row.date);
  const moved = (day: string) => (date === row.date ? day : daysLater(day, 1));
  const trip = row.trip && {
    ...row.trip,
    startdate: moved(row.trip.startdate),
    returndate: moved(row.trip.returndate),
  };
  return { ...structuredClone(row), date, trip, costs: {}, receipts: [], collapsed: false };
}

/** Whole, half up: no sum here is below zero. */
export function divided(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** In ten-thousandths of a euro, since a float is no sum of money. */
export function totalOf({ price }: ModelRow): number | null {
  return 'total' in price ? price.total : divided(price.amount * price.unitPrice, 10_000);
}

/** The VAT in thousandths: 25.5 per cent is 255. */
export function thousandths(vat: number): number {
  return Math.round(vat * 10);
}

/** Nothing of its own is written into it. */
export function isBlank(row: ModelRow): boolean {
  const empty = row.trip === null && Object.keys(row.costs).length === 0;
  return row.destination === '' && totalOf(row) === null && empty;
}

/** The server's decimal in ten-thousandths. */
function unitsOf(decimal: number | null | undefined): number {
  return Math.round((decimal ?? 0) * 10_000);
}

function priceIn(row: Bill['billableitems'][number]): ModelRow['price'] {
  if (row.type === 'CONTRACT') {
    return { total: row.alvPrice === null ? null : unitsOf(row.alvPrice) };
  }
  return { amount: unitsOf(row.billableWorkHours), unitPrice: unitsOf(row.hourlyprice) };
}

export function modelOf(bill: Bill): ModelBill {
  return {
    customer: bill.sharedCustomer?.name ?? null,
    billingDate: bill.billingdate ?? '',
    dueDate: bill.exactDueDate ?? '',
    language: bill.language,
    yourcode: bill.yourcode,
    invoiceText: bill.invoiceText,
    specificationDetails: bill.specificationDetails,
    vat: bill.alv,
    zeroReason: bill.vatZeroReasonCode ?? null,
    reverse: bill.inverseALV,
    billed: bill.billReimbursementsFromCustomer,
    separate: bill.separateReimbursements,
    construction: bill.constructionReimbursements,
    rows: bill.billableitems.map((row) => ({
      destination: row.destination,
      date: row.date ?? '',
      vat: row.alv,
      price: priceIn(row),
      trip: tripIn(row),
      costs: costsIn(row),
      receipts: row.receipts.map(({ displayname }) => displayname),
      collapsed: row.collapsed,
    })),
  };
}

function costsIn(row: Bill['billableitems'][number]): ModelRow['costs'] {
  const costs = COST_FIELDS.map((field) => [field, Math.round((row[field] ?? 0) * 100)] as const);
  return Object.fromEntries(costs.filter(([, cents]) => cents !== 0));
}

export function costCents({ costs }: ModelRow): number {
  return Object.values(costs).reduce((sum, cents) => sum + cents, 0);
}

/** What a row pays beside the salary, in cents. */
export function spentCents(row: ModelRow): number {
  return costCents(row) + (row.trip === null ? 0 : tripCents(row.trip));
}

/** What the worker gets beside the salary, in cents. */
export function reimbursedCents({ rows }: ModelBill): number {
  return rows.reduce((sum, row) => sum + spentCents(row), 0);
}
