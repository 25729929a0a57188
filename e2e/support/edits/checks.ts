import { expect } from '@playwright/test';
import { dialog } from '../editor.ts';
import {
  costCents,
  expectedRow,
  modelOf,
  moneyText,
  readRows,
  reimbursedCents,
  shownRow,
  totalOf,
  type ModelRow,
} from '../modelBill.ts';
import { kilometerCents, kilometersText } from '../modelTrip.ts';
import { pdfText } from '../pdf.ts';
import { texts } from '../texts.ts';
import { moveTrip } from './partSteps.ts';
import { addRow } from './rowSteps.ts';
import type { Writer } from './writer.ts';

const { fi } = texts;

/** Without spaces: lines are broken otherwise on paper. */
function unbroken(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** The day of the trip of a row, so that no two trips overlap and all are over. */
function tripDay(place: number): string {
  return `${String(1 + 2 * place).padStart(2, '0')}.11.2026`;
}

/** Makes the bill one that can be sent: every row says what was done when, and for how much. */
async function complete(w: Writer) {
  w.log('complete');
  w.bill.vat = 25.5;
  w.bill.zeroReason = null;
  await w.at.vat.selectOption('0');
  await w.at.vat.selectOption('25.5');
  if (w.bill.rows.length === 0) await addRow(w);
  for (const [place, row] of w.bill.rows.entries()) {
    const cells = w.at.row(place);
    await w.unfold(row, place);
    row.date = '12.11.2026';
    await cells.date.fill(row.date);
    row.vat = 25.5;
    await cells.vat.selectOption('25.5');
    row.destination ||= w.text();
    await cells.destination.fill(row.destination);
    await moveTrip(w, row, place, tripDay(place));
    if ((totalOf(row) ?? 0) > 0) continue;
    row.price = { total: 100 + place };
    await cells.type.selectOption('CONTRACT');
    await cells.price.fill(String(100 + place));
  }
  await billEnough(w);
  if (w.billsCosts) {
    const main = w.page.getByRole('main');
    for (const name of [fi.invoice_bill_reimbursements, fi.invoice_separate_reimbursements]) {
      await main.getByRole('checkbox', { name }).check();
    }
  }
  w.bill.language = 'fin';
  await w.at.language.selectOption('fin');
}

/** What is spent is paid out of what is billed, so that this has to be more. */
async function billEnough({ bill, at }: Writer) {
  const [first] = bill.rows;
  if (first === undefined || reimbursedCents(bill) === 0) return;
  const total = (2 * reimbursedCents(bill)) / 100;
  first.price = { total };
  await at.row(0).type.selectOption('CONTRACT');
  await at.row(0).price.fill(total.toFixed(2));
}

/** What is printed of a trip and of the costs of a row, where the customer pays them. */
function printedOfParts(row: ModelRow): string[] {
  const { trip } = row;
  const costs = costCents(row);
  return [
    ...(trip === null ? [] : [kilometersText(trip), moneyText(kilometerCents(trip) / 100, '')]),
    ...(costs === 0 ? [] : [moneyText(costs / 100, '')]),
  ];
}

/** What the dialog asks to confirm is what the server has and what is printed. */
export async function expectSameEverywhere(w: Writer) {
  const stored = await w.account.bill(w.id);
  expect(modelOf(stored)).toEqual(w.bill);
  const total = moneyText(stored.totalpriceWithAlv ?? 0);
  const reimbursed = reimbursedCents(w.bill);
  if (reimbursed > 0) await expect(w.at.summary).toContainText(moneyText(reimbursed / 100));
  await w.at.send.click();
  const question = dialog(w.page, fi.bills_send_title);
  await expect(question).toContainText(total.replace(' €', '\u00A0€').replaceAll(' ', '\u00A0'));
  for (const field of [w.at.customer, w.at.billingDate, w.at.dueDate]) {
    await expect(question).toContainText(await field.inputValue());
  }
  const pdf = await pdfText(await w.page.request.get(`/api/bill/${w.id}/pdf`));
  expect(pdf).toContain(total);
  for (const row of w.bill.rows) {
    expect(pdf).toContain(moneyText(totalOf(row) ?? 0, ''));
    expect(unbroken(pdf)).toContain(unbroken(row.destination));
    if (w.billsCosts) for (const text of printedOfParts(row)) expect(pdf).toContain(text);
  }
  expect(unbroken(pdf)).toContain(unbroken(w.bill.yourcode));
  await w.page.keyboard.press('Escape');
}

export async function finish(w: Writer) {
  await complete(w);
  await w.save();
  if (w.bill.language !== 'fin') await w.save();
  w.log('reload at the end');
  await w.page.reload();
  await expect(w.at.saved).toBeVisible();
}

export async function expectOnScreen(w: Writer) {
  const { yourCode, text, specification, language, vat, zeroReason, rows } = w.at;
  const bill = w.bill;
  await expect(language).toHaveValue(bill.language);
  await expect(vat).toHaveValue(String(bill.vat));
  if (bill.zeroReason !== null) await expect(zeroReason).toHaveValue(String(bill.zeroReason));
  await w.showExtra();
  await expect(yourCode).toHaveValue(bill.yourcode);
  await expect(text).toHaveValue(bill.invoiceText);
  await expect(specification).toHaveValue(bill.specificationDetails);
  // What a trip pays comes from the server.
  const shown = async () => (await readRows(rows)).map(shownRow);
  await expect.poll(shown).toEqual(bill.rows.map(expectedRow));
}
