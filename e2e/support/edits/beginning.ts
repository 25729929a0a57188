import { expect } from '@playwright/test';
import { makeDraft, type Account } from '../account.ts';
import { modelOf, newBill } from '../modelBill.ts';
import { call } from '../payday.ts';
import * as billSteps from './billSteps.ts';
import { expectOnScreen } from './checks.ts';
import * as rowSteps from './rowSteps.ts';
import { withoutAnswer } from './troubles.ts';
import type { Writer } from './writer.ts';

/** What may be written before there is a customer, for whom the bill is made. */
const FIRST_STEPS = [
  billSteps.writeText,
  billSteps.writeDates,
  billSteps.chooseVat,
  rowSteps.writeCell,
  rowSteps.addRow,
];

async function addCustomers({ page }: Writer) {
  const { CUSTOMERS } = billSteps;
  await Promise.all(CUSTOMERS.map((one) => call(page, 'POST', '/api/sharedcustomers', one)));
}

/** A draft that is there already, or one that is begun on the screen. */
export async function begin(w: Writer) {
  await addCustomers(w);
  await (w.half() ? openDraft(w, w.account) : beginNew(w));
}

async function openDraft(w: Writer, account: Account) {
  w.log('a draft');
  const { id } = await makeDraft(account, {
    billingdate: billSteps.TODAY,
    exactDueDate: '07.12.2026',
  });
  w.id = id;
  w.bill = modelOf(await account.bill(id));
  await w.at.open(id);
}

async function beginNew(w: Writer) {
  w.log('a new bill');
  w.bill = newBill(billSteps.TODAY);
  await w.page.goto('/invoice');
  await expectOnScreen(w);
  for (const step of w.chance.shuffle(FIRST_STEPS)) await step(w);
  if (w.half()) {
    w.log('reload before it is made');
    await w.page.reload();
    await expectOnScreen(w);
  }
  if (w.half()) await withoutAnswer(w, 'POST', '**/bills');
  await billSteps.chooseCustomer(w);
  await expect(w.page).toHaveURL(/id=/);
  await expect(w.at.saved).toBeVisible();
  w.id = new URL(w.page.url()).searchParams.get('id') ?? '';
}
