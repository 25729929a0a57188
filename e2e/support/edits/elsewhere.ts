import { expect } from '@playwright/test';
import { daysBetween, modelOf, type ModelBill } from '../modelBill.ts';
import { texts } from '../texts.ts';
import { expectOnScreen } from './checks.ts';
import type { Writer } from './writer.ts';

const { fi } = texts;

/** A new bill is begun on the way, which is still there the next time. */
export async function beginAnotherAndComeBack(w: Writer) {
  w.log('a new bill, and back');
  await w.beforeReopening();
  await w.page.getByRole('navigation').getByRole('link', { name: fi.page_invoices }).click();
  await w.page.getByRole('main').getByRole('link', { name: fi.bills_new }).click();
  await expect(w.page).toHaveURL('/invoice');
  const { destination } = w.at.row(0);
  await expect(destination).toHaveValue(w.begunBeside);
  w.begunBeside = w.text();
  await destination.fill(w.begunBeside);
  await w.page.goBack();
  await expect(w.page).toHaveURL('/invoices');
  await w.page.goBack();
  await expect(w.page).toHaveURL(new RegExp(w.id));
  await expectOnScreen(w);
}

export async function copyAndComeBack(w: Writer) {
  w.log('copy, and back');
  const copy = w.page.getByRole('main').getByRole('button', { name: fi.bills_action_copy });
  await w.save();
  await w.beforeReopening();
  await copy.click();
  await expect(w.page).not.toHaveURL(new RegExp(w.id));
  await expect(w.at.saved).toBeVisible();
  const copied = new URL(w.page.url()).searchParams.get('id') ?? '';
  const made = modelOf(await w.account.bill(copied));
  expect(withoutDays(made), 'the content of the copy').toEqual(withoutDays(w.bill));
  await w.page.goBack();
  await expect(w.page).toHaveURL(new RegExp(w.id));
  await expect(w.at.saved).toBeVisible();
  await expectOnScreen(w);
}

/** What a copy has in common with its original. */
function withoutDays({ billingDate, dueDate, rows, ...bill }: ModelBill) {
  return {
    ...bill,
    daysToPay: daysBetween(billingDate, dueDate),
    rows: rows.map(({ destination, vat, price }) => ({ destination, vat, price })),
  };
}
