import { expect } from '@playwright/test';
import { reimbursedCents, totalOf, type ModelRow } from '../modelBill.ts';
import { decimalOf } from '../modelTexts.ts';
import { totalsOf } from '../modelVat.ts';
import { chooseZeroReason } from './billSteps.ts';
import { moveTrip } from './partSteps.ts';
import { untickReverseVat } from './reverseVat.ts';
import { addRow } from './rowSteps.ts';
import type { Writer } from './writer.ts';

/** The day of the trip of a row, so that no two trips overlap and all are over. */
function tripDay(place: number): string {
  return `${String(1 + 2 * place).padStart(2, '0')}.11.2026`;
}

/** Only to a customer in another country. */
const REASON_OF_EU = 3;

/** Makes the bill one that can be sent: every row says what was done when, and for how much. */
async function complete(w: Writer) {
  w.log(`complete, ${w.keepsVat ? 'with its VAT' : 'at one VAT'}`);
  if (w.bill.rows.length === 0) await addRow(w);
  if (!w.keepsVat) await chooseOneVat(w);
  for (const [place, row] of w.bill.rows.entries()) await completeRow(w, row, place);
  await settleReason(w);
  await billEnough(w);
  if (w.bill.billed !== w.billsCosts) {
    w.bill.billed = w.billsCosts;
    w.bill.separate &&= w.billsCosts;
    w.bill.construction &&= w.billsCosts;
    await w.at.billed.setChecked(w.billsCosts);
  }
}

async function completeRow(w: Writer, row: ModelRow, place: number) {
  const cells = w.at.row(place);
  const hasPrice = (totalOf(row) ?? 0) > 0;
  if (row.destination !== '' && hasPrice && row.trip === null && w.keepsVat) return;
  await w.unfold(row, place);
  if (row.destination === '') {
    row.destination = w.text();
    await cells.destination.fill(row.destination);
  }
  await moveTrip(w, row, place, tripDay(place));
  if (!w.keepsVat && row.vat !== ONE_VAT) {
    row.vat = ONE_VAT;
    await cells.vat.selectOption(String(ONE_VAT));
  }
  if (!hasPrice) await writeTotal(w, row, place, (100 + place) * 10_000);
}

async function writeTotal({ at }: Writer, row: ModelRow, place: number, total: number) {
  row.price = { total };
  await at.row(place).type.selectOption('CONTRACT');
  await at.row(place).price.fill(decimalOf(total));
}

const ONE_VAT = 25.5;

async function chooseOneVat(w: Writer) {
  if (w.bill.reverse) await untickReverseVat(w);
  const { rows, vat } = w.bill;
  if (vat !== ONE_VAT) {
    for (const row of rows) if (row.vat === vat) row.vat = ONE_VAT;
    w.bill.zeroReason = null;
  }
  w.bill.vat = ONE_VAT;
  await w.at.vat.selectOption(String(ONE_VAT));
}

/** Rows without VAT have a reason, and others none. */
async function settleReason(w: Writer) {
  const { bill } = w;
  const needed = !bill.reverse && bill.rows.some((row) => row.vat === 0);
  if (!needed && bill.zeroReason !== null) await chooseZeroReason(w, null);
  if (needed && (bill.zeroReason ?? REASON_OF_EU) === REASON_OF_EU) {
    await chooseZeroReason(w, w.chance.pick([1, 2, 4, 5, 6, 7, 8, 9, 10]));
  }
}

/** What is spent is paid out of what is billed, so that this has to be more. */
async function billEnough(w: Writer) {
  const [first] = w.bill.rows;
  const enough = 2 * reimbursedCents(w.bill);
  if (first === undefined || totalsOf({ ...w.bill, billed: false }).net >= enough) return;
  await w.unfold(first, 0);
  await writeTotal(w, first, 0, enough * 100);
}

/** All of it is saved, and stands on the screen of one who comes anew. */
export async function finish(w: Writer) {
  await complete(w);
  await w.save();
  w.log('reload at the end');
  await w.beforeReopening();
  await w.page.reload();
  await expect(w.at.saved).toBeVisible();
}
