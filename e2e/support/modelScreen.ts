import type { Locator } from '@playwright/test';
import { costCents, divided, thousandths, totalOf, type ModelRow } from './modelBill.ts';
import { moneyText, percentText, unitsText } from './modelTexts.ts';
import { claimsText, tripCents } from './modelTrip.ts';
import { singular, texts } from './texts.ts';

const { fi } = texts;

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

function typedNumber(text: string): number {
  return Number(text.replaceAll(/\s/g, '').replace(',', '.'));
}

/** Says the same about a row of the screen and one of the model. */
export function shownRow({ expanded, heading, fields, parts }: ShownRow): object {
  if (!expanded) return { collapsed: true, heading: heading.replaceAll(/\s/g, ' ') };
  const field = (label: string) => fields[label] ?? fields[`${label} (€)`] ?? '';
  const units = (label: string) =>
    field(label) === '' ? null : Math.round(typedNumber(field(label)) * 10_000);
  return {
    destination: field(fi.invoice_row_destination),
    date: field(fi.invoice_row_date),
    vat: typedNumber(field(fi.invoice_vat)),
    price:
      field(fi.invoice_row_type) === 'CONTRACT'
        ? { total: units(fi.invoice_row_price) }
        : { amount: units(fi.invoice_row_amount), unitPrice: units(fi.invoice_row_unit_price) },
    withVat: units(fi.invoice_row_price_with_vat),
    // The first is the work time, which nobody writes here.
    parts: parts.slice(1).map((part) => part.replaceAll(/\s/g, ' ')),
    collapsed: false,
  };
}

/** The price without VAT of one with it, in ten-thousandths. */
export function withoutVat(price: number, vat: number): number {
  return divided(price * 1000, 1000 + thousandths(vat));
}

/** The price with VAT: whole cents, where they have the same price without it. */
function withVat(row: ModelRow): number | null {
  const total = totalOf(row);
  if (total === null) return null;
  const exact = divided(total * (1000 + thousandths(row.vat)), 1000);
  const cents = divided(exact, 100) * 100;
  return withoutVat(cents, row.vat) === total ? cents : exact;
}

function quantityText({ price }: ModelRow): string {
  if ('total' in price) return '';
  const { amount, unitPrice } = price;
  return `${unitsText(amount, 0)} × ${unitsText(unitPrice, unitPrice % 100 === 0 ? 2 : 0)} €`;
}

function named(name: string, said: string): string {
  return said === '' ? name : `${name}: ${said}`;
}

function tripText({ trip }: ModelRow): string {
  return trip === null ? '' : `${claimsText(trip)}, ${moneyText(tripCents(trip))}`;
}

function costsText(row: ModelRow): string {
  const count = row.receipts.length;
  const counted = count === 1 ? singular.fi.receipts_count : fi.receipts_count;
  const said = [
    ...(Object.keys(row.costs).length === 0 ? [] : [moneyText(costCents(row))]),
    ...(count === 0 ? [] : [counted.replace('{count}', String(count))]),
  ];
  return said.join(' · ');
}

export function expectedRow(row: ModelRow, place: number): object {
  if (!row.collapsed) {
    const { trip: _trip, costs: _costs, receipts: _receipts, ...fields } = row;
    const parts = [named(fi.trips_trip, tripText(row)), named(fi.receipts_title, costsText(row))];
    return { ...fields, withVat: withVat(row), parts };
  }
  const name = row.destination === '' ? fi.invoice_row_unnamed : row.destination;
  const total = totalOf(row);
  const sum = total === null ? '' : moneyText(divided(total, 100));
  const marks = [
    ...(row.trip === null ? [] : [fi.trips_trip]),
    ...(Object.keys(row.costs).length === 0 ? [] : [fi.receipts_title]),
  ].join('');
  const details = `${marks}${row.date}${quantityText(row)}ALV ${percentText(row.vat)}`;
  return { collapsed: true, heading: `${place + 1} ${name}${details}${sum}` };
}
