import type { Locator } from '@playwright/test';
import type { Bill } from './account.ts';
import { claimsText, tripCents, tripIn, type ModelTrip } from './modelTrip.ts';
import { singular, texts } from './texts.ts';

const { fi } = texts;

/** A row as the person means it: what a field of the other kind of pricing holds does not count. */
export interface ModelRow {
  destination: string;
  date: string;
  vat: number;
  /** `total` is null without a price. */
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
  language: 'fin' | 'eng';
  yourcode: string;
  invoiceText: string;
  specificationDetails: string;
  vat: number;
  zeroReason: number | null;
  rows: ModelRow[];
}

/** DD.MM.YYYY of so many days later. */
export function daysLater(date: string, days: number): string {
  const [day = 0, month = 0, year = 0] = date.split('.').map(Number);
  const later = new Date(Date.UTC(year, month - 1, day + days));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(later.getUTCDate())}.${two(later.getUTCMonth() + 1)}.${later.getUTCFullYear()}`;
}

/** The day after, within its month. */
export function dayAfter(date: string): string {
  const next = daysLater(date, 1);
  return next.slice(3) === date.slice(3) ? next : date;
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

/** In cents, since a float is no sum of money. */
export function totalOf({ price }: ModelRow): number | null {
  if ('total' in price) return price.total;
  return Math.round(price.amount * price.unitPrice * 100) / 100;
}

/** Nothing of its own is written into it. */
export function isBlank(row: ModelRow): boolean {
  const empty = row.trip === null && Object.keys(row.costs).length === 0;
  return row.destination === '' && totalOf(row) === null && empty;
}

export function modelOf(bill: Bill): ModelBill {
  return {
    language: bill.language,
    yourcode: bill.yourcode,
    invoiceText: bill.invoiceText,
    specificationDetails: bill.specificationDetails,
    vat: bill.alv,
    zeroReason: bill.vatZeroReasonCode ?? null,
    rows: bill.billableitems.map((row) => ({
      destination: row.destination,
      date: row.date ?? '',
      vat: row.alv,
      price:
        row.type === 'CONTRACT'
          ? { total: row.alvPrice ?? null }
          : { amount: row.billableWorkHours ?? 0, unitPrice: row.hourlyprice ?? 0 },
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

/** What the worker gets beside the salary, in cents. */
export function reimbursedCents({ rows }: ModelBill): number {
  const cents = rows.map((row) => costCents(row) + (row.trip === null ? 0 : tripCents(row.trip)));
  return cents.reduce((sum, one) => sum + one, 0);
}

interface ShownRow {
  expanded: boolean;
  heading: string;
  fields: Record<string, string>;
  /** What its trip and its costs are said to be. */
  parts: string[];
}

/** What stands in the row's fields, by their labels, and above them. */
export function readRows(rows: Locator): Promise<ShownRow[]> {
  return rows.evaluateAll((items) =>
    items.map((item) => {
      const heading = item.querySelector('[aria-expanded]');
      const parts = [...item.querySelectorAll('button[aria-haspopup="dialog"]')];
      const fields = [...item.querySelectorAll<HTMLInputElement>('input, select')];
      return {
        expanded: heading?.getAttribute('aria-expanded') === 'true',
        heading: heading?.textContent ?? '',
        fields: Object.fromEntries(
          fields.map((field) => [field.labels?.[0]?.textContent ?? '', field.value]),
        ),
        parts: parts.map(({ textContent }) => textContent ?? ''),
      };
    }),
  );
}

const money = new Intl.NumberFormat('fi-FI', { style: 'currency', currency: 'EUR' });

/** As it is written for people, with plain spaces: "1 234,50 €". */
export function moneyText(amount: number, unit = ' €'): string {
  return money.format(amount).replaceAll(/\s/g, ' ').replace(' €', unit);
}

function typedNumber(text: string): number {
  return Number(text.replaceAll(/\s/g, '').replace(',', '.'));
}

/** Says the same about a row of the screen and one of the model. */
export function shownRow({ expanded, heading, fields, parts }: ShownRow): object {
  if (!expanded) return { collapsed: true, heading: heading.replaceAll(/\s/g, ' ') };
  const field = (label: string) => fields[label] ?? fields[`${label} (€)`] ?? '';
  const number = (label: string) => (field(label) === '' ? null : typedNumber(field(label)));
  return {
    destination: field(fi.invoice_row_destination),
    date: field(fi.invoice_row_date),
    vat: typedNumber(field(fi.invoice_vat)),
    price:
      field(fi.invoice_row_type) === 'CONTRACT'
        ? { total: number(fi.invoice_row_price) }
        : { amount: number(fi.invoice_row_amount), unitPrice: number(fi.invoice_row_unit_price) },
    // The first is the work time, which nobody writes here.
    parts: parts.slice(1).map((part) => part.replaceAll(/\s/g, ' ')),
    collapsed: false,
  };
}

function quantityText({ price }: ModelRow): string {
  if ('total' in price) return '';
  return `${String(price.amount).replace('.', ',')} × ${moneyText(price.unitPrice)}`;
}

function named(name: string, said: string): string {
  return said === '' ? name : `${name}: ${said}`;
}

function tripText({ trip }: ModelRow): string {
  return trip === null ? '' : `${claimsText(trip)}, ${moneyText(tripCents(trip) / 100)}`;
}

function costsText(row: ModelRow): string {
  const count = row.receipts.length;
  const counted = count === 1 ? singular.fi.receipts_count : fi.receipts_count;
  const said = [
    ...(Object.keys(row.costs).length === 0 ? [] : [moneyText(costCents(row) / 100)]),
    ...(count === 0 ? [] : [counted.replace('{count}', String(count))]),
  ];
  return said.join(' · ');
}

export function expectedRow(row: ModelRow, place: number): object {
  if (!row.collapsed) {
    const { trip: _trip, costs: _costs, receipts: _receipts, ...fields } = row;
    const parts = [named(fi.trips_trip, tripText(row)), named(fi.receipts_title, costsText(row))];
    return { ...fields, parts };
  }
  const name = row.destination === '' ? fi.invoice_row_unnamed : row.destination;
  const total = totalOf(row);
  const sum = total === null ? '' : money.format(total).replaceAll(/\s/g, ' ');
  const marks = [
    ...(row.trip === null ? [] : [fi.trips_trip]),
    ...(Object.keys(row.costs).length === 0 ? [] : [fi.receipts_title]),
  ].join('');
  const details = `${marks}${row.date}${quantityText(row)}ALV ${String(row.vat).replace('.', ',')} %`;
  return { collapsed: true, heading: `${place + 1} ${name}${details}${sum}` };
}
