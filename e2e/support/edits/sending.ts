import { expect, type Locator } from '@playwright/test';
import { dialog } from '../editor.ts';
import { moneyText } from '../modelTexts.ts';
import { totalsOf } from '../modelVat.ts';
import { fill, texts } from '../texts.ts';
import { CUSTOMERS } from './billSteps.ts';
import { expectStored, expectSummary } from './checks.ts';
import { expectOnPaper } from './paper.ts';
import { withoutAnswer } from './troubles.ts';
import type { Writer } from './writer.ts';

const { fi } = texts;

/** What the dialog asks to confirm is what the server has and what is printed, before it is sent and after. */
export async function sendAsShown(w: Writer) {
  await expectStored(w, 'OPEN');
  await expectSummary(w);
  await expectOnPaper(w);
  await w.at.send.click();
  const question = dialog(w.page, fi.bills_send_title);
  await expectAsked(w, question);
  const send = question.getByRole('button', { name: fi.bills_action_send });
  if (w.half()) {
    await withoutAnswer(w, 'PUT', `**/bills/${w.id}`);
    await send.click();
    await expect(question.getByRole('alert')).toBeVisible();
  }
  await send.click();
  await expect(w.at.sent).toBeVisible();
  await expectStored(w, 'PENDING');
  await expectOnPaper(w);
}

async function expectAsked({ bill }: Writer, question: Locator) {
  const { customer, billingDate: billingdate, dueDate: due } = bill;
  const email = CUSTOMERS.find(({ name }) => name === customer)?.email ?? '';
  const asked = async () => (await question.innerText()).replaceAll(/\s+/g, ' ');
  const expected = [
    `${customer} · ${moneyText(totalsOf(bill).gross)}`,
    fill(fi.bills_send_dates, { billingdate, due }),
    email,
  ];
  for (const text of expected) await expect.poll(asked).toContain(text);
}
