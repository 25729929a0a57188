import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { login } from '../support/people.ts';
import { chooseLanguage, fill, texts } from '../support/texts.ts';

const { fi } = texts;

const money = new Intl.NumberFormat('fi-FI', { style: 'currency', currency: 'EUR' });

/** What the server tells the signed-in worker. */
async function told<Answer>(page: Page, path: string): Promise<Answer> {
  const { user } = (await (await page.request.get('/api/session')).json()) as {
    user: { id: string };
  };
  const answer = await page.request.get(`/api/info/${user.id}${path}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Answer;
}

interface Info {
  readonly onItsWay: { readonly amount: number; readonly total: number };
  readonly paidSalariesThisYear: number;
  readonly taxAmountThisYear: number;
  readonly nextPayday: string;
}

test('the home page says what is on its way, and why then', { tag: '@phone' }, async ({ page }) => {
  await login(page, 'worker');
  const coming = page.getByRole('region', { name: fi.home_coming });
  const info = await told<Info>(page, '');
  await expect(coming).toContainText(money.format(info.onItsWay.amount));
  await expect(coming).toContainText(info.nextPayday);
  await expect(coming).toContainText(money.format(info.paidSalariesThisYear));
  const taxes = page.getByRole('region', { name: fi.home_tax, exact: true });
  await expect(taxes).toContainText(money.format(info.taxAmountThisYear));

  const parts = fill(fi.home_coming_parts, { count: `${info.onItsWay.total}` });
  await coming.getByRole('button', { name: parts }).press('Enter');
  await expect(coming.getByRole('listitem').first()).toBeVisible();
  // Drawn for who scrolls there.
  await page.locator('figure').first().scrollIntoViewIfNeeded();
  await expect(page.locator('figure svg').first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('switch', { name: fi.home_charts_table }).click({ force: true });
  await expect(page.getByRole('table', { name: fi.home_charts_paid })).toBeVisible();
  await expectAccessible(page);
  await coming.getByRole('listitem').getByRole('link').first().click();
  await expect(page).not.toHaveURL('/');
});

interface TaxInfo {
  readonly wages: number;
  readonly taxWithheld: number;
}

test('the tax page has the figures of a year', { tag: '@phone' }, async ({ page }) => {
  await login(page, 'worker');
  await page.goto('/tax');
  const year = page.getByRole('combobox', { name: fi.tax_year });
  await expect(year.getByRole('option')).toHaveCount(6);
  const [present = ''] = await year.selectOption({ index: 0 });
  const figures = await told<TaxInfo>(page, `/taxinfo/${present}`);
  const guide = page.getByRole('region', { name: fi.tax_guide });
  await expect(guide).toContainText(money.format(figures.wages));
  await expect(guide).toContainText(money.format(figures.taxWithheld));
  await expectAccessible(page);
});

for (const language of ['fi', 'en'] as const) {
  test(`a visitor reads a help page with a calculated example, in ${language}`, async ({
    page,
  }) => {
    const t = texts[language];
    await page.goto('/help');
    await chooseLanguage(page, language);
    await expectAccessible(page, language);
    await page.getByRole('main').getByRole('link', { name: t.help_tax_card }).click();
    const example = page.getByRole('table', { name: t.help_tax_card_with });
    await expect(example).toContainText(t.calculator_to_account);
    await expectAccessible(page, language);
  });
}
