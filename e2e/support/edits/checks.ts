import { expect } from '@playwright/test';
import { modelOf, reimbursedCents } from '../modelBill.ts';
import { expectedRow, readRows, shownRow } from '../modelScreen.ts';
import { moneyText } from '../modelTexts.ts';
import { totalsOf } from '../modelVat.ts';
import type { Writer } from './writer.ts';

export async function expectOnScreen(w: Writer) {
  const { at, bill } = w;
  await expect(at.customer).toHaveValue(bill.customer ?? '');
  await expect(at.billingDate).toHaveValue(bill.billingDate);
  await expect(at.dueDate).toHaveValue(bill.dueDate);
  await expect(at.language).toHaveValue(bill.language);
  await expect(at.vat).toHaveValue(String(bill.vat));
  await expect(at.reverse).toBeChecked({ checked: bill.reverse });
  if (bill.zeroReason !== null) await expect(at.zeroReason).toHaveValue(String(bill.zeroReason));
  await expect(at.billed).toBeChecked({ checked: bill.billed });
  if (bill.billed) await expect(at.separate).toBeChecked({ checked: bill.separate });
  if (bill.billed && bill.reverse) {
    await expect(at.construction).toBeChecked({ checked: bill.construction });
  }
  await w.showExtra();
  await expect(at.yourCode).toHaveValue(bill.yourcode);
  await expect(at.text).toHaveValue(bill.invoiceText);
  await expect(at.specification).toHaveValue(bill.specificationDetails);
  // What a trip pays comes from the server.
  const shown = async () => (await readRows(at.rows)).map(shownRow);
  await expect.poll(shown).toEqual(bill.rows.map(expectedRow));
}

/** What the server has is what must be there, with its sums. */
export async function expectStored(w: Writer, state: 'OPEN' | 'PENDING') {
  const stored = await w.account.bill(w.id);
  expect(modelOf(stored)).toEqual(w.bill);
  expect(stored.state).toBe(state);
  const { net, gross } = totalsOf(w.bill);
  const cents = (euros: number | null) => Math.round((euros ?? 0) * 100);
  expect([stored.totalprice, stored.totalpriceWithAlv].map(cents)).toEqual([net, gross]);
}

/** What the customer pays and what the worker gets back stand beside the bill. */
export async function expectSummary({ at, bill }: Writer) {
  await expect(at.summary).toContainText(moneyText(totalsOf(bill).gross));
  const reimbursed = reimbursedCents(bill);
  if (reimbursed > 0) await expect(at.summary).toContainText(moneyText(reimbursed));
}
