import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeSent } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, salariesArePaid } from '../support/payday.ts';
import { texts } from '../support/texts.ts';

const { fi } = texts;

// Everybody's salary is paid, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-19' } });

test('a part of a paid invoice is credited, and taken back of the salary as was shown', async ({
  page,
}) => {
  const clerkSends = async (billId: string) => {
    await page.goto('about:blank');
    await enter(page, 'clerk');
    for (const move of ['take', 'approve', 'send']) {
      await call(page, 'PUT', `/api/provider/bills/${billId}/${move}`);
    }
  };
  const dates = { billingdate: '19.11.2026', exactDueDate: '03.12.2026' };
  const bill = await makeSent(await enter(page, 'worker'), dates);
  await clerkSends(bill.id);
  await salariesArePaid(page);

  await enter(page, 'worker');
  await page.goto(`/invoice?id=${bill.id}`);
  await page.getByRole('button', { name: fi.bills_action_credit_part }).click();
  await expect(page).not.toHaveURL(new RegExp(bill.id));
  const { row, saved, send } = editor(page);
  await expect(saved).toBeVisible();
  await row(0).price.fill('-400');
  await row(0).price.press('Tab');
  const effect = page.getByRole('main').getByRole('region', { name: fi.invoice_summary_credit });
  await expect(effect).toContainText('−502,00 €');
  await expect(effect).toContainText(fi.invoice_summary_credit_note);
  await expectAccessible(page);
  const { id } = Object.fromEntries(new URL(page.url()).searchParams);
  const shown = (
    await effect.getByText(fi.invoice_credit_effect).locator('+ *').first().innerText()
  ).replaceAll(/\s/g, ' ');
  await send.click();
  const question = dialog(page, fi.bills_send_title);
  await question.getByRole('button', { name: fi.bills_action_send }).click();
  await expect(editor(page).sent).toBeVisible();

  await clerkSends(id ?? '');
  await enter(page, 'worker');
  const card = page.getByRole('main').getByRole('article').first();
  // The salary is corrected after the credit note has left.
  await expect(async () => {
    await page.goto('/salaries');
    await expect(card).toContainText(fi.salaries_taken_back, { timeout: 2000 });
  }).toPass();
  await expect(card).toContainText(shown);
});
