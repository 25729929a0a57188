import { expect } from '@playwright/test';
import { dialog } from '../editor.ts';
import { copyOf, dayAfter, isBlank, newRow, totalOf, type ModelRow } from '../modelBill.ts';
import { withoutVat } from '../modelScreen.ts';
import { decimalOf } from '../modelTexts.ts';
import { fill, texts } from '../texts.ts';
import { TODAY } from './billSteps.ts';
import type { Writer } from './writer.ts';

const { fi } = texts;

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
  w.bill.rows.push(newRow(last === undefined ? TODAY : dayAfter(last.date), w.bill.vat));
}

export async function writeCell(w: Writer) {
  const [row, place] = await w.openRow();
  const cells = w.at.row(place);
  const cell = w.chance.pick(['destination', 'date', 'price', 'price', 'withVat'] as const);
  if (cell === 'destination') {
    row.destination = w.text();
    w.log(`row ${place + 1}: ${row.destination}`);
    await cells.destination.fill(row.destination);
  } else if (cell === 'date') {
    row.date = `${String(1 + w.chance.below(28)).padStart(2, '0')}.11.2026`;
    w.log(`row ${place + 1}: ${row.date}`);
    await cells.date.fill(row.date);
  } else if ('total' in row.price) await writeTotal(w, row, place, cell);
  else await writeAmount(w, row, place);
}

/** The price with VAT leads to one without it of four decimals, and is not typed in two notations at once. */
async function writeTotal(w: Writer, row: ModelRow, place: number, cell: 'price' | 'withVat') {
  const cents = w.chance.pick([w.chance.below(500_000), w.chance.below(5000) * 100]);
  const text = w.write(cents);
  row.price = { total: cell === 'price' ? cents * 100 : withoutVat(cents * 100, row.vat) };
  w.log(`row ${place + 1}: ${cell} ${JSON.stringify(text)}`);
  const { price, priceWithVat } = w.at.row(place);
  const field = cell === 'price' ? price : priceWithVat;
  await field.fill(text);
  await field.blur();
}

/** Of halves and cents, so that a total may end in half a cent. */
async function writeAmount(w: Writer, row: ModelRow, place: number) {
  const amount = 5000 * (1 + w.chance.below(40));
  const cents = w.chance.below(20_000);
  w.log(`row ${place + 1}: ${decimalOf(amount)} × ${cents} cents`);
  row.price = { amount, unitPrice: cents * 100 };
  const cells = w.at.row(place);
  await cells.amount.fill(decimalOf(amount).replace('.', ','));
  await cells.unitPrice.fill(w.write(cents));
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
    const total = w.chance.below(10_000) * 100;
    row.price = { total };
    await price.fill(decimalOf(total, 2));
    await price.blur();
  } else await writeAmount(w, row, place);
}

/** What may be meant by a text of two meanings, in ten-thousandths. */
interface TwoMeanings {
  text: string;
  meanings: readonly [number, number];
}

/** Thousands, or decimals after a dot or comma before three digits or after a space before fewer. */
function twoMeanings({ chance }: Writer): TwoMeanings {
  if (chance.below(2) === 0) {
    const thousands = 1000 + chance.below(8000);
    const [whole, rest] = [Math.floor(thousands / 1000), String(thousands % 1000).padStart(3, '0')];
    const text = `${whole}${chance.pick(['.', ','])}${rest}`;
    return { text, meanings: [thousands * 10_000, thousands * 10] };
  }
  const [euros, cents] = [1 + chance.below(99), 10 + chance.below(90)];
  const text = `${euros}${chance.pick([' ', '\u00A0'])}${cents}`;
  return { text, meanings: [(euros * 100 + cents) * 10_000, (euros * 100 + cents) * 100] };
}

/** Either of the two numbers, by the button for it. Before it is chosen nothing is stored. */
export async function writeTwoMeanings(w: Writer) {
  const [row, place] = await w.openRow();
  if (!('total' in row.price)) await w.at.row(place).type.selectOption('CONTRACT');
  const { text, meanings } = twoMeanings(w);
  const chosen = w.chance.below(2);
  row.price = { total: meanings[chosen] ?? null };
  w.log(`row ${place + 1}: ${JSON.stringify(text)}, meaning ${chosen + 1}`);
  const { price, question } = w.at.row(place);
  await price.fill(text);
  await price.blur();
  await question.getByRole('button').nth(chosen).click();
  await price.blur();
}

/** A digit more or less in the middle of a price that the field has written with a space. */
export async function editInTheMiddle(w: Writer) {
  const [row, place] = await w.openRow();
  if (!('total' in row.price)) await w.at.row(place).type.selectOption('CONTRACT');
  const { price } = w.at.row(place);
  const digits = String(1000 + w.chance.below(9000));
  const more = w.half();
  await price.fill(`${digits},00`);
  await price.blur();
  await price.press('Home');
  await price.press('ArrowRight');
  await price.press('ArrowRight');
  await price.press(more ? '7' : 'Delete');
  await price.blur();
  const edited = more ? `${digits.slice(0, 1)}7${digits.slice(1)}` : digits[0] + digits.slice(2);
  w.log(`row ${place + 1}: ${digits} edited in the middle to ${edited}`);
  row.price = { total: Number(edited) * 10_000 };
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
  const vatBefore = w.vatBefore?.rows.get(row);
  if (vatBefore !== undefined) w.vatBefore?.rows.set(copy, vatBefore);
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
