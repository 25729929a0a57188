import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { customersPay } from '../support/payday.ts';
import { people } from '../support/people.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

// A server of its own: the customers of all demo bills pay, which other tests do not expect.
test.use({ settings: { LIKSA_TODAY: '2026-11-17' } });

/** Says yes to what a button asks. */
async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
}

test('one person makes and calculates a run, another approves and pays it', async ({ page }) => {
  await enter(page, 'payroll');
  await customersPay(page);
  await page.goto('/provider/payroll');
  const make = fill(fi.providerpayroll_make, { payday: '20.11.2026' });
  await expect(page.getByRole('button', { name: make })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: make }).click();

  await expect(page).toHaveURL(/\/provider\/payroll\/[\w-]+$/);
  const run = page.url();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: fi.providerpayroll_now_draft })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: fi.providerpayroll_calculate }).click();
  await expect(main.getByRole('heading', { name: fi.providerpayroll_now_own })).toBeVisible();
  const approve = main.getByRole('button', { name: fi.providerpayroll_approve });
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  await expect(approve).toHaveAccessibleDescription(fi.providerpayroll_barred_made);
  await expect(main.getByRole('link', { name: people.employee.fullName })).toBeVisible();
  await expectAccessible(page);

  await enter(page, 'payroll2');
  await page.goto(run);
  await expect(main.getByRole('heading', { name: fi.providerpayroll_now_check })).toBeVisible();
  await main.getByRole('link', { name: people.employee.fullName }).click();
  const salary = page.getByRole('dialog', { name: people.employee.fullName });
  await expect(salary.getByRole('table', { name: fi.providerpayroll_lines })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(salary).toBeHidden();

  await approve.click();
  await confirm(page, fi.providerpayroll_approve);
  await expect(main.getByRole('heading', { name: fi.providerpayroll_now_pay })).toBeVisible();
  await expectAccessible(page);
  for (const file of [fi.providerpayroll_file_bank, fi.providerpayroll_file_report]) {
    const downloading = page.waitForEvent('download');
    await main.getByRole('link', { name: file }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.xml$/);
  }
  await main.getByRole('button', { name: fi.providerpayroll_pay }).click();
  await confirm(page, fi.providerpayroll_pay);
  await expect(main.getByRole('heading', { name: fi.providerpayroll_now_paid })).toBeVisible();
  await expect(main.getByText(people.payroll2.fullName).first()).toBeVisible();
  await expectAccessible(page);
});

test(
  'the books balance, and lead to the account and the VAT',
  { tag: '@phone' },
  async ({ page }) => {
    await enter(page, 'payroll');
    await page.goto('/provider/ledger');
    const balance = page.getByRole('table', { name: fi.providerpayroll_trial_balance });
    await expect(balance).toBeVisible();
    const balanced = fi.providerpayroll_balanced.slice(0, fi.providerpayroll_balanced.indexOf('{'));
    await expect(page.getByRole('status').filter({ hasText: balanced })).toBeVisible();
    await expectAccessible(page);
    await balance.getByRole('link', { name: /^1700/ }).click();
    await expect(page).toHaveURL(/\/provider\/ledger\/1700\?period=2026$/);
    await expect(page.getByRole('table', { name: fi.providerpayroll_account_lines })).toBeVisible();
    await expectAccessible(page);

    await page.goto('/provider/vat?period=2026-q4');
    const report = page.getByRole('table', { name: fi.providerpayroll_vat_title });
    await expect(report.getByText(fi.providerpayroll_vat_to_pay)).toBeVisible();
    await expectAccessible(page);
  },
);
