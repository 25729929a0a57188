import type { Locator } from '@playwright/test';
import type { Bill } from './account.ts';
import { texts } from './texts.ts';

const { fi } = texts;

/** A row as the person means it: what a field of the other kind of pricing holds does not count. */
export interface ModelRow {
  destination: string;
  date: string;
  vat: number;
  /** `total` is null without a price. */
  price: { total: number | null } | { amount: number; unitPrice: number };
  collapsed: boolean;
}

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

/** DD.MM.YYYY of the day after. */
export function dayAfter(date: string): string {
  const [day = 0, month = 0, year = 0] = date.split('.').map(Number);
  const next = new Date(Date.UTC(year, month - 1, day + 1));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(next.getUTCDate())}.${two(next.getUTCMonth() + 1)}.${next.getUTCFullYear()}`;
}

/** In cents, since a float is no sum of money. */
export function totalOf({ price }: ModelRow): number | null {
  if ('total' in price) return price.total;
  return Math.round(price.amount * price.unitPrice * 100) / 100;
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
      collapsed: row.collapsed,
    })),
  };
}

interface ShownRow {
  expanded: boolean;
  heading: string;
  fields: Record<string, string>;
}

/** What stands in the row's fields, by their labels, and above them. */
export function readRows(rows: Locator): Promise<ShownRow[]> {
  return rows.evaluateAll((items) =>
    items.map((item) => {
      const heading = item.querySelector('[aria-expanded]');
      const fields = [...item.querySelectorAll<HTMLInputElement>('input, select')];
      return {
        expanded: heading?.getAttribute('aria-expanded') === 'true',
        heading: heading?.textContent ?? '',
        fields: Object.fromEntries(
          fields.map((field) => [field.labels?.[0]?.textContent ?? '', field.value]),
        ),
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
export function shownRow({ expanded, heading, fields }: ShownRow): object {
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
    collapsed: false,
  };
}

export function expectedRow(row: ModelRow, place: number): object {
  if (!row.collapsed) return row;
  const name = row.destination === '' ? fi.invoice_row_unnamed : row.destination;
  const total = totalOf(row);
  const sum = total === null ? '' : money.format(total).replaceAll(/\s/g, ' ');
  return { collapsed: true, heading: `${place + 1} ${name}${row.date}${sum}` };
}
