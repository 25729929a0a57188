import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { businessId, enter } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, singular, texts } from '../support/texts.ts';

const { fi } = texts;

const company = { name: 'Kettukallion Kirjapaino Oy', businessId: businessId(3100501) };

type Role = 'button' | 'link' | 'textbox' | 'combobox' | 'radio';

/** Presses Tab until the focus is where the person wants it, as they would. */
async function tabTo(page: Page, role: Role, name: string) {
  const goal = page.getByRole(role, { name, exact: true });
  const isThere = () =>
    goal.evaluateAll((found) => found.includes(document.activeElement as never));
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${role} ”${name}”.`);
}

async function fillInCompany(page: Page) {
  const type = page.keyboard;
  await expect(page.getByRole('textbox', { name: fi.customers_business_id })).toBeFocused();
  await expect(page.getByRole('textbox', { name: fi.customers_name_company })).toHaveValue(
    company.name,
  );
  await type.type(company.businessId);
  // To the choice of how the invoice goes, on to e-invoices and back to e-mail.
  await tabTo(page, 'radio', fi.customers_method_email);
  await type.press('ArrowRight');
  await expect(page.getByRole('radio', { name: fi.customers_method_ebill })).toBeChecked();
  await type.press('ArrowLeft');
  await tabTo(page, 'textbox', fi.customers_address);
  await type.type('Painokuja 3');
  await tabTo(page, 'textbox', fi.customers_postal_code);
  await type.type('33100');
  await expect(page.getByRole('textbox', { name: fi.customers_city })).toHaveValue('Tampere');
  await tabTo(page, 'textbox', fi.customers_email);
  await type.type('laskut@kettukallio.example');
  await tabTo(page, 'textbox', fi.customers_phone);
  await type.type('03 555 0300');
}

test('the first invoice goes from nothing to approval by keyboard alone', async ({ page }) => {
  const account = await enter(page, 'newcomer');
  const { customer, row, rows, saved, sent, summary } = editor(page);
  const keys = page.keyboard;
  await page.goto('/invoices');
  await expect(page.getByRole('heading', { name: fi.bills_first_title })).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, 'link', fi.bills_first_begin);
  await keys.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: fi.bills_new })).toBeVisible();
  await expect(customer, 'the first field to fill has the focus').toBeFocused();
  await keys.type(company.name);
  const add = page.getByRole('option', {
    name: fill(fi.customers_add_named, { searched: company.name }),
  });
  await expect(add).toBeVisible();
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(dialog(page, fi.customers_new_title)).toBeVisible();
  await expectAccessible(page);
  await fillInCompany(page);
  await keys.press('Enter');
  await expect(customer).toHaveValue(company.name);
  await expect(saved, 'a bill with a customer is saved').toBeVisible();
  await expect(page).toHaveURL(/\/invoice\?id=/);

  await expect(row(0).destination, 'writing goes on with the first row').toBeFocused();
  await keys.type('Kirjan taitto');
  await tabTo(page, 'textbox', `${fi.invoice_row_price} (€)`);
  await keys.type('1200');
  await keys.press('Tab');
  await expect(row(0).priceWithVat).toBeFocused();
  await expect(row(0).priceWithVat).toHaveValue(/^1\s506,00$/);
  await keys.press('Enter');
  await expect(rows, 'Enter in the last cell adds a row').toHaveCount(2);
  await expect(row(1).destination).toBeFocused();
  await keys.type('Kannen kuvitus');
  await keys.press('Control+d');
  await expect(rows).toHaveCount(3);
  await expect(row(2).destination).toHaveValue('Kannen kuvitus');
  await tabTo(page, 'textbox', `${fi.invoice_row_price} (€)`);
  await keys.type('80,50');
  await expect(summary).toContainText('1 607,03 €');

  await keys.press('Control+Enter');
  const refusal = dialog(page, singular.fi.bills_send_left);
  await expect(refusal, 'a row without a price cannot be sent').toContainText(
    fi.bills_send_problems,
  );
  await expectAccessible(page);
  await keys.press('Enter');
  await expect(refusal).toHaveCount(0);
  await expect(row(1).price, 'the focus goes to the field to correct').toBeFocused();
  await keys.type('300');
  await expect(saved).toBeVisible();
  await keys.press('Control+Enter');
  const question = dialog(page, fi.bills_send_title);
  const confirm = question.getByRole('button', { name: fi.bills_action_send });
  await expect(confirm).toBeFocused();
  await expectAccessible(page);
  await keys.press('Enter');

  await expect(sent).toBeFocused();
  await tabTo(page, 'link', fi.invoice_sent_list);
  await keys.press('Enter');
  const pending = page.getByRole('region', { name: fi.bills_section_pending });
  await expect(pending.getByRole('article', { name: company.name })).toContainText('1 983,53 €');

  const bills = await account.bills();
  expect(bills, 'one bill, and nothing beside it').toHaveLength(1);
  expect(bills[0]).toMatchObject({
    state: 'PENDING',
    rows: 3,
    totalprice: 1580.5,
    totalpriceWithAlv: 1983.53,
  });
  expect(await account.customers()).toHaveLength(1);
});

test('the shortcuts are listed on ?', async ({ page }) => {
  await enter(page, 'worker');
  await page.goto('/invoice');
  // In a field it is a question mark.
  await page.getByRole('heading', { level: 1, name: fi.bills_new }).click();
  await page.keyboard.press('?');
  await expect(dialog(page, fi.invoice_shortcuts)).toContainText(fi.invoice_shortcut_send);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page, fi.invoice_shortcuts)).toHaveCount(0);
});
