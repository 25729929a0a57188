import { expect } from '@playwright/test';
import { dialog } from '../editor.ts';
import { copyOf, dayAfter, isBlank, totalOf, type ModelRow } from '../modelBill.ts';
import { fill, texts } from '../texts.ts';
import { VAT } from './billSteps.ts';
import type { Writer } from './writer.ts';

const { fi } = texts;

/** The business date of the server. */
export const TODAY = '23.11.2026';

const NO_NUMBERS = ['10x5', '1e5', '1.23.4', 'noin 5'];

export async function addRow(w: Writer) {
  w.log('add a row');
  const last = w.bill.rows.at(-1);
  await w.at.addRow.click();
  // A row that is still empty is the one to write into.
  if (last !== undefined && isBlank(last)) {
    last.collapsed = false;
    return;
  }
  w.foldFinished();
  w.bill.rows.push({
    destination: '',
    date: last === undefined ? TODAY : dayAfter(last.date),
    vat: w.bill.vat,
    price: { total: null },
    trip: null,
    costs: {},
    receipts: [],
    collapsed: false,
  });
}

export async function writeCell(w: Writer) {
  const [row, place] = await w.openRow();
  const cells = w.at.row(place);
  const cell = w.chance.pick(['destination', 'date', 'price', 'price'] as const);
  if (cell === 'destination') {
    row.destination = w.text();
    w.log(`row ${place + 1}: ${row.destination}`);
    await cells.destination.fill(row.destination);
  } else if (cell === 'date') {
    row.date = `${String(1 + w.chance.below(28)).padStart(2, '0')}.11.2026`;
    w.log(`row ${place + 1}: ${row.date}`);
    await cells.date.fill(row.date);
  } else if ('total' in row.price) {
    const cents = w.chance.pick([w.chance.below(500_000), w.chance.below(5000) * 100]);
    const text = w.write(cents);
    row.price = { total: cents / 100 };
    w.log(`row ${place + 1}: ${JSON.stringify(text)}`);
    await cells.price.fill(text);
    await cells.price.blur();
  } else await writeAmount(w, row, place);
}

/** With halves and tens of cents, so that the total has no more than cents. */
async function writeAmount(w: Writer, row: ModelRow, place: number) {
  const amount = (1 + w.chance.below(40)) / 2;
  const unitPrice = w.chance.below(2000) / 10;
  w.log(`row ${place + 1}: ${amount} × ${unitPrice} €`);
  row.price = { amount, unitPrice };
  const cells = w.at.row(place);
  await cells.amount.fill(String(amount).replace('.', ','));
  await cells.unitPrice.fill(w.write(Math.round(unitPrice * 100)));
  await cells.unitPrice.blur();
}

/** What is no number stays as it is, over a reload too, until it is corrected. */
export async function writeNoNumber(w: Writer) {
  const [row, place] = await w.openRow();
  const text = w.chance.pick(NO_NUMBERS);
  w.log(`row ${place + 1}: ${text}, which is no number`);
  const { priceWithVat, price, heading } = w.at.row(place);
  await priceWithVat.fill(text);
  await priceWithVat.blur();
  await expect(priceWithVat).toHaveAttribute('aria-invalid', 'true');
  if (w.half()) {
    await w.page.reload();
    await expect(heading).toBeVisible();
    if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  }
  await expect(priceWithVat).toHaveValue(text);
  if ('total' in row.price) {
    const total = w.chance.below(10_000) / 100;
    row.price = { total };
    await price.fill(total.toFixed(2));
    await price.blur();
  } else await writeAmount(w, row, place);
}

/** Either of the two numbers, by the button for it. */
export async function writeTwoMeanings(w: Writer) {
  const [row, place] = await w.openRow();
  if (!('total' in row.price)) await w.at.row(place).type.selectOption('CONTRACT');
  const thousands = 1000 + w.chance.below(8000);
  const meant = w.chance.pick([thousands, thousands / 1000]);
  const separator = w.chance.pick(['.', ',']);
  const text = `${Math.floor(thousands / 1000)}${separator}${String(thousands % 1000).padStart(3, '0')}`;
  w.log(`row ${place + 1}: ${text}, meant as ${meant}`);
  const { price, question } = w.at.row(place);
  await price.fill(text);
  await price.blur();
  await question
    .getByRole('button')
    .nth(meant === thousands ? 0 : 1)
    .click();
  row.price = { total: meant };
  await price.blur();
}

export async function choosePricing(w: Writer) {
  const [row, place] = await w.openRow();
  const { type } = w.at.row(place);
  w.log(`row ${place + 1}: the other pricing`);
  if ('total' in row.price) {
    await type.selectOption('AMOUNT');
    await writeAmount(w, row, place);
  } else {
    await type.selectOption('CONTRACT');
    row.price = { total: totalOf(row) };
  }
}

export async function chooseRowVat(w: Writer) {
  const [row, place] = await w.openRow();
  row.vat = w.chance.pick(VAT);
  w.log(`row ${place + 1}: VAT ${row.vat}`);
  await w.at.row(place).vat.selectOption(String(row.vat));
}

export async function fold(w: Writer) {
  const place = w.chance.below(w.bill.rows.length);
  const row = w.bill.rows[place];
  if (row === undefined) return;
  row.collapsed = !row.collapsed;
  w.log(`row ${place + 1}: ${row.collapsed ? 'fold' : 'unfold'}`);
  await w.at.row(place).heading.click();
}

export async function duplicate(w: Writer) {
  const [row, place] = await w.openRow();
  w.log(`duplicate row ${place + 1}`);
  const number = String(place + 1);
  await w.at.row(place).button(fill(fi.invoice_row_duplicate, { number })).click();
  const copy = copyOf(row);
  w.foldFinished();
  w.bill.rows.splice(place + 1, 0, copy);
}

export async function remove(w: Writer) {
  const [row, place] = await w.openRow();
  // Receipts are deleted with their row and do not come back with it.
  const undo = w.half() && row.receipts.length === 0;
  w.log(`delete row ${place + 1}${undo ? ' and undo it' : ''}`);
  const blank = isBlank(row);
  const number = String(place + 1);
  await w.at.row(place).button(fill(fi.invoice_row_delete, { number })).click();
  if (!blank) {
    await dialog(w.page, fi.invoice_row_delete_title)
      .getByRole('button', { name: fi.invoice_row_delete_confirm })
      .click();
  }
  await expect(w.at.rows).toHaveCount(w.bill.rows.length - 1);
  // The newest of the notices stands last.
  const notice = w.page.getByRole('status').filter({ hasText: fi.invoice_row_deleted }).last();
  if (undo) await notice.getByRole('button', { name: fi.invoice_undo }).click();
  else w.bill.rows.splice(place, 1);
  await expect(w.at.rows).toHaveCount(w.bill.rows.length);
}
