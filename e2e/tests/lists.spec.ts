import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

test(
  'the invoices on their way are in three lists, as cards or in tables',
  { tag: '@phone' },
  async ({ page }) => {
    await enter(page, 'employee');
    await page.goto('/invoices');
    for (const name of [fi.bills_section_open, fi.bills_section_pending, fi.bills_section_sent]) {
      await expect(page.getByRole('region', { name }).getByRole('article').first()).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByText(fi.bills_view_table, { exact: true }).click();
    const table = page.getByRole('table', { name: fi.bills_section_sent });
    await expect(table).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await expect(table, 'the choice stays').toBeVisible();
  },
);

test('the archive finds bills by customer, number, row and amount', async ({ page }) => {
  const account = await enter(page, 'worker');
  await makeDraft(account, {
    billableitems: [
      {
        type: 'CONTRACT',
        date: '12.11.2026',
        alv: 25.5,
        destination: 'Vaskipolku',
        alvPrice: 731.2,
      },
    ],
  });
  await page.goto('/archive');
  const found = page.getByRole('table', { name: fi.page_archive }).getByRole('rowheader');
  const search = page.getByRole('searchbox', { name: fi.bills_archive_search });
  await expect(found.first()).toContainText('Asunto Oy Kuusikuja 4');
  await expectAccessible(page);

  await search.fill('vaskipolku');
  await expect(found).toHaveText([/Asunto Oy Kuusikuja 4/]);
  await search.fill('917,66');
  await expect(found).toHaveText([/Asunto Oy Kuusikuja 4/]);
  await search.fill('1007');
  await expect(found).toHaveText([/Revontuli Viestintä Oy.*1007/]);
  await expect(page).toHaveURL('/archive?search=1007');
  await page.reload();
  await expect(search, 'the address keeps the question').toHaveValue('1007');
  await expect(found).toHaveCount(1);

  await search.fill('saarni kansikuvitus');
  await expect(found).toHaveCount(2);
  await search.fill('ei tällaista');
  await expect(
    page.getByText(fill(fi.bills_archive_no_hits, { search: 'ei tällaista' })),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: fi.bills_archive_show_all }).click();
  await expect(search).toHaveValue('');
  await expect(found).not.toHaveCount(0);
});

test('the archive is ordered and narrowed down', async ({ page }) => {
  await enter(page, 'employee');
  await page.goto('/archive');
  const rows = page.getByRole('table', { name: fi.page_archive }).getByRole('rowgroup').last();
  const first = rows.getByRole('row').first();
  await expect(first).toContainText(fi.bills_state_open);
  await page.getByText(fi.bills_archive_closed_first, { exact: true }).click();
  await expect(rows.getByRole('row').last()).toContainText(fi.bills_state_open);
  await expect(page).toHaveURL('/archive?order=closedFirst');

  await page.getByText(fi.bills_archive_paid, { exact: true }).click();
  await expect(first).toContainText(fi.bills_state_paid);
  await expect(rows).not.toContainText(fi.bills_state_closed);
  await page.goBack();
  await expect(page, 'choices are not steps back').not.toHaveURL(/archive/);
});

test('customers are found, added to the list and removed from it', async ({ page }) => {
  const account = await enter(page, 'employee');
  await page.goto('/customers');
  await page.getByRole('button', { name: fi.customers_add }).click();
  await expect(dialog(page, fi.customers_new_title)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: fi.customers_search }).fill('revontuli');
  const name = 'Revontuli Viestintä Oy';
  await page.getByRole('button', { name: fill(fi.customers_add_to_list_of, { name }) }).click();
  const more = page.getByRole('button', { name: fill(fi.customers_more_of, { name }) });
  await expect(more).toBeVisible();

  await page
    .getByRole('button', { name: fill(fi.customers_view_of, { name }) })
    .last()
    .click();
  const details = dialog(page, fi.customers_details_title);
  await expect(details).toContainText('9341672-5');
  await expect(details, 'what another has written about it stays theirs').not.toContainText(
    'Minna',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await more.click();
  await page.getByRole('menuitem', { name: fi.customers_remove }).click();
  const question = dialog(page, fi.customers_remove_title);
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: fi.customers_remove }).click();
  await expect(more).toHaveCount(0);
  expect((await account.customers()).map((customer) => customer.name)).not.toContain(name);
});
