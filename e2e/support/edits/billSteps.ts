import { expect } from '@playwright/test';
import type { Writer } from './writer.ts';

export const VAT = [25.5, 13.5, 10, 0];

export async function writeText(w: Writer) {
  const field = w.chance.pick(['invoiceText', 'specificationDetails'] as const);
  const lines = [w.text(), '', w.text()];
  const text = w.chance.below(6) === 0 ? '' : lines.join('\n');
  w.log(`${field}: ${JSON.stringify(text)}`);
  const { text: invoiceText, specification } = w.at;
  await w.showExtra();
  await { invoiceText, specificationDetails: specification }[field].fill(text);
  w.bill[field] = text;
}

export async function chooseLanguage(w: Writer) {
  w.bill.language = w.bill.language === 'fin' ? 'eng' : 'fin';
  w.log(`language: ${w.bill.language}`);
  await w.at.language.selectOption(w.bill.language);
}

/** The rows at the VAT of the bill follow it; a reason for zero goes with zero. */
export async function chooseVat(w: Writer) {
  const vat = w.chance.pick(VAT);
  w.log(`VAT: ${vat}`);
  const { rows, vat: before } = w.bill;
  for (const row of rows) if (row.vat === before) row.vat = vat;
  if (vat !== before && vat !== 0) w.bill.zeroReason = null;
  w.bill.vat = vat;
  await w.at.vat.selectOption(String(vat));
  if (vat === 0) {
    w.bill.zeroReason = 1 + w.chance.below(10);
    await w.at.zeroReason.selectOption(String(w.bill.zeroReason));
  }
}

/** Ticked and unticked it leaves every VAT as it was, whether or not that was saved between. */
export async function reverseVat(w: Writer) {
  w.log('reverse VAT, and back');
  const { reverse, saved, rows } = w.at;
  await reverse.check();
  if (w.half() && (await rows.count()) > 0) await expect(saved).toBeVisible();
  await reverse.uncheck();
}

/** Left ticked while writing goes on, it is stored, and every row is without VAT. */
export async function leaveReverseVat(w: Writer) {
  w.log('reverse VAT, left ticked');
  const { reverse, saved } = w.at;
  await reverse.check();
  await writeText(w);
  await w.save();
  const stored = await w.account.bill(w.id);
  expect(stored.inverseALV).toBe(true);
  expect(stored.billableitems.map(({ alv }) => alv)).toEqual(w.bill.rows.map(() => 0));
  await reverse.uncheck();
  await expect(saved).toBeVisible();
}
