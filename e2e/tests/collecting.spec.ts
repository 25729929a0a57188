import { expectAccessible } from '../support/accessibility.ts';
import { enter } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

// The statement pays every bill of the demo, which other tests want unpaid: this one has a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-16' } });

test('money is collected: a reminder, a manual match, a statement, and an unknown payment', async ({
  page,
}) => {
  await enter(page, 'payroll');

  await test.step('a customer is reminded', async () => {
    await page.goto('/provider/overdue');
    const bills = page.getByRole('table', { name: fi.providermoney_overdue_bills });
    await expect(bills).toBeVisible();
    await expectAccessible(page);
    const late = bills.locator('tbody').getByRole('checkbox');
    const choosable = late.and(page.locator(':enabled')).first();
    const name = (await choosable.getAttribute('aria-label')) ?? '';
    await choosable.check();
    const send = fill(fi.providermoney_remind_count, { count: '1' });
    await page.getByRole('button', { name: send }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(fi.providermoney_rate_unknown_all)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: send }).click();
    await expect(
      dialog.getByText(fill(fi.providermoney_remind_made, { count: '1' })),
    ).toBeVisible();
    await dialog.getByRole('button', { name: fi.providerbills_bulk_close }).click();
    await expect(
      bills.getByRole('checkbox', { name }),
      'it is too early for another',
    ).toBeDisabled();
    await page.getByRole('tab', { name: fi.providermoney_overdue_sent }).click();
    await expect(page.getByRole('link', { name: fi.providermoney_letter }).first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a payment without a reference is matched to the bill that fits', async () => {
    await page.goto('/provider/payments');
    await expectAccessible(page);
    await page.getByRole('button', { name: fi.providermoney_begin }).click();
    const suggestions = page.getByRole('list', { name: fi.providermoney_part_suggestions });
    await expect(suggestions.getByText(fi.providermoney_reason_amount).first()).toBeVisible();
    await expectAccessible(page);
    await suggestions
      .getByRole('button', { name: /^Kohdista/ })
      .first()
      .click();
    await expect(page.getByText(fi.providermoney_list_unmatched_empty)).toBeVisible();
  });

  await test.step('a statement pays the rest, and the same again pays nothing', async () => {
    const statement = {
      name: 'tiliote.xml',
      mimeType: 'application/xml',
      buffer: await (await page.request.get('/api/demo/bank-statement.xml')).body(),
    };
    const upload = page.getByRole('region', { name: fi.providermoney_upload });
    const chooser = page.locator('input[type="file"]');
    await chooser.setInputFiles(statement);
    await expect(upload).toContainText(`${fi.providermoney_unmatched}1`);
    await chooser.setInputFiles(statement);
    await expect(upload.getByText(/Sama tiedosto tuotiin jo/)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/provider/overdue');
    await expect(page.getByText(fi.providermoney_overdue_empty)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('what is for no bill is set aside with a reason, and taken back', async () => {
    await page.goto('/provider/payments');
    await page.getByRole('link', { name: 'Korhonen Kalevi' }).click();
    await expect(page.getByText(fi.providermoney_no_suggestions)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: fi.providermoney_aside }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Lahjoitus');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: fi.providermoney_aside }).click();
    await expect(page.getByText(fi.providermoney_list_unmatched_empty)).toBeVisible();
    await page.getByRole('tab', { name: fi.providermoney_list_aside }).click();
    await page.getByRole('link', { name: 'Korhonen Kalevi' }).click();
    await expect(page.getByText('Lahjoitus')).toBeVisible();
    await page.getByRole('button', { name: fi.providermoney_undo }).click();
    await expect(page.getByText(fi.providermoney_no_suggestions)).toBeVisible();
  });
});
