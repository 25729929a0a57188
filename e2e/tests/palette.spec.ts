import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { texts } from '../support/texts.ts';

const { fi } = texts;

/** Opens the palette and types, by the keyboard alone. */
async function lookFor(page: Page, words: string) {
  await expect(page.getByRole('button', { name: fi.palette_button })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(dialog(page, fi.palette_title).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
}

test('Ctrl K finds bills, customers and things to do', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, { invoiceText: '', yourcode: 'Paletista' });
  const chosen = page.getByRole('option', { selected: true });
  await page.goto('/');

  await lookFor(page, 'kuusikuja');
  const bills = page.getByRole('group', { name: fi.palette_bills }).getByRole('option');
  await expect(bills.first()).toContainText('Asunto Oy Kuusikuja 4');
  await expectAccessible(page);
  await expect(chosen).toContainText('Asunto Oy Kuusikuja 4');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/invoice?id=${id}`);
  await expect(editor(page).saved).toBeVisible();

  await lookFor(page, 'haapalahden');
  const customer = page.getByRole('group', { name: fi.palette_customers }).getByRole('option');
  await expect(customer).toContainText('Haapalahden kaupunki');
  await customer.click();
  await expect(page).toHaveURL(/\/customers\?search=/);
  await expect(page.getByRole('searchbox', { name: fi.customers_search })).toHaveValue(
    'Haapalahden kaupunki',
  );

  await lookFor(page, fi.bills_new);
  await expect(chosen).toHaveText(fi.bills_new);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/invoice');
  await lookFor(page, 'tummat');
  await page.keyboard.press('Escape');
  await expect(dialog(page, fi.palette_title)).toHaveCount(0);
});
