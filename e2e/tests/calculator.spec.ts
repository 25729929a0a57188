import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { login } from '../support/people.ts';
import { chooseLanguage, fill, texts, type Language } from '../support/texts.ts';

const { fi } = texts;

/** A field by its label, which ends with the unit. */
function field(page: Page, label: string) {
  return page.getByRole('textbox', { name: label });
}

/** A line of the breakdown, by what it is called in either place of a rate. */
function line(page: Page, label: string, language: Language = 'fi') {
  return page
    .getByRole('table', { name: texts[language].calculator_breakdown })
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: label, exact: true }) })
    .getByRole('cell');
}

const result = (page: Page) => page.getByRole('main');

test('an invoice of 2 000 € becomes the salary of the engine', async ({ page }) => {
  await page.goto('/calculator');
  await field(page, fi.calculator_price).fill('2000');
  await expect(result(page)).toContainText(/Tilillesi\s*1\s453,13\s€/);
  await expect(result(page)).toContainText(fill(fi.calculator_share, { percent: '72,7 %' }));
  await expect(line(page, fi.calculator_line_invoiced)).toHaveText('2 510,00 €');
  await expect(line(page, 'Arvonlisävero 25,5 %')).toHaveText('−510,00 €');
  await expect(line(page, fi.calculator_line_without_vat)).toHaveText('2 000,00 €');
  await expect(line(page, fi.calculator_line_fee)).toHaveText('−138,00 €');
  await expect(line(page, fi.calculator_line_employer_costs)).toHaveText('−45,59 €');
  await expect(line(page, fi.calculator_line_gross)).toHaveText('1 816,41 €');
  await expect(line(page, 'Ennakonpidätys 20 %')).toHaveText('−363,28 €');
  await expect(line(page, fi.calculator_to_account)).toHaveText('1 453,13 €');
  await expect(line(page, fi.calculator_line_rounding), 'zero lines are hidden').toHaveCount(0);
  const picture = page.getByRole('list', { name: fi.calculator_picture }).getByRole('listitem');
  await expect(picture).toHaveText([
    `${fi.calculator_part_net}1 453,13 €72,7 %`,
    `${fi.calculator_part_tax}363,28 €18,2 %`,
    `${fi.calculator_part_employer_costs}45,59 €2,3 %`,
    `${fi.calculator_part_fee}138,00 €6,9 %`,
  ]);
  await expectAccessible(page);
});

test('every input counts', async ({ page }) => {
  await page.goto('/calculator');
  await field(page, fi.calculator_tax_percent).fill('19,5');
  await expect(line(page, 'Ennakonpidätys 19,5 %')).toHaveText('−354,20 €');
  await page.getByLabel(fi.calculator_vat).selectOption('13.5');
  await expect(line(page, 'Arvonlisävero 13,5 %')).toHaveText('−270,00 €');
  await field(page, fi.calculator_kilometers).fill('100');
  await expect(line(page, fi.calculator_line_reimbursements)).toHaveText('+55,00 €');
  await field(page, fi.calculator_full_days).fill('1');
  await field(page, fi.calculator_partial_days).fill('1');
  await field(page, fi.calculator_meals).fill('2');
  await expect(line(page, fi.calculator_line_reimbursements)).toHaveText('+161,00 €');

  await page.getByRole('switch', { name: fi.calculator_pay_yel }).check();
  await expect(line(page, fi.calculator_line_yel)).toBeVisible();
  await page.getByText(fi.calculator_employee, { exact: true }).click();
  await expect(line(page, fi.calculator_line_yel)).toHaveCount(0);
  await expect(line(page, fi.calculator_line_holiday)).toBeVisible();
  await field(page, fi.calculator_age).fill('70');
  await expect(line(page, fi.calculator_line_tyel), 'no pension is paid at 70').toHaveCount(0);

  await page.getByRole('button', { name: fi.calculator_group_advanced }).click();
  await field(page, fi.calculator_service_percent).fill('5');
  await expect(line(page, fi.calculator_line_fee)).toHaveText('−100,00 €');
  await expectAccessible(page);
});

test('a wanted salary of 1 500 € gives the invoice, to the cent', async ({ page }) => {
  await page.goto('/calculator');
  await page.getByText(fi.calculator_direction_in_hand).click();
  await field(page, fi.calculator_salary).fill('1500');
  await expect(line(page, fi.calculator_to_account)).toHaveText('1 500,00 €');
  await expect(line(page, fi.calculator_line_invoiced)).toHaveText('2 590,96 €');
  await expect(result(page)).toContainText(/Laskuta\s*2\s590,96\s€/);
  await expect(result(page)).toContainText(/Veroton 2\s064,51\s€ \+ alv 25,5\s% 526,45\s€/);

  await page.getByRole('tab', { name: fi.calculator_tab_hourly }).click();
  await field(page, fi.calculator_hours).fill('20');
  await expect(result(page)).toContainText(/Tuntihintana 103,23\s€\/h/);
  await expect(result(page)).toContainText(/20 h × 103,23\s€ = 2\s064,60\s€/);
  await expectAccessible(page);
});

test('hours and an hourly rate make the price', async ({ page }) => {
  await page.goto('/calculator');
  await page.getByRole('tab', { name: fi.calculator_tab_hourly }).click();
  await field(page, fi.calculator_hours).fill('7,5');
  await field(page, fi.calculator_hourly_rate).fill('80,20');
  await expect(line(page, fi.calculator_line_without_vat)).toHaveText('601,50 €');
});

test('an earlier payday brings the figures of its day', async ({ page }) => {
  await page.goto('/calculator?payday=20.08.2024&kilometers=100');
  await expect(line(page, 'Arvonlisävero 24 %')).toHaveText('−480,00 €');
  await expect(line(page, fi.calculator_line_reimbursements)).toHaveText('+57,00 €');
  await expect(
    page.getByText(fill(fi.calculator_kilometers_help, { amount: '0,57 €' })),
  ).toBeVisible();
});

const tooOld = fill(fi.notify_between, { least: '0', most: '120' });

test.describe('a field that is not accepted', () => {
  test.use({ toleratedConsole: [/status of 422/] });

  test('says so, and the last result stays', { tag: '@phone' }, async ({ page, isMobile }) => {
    await page.goto('/calculator');
    await expect(line(page, fi.calculator_to_account)).toHaveText('1 453,13 €');
    const age = field(page, fi.calculator_age);
    await age.fill('200');
    await expect(page.getByText(tooOld)).toBeVisible();
    await expect(age).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(fi.calculator_outdated)).toBeVisible();
    const atTheEdge = fill(fi.calculator_last_result_of, { what: fi.calculator_to_account });
    await expect(page.getByText(atTheEdge)).toBeVisible({ visible: isMobile });
    await expect(line(page, fi.calculator_to_account)).toHaveText('1 453,13 €');
    await expectAccessible(page);

    await age.fill('40');
    await expect(page.getByText(tooOld)).toHaveCount(0);
    await expect(page.getByText(fi.calculator_outdated)).toHaveCount(0);
  });

  test('in a link shows its error too, also in the advanced settings', async ({ page }) => {
    await page.goto('/calculator?age=200&payday=01.01.1999');
    await expect(page.getByText(tooOld)).toBeVisible();
    await expect(page.getByText(fill(fi.notify_unknown_year_of, { year: '1999' }))).toBeVisible();
    await expectAccessible(page);
  });
});

test('a copied link opens the same calculation, and so does a reload', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/calculator');
  await page.getByRole('tab', { name: fi.calculator_tab_hourly }).click();
  await field(page, fi.calculator_hours).fill('12,5');
  await field(page, fi.calculator_tax_percent).fill('31');
  await page.getByText(fi.calculator_employee, { exact: true }).click();
  // At once, while the address bar still waits for a pause.
  await page.getByRole('button', { name: fi.calculator_copy }).click();
  await expect(page.getByRole('button', { name: fi.calculator_copied })).toBeVisible();
  await expect(line(page, fi.calculator_line_without_vat)).toHaveText('625,00 €');
  await expect(line(page, fi.calculator_line_holiday)).toBeVisible();
  const salary = await line(page, fi.calculator_to_account).innerText();

  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page).toHaveURL(link);
  await page.reload();
  await expect(line(page, fi.calculator_to_account)).toHaveText(salary);

  const other = await context.newPage();
  await other.goto(link);
  await expect(field(other, fi.calculator_hours)).toHaveValue('12,5');
  await expect(field(other, fi.calculator_tax_percent)).toHaveValue('31');
  await expect(line(other, fi.calculator_to_account)).toHaveText(salary);
});

test('the back button leads out of the calculator, and forward into the same one', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: fi.page_calculator }).first().click();
  for (const price of ['3000', '4000', '5000']) {
    await field(page, fi.calculator_price).fill(price);
    await expect(page).toHaveURL(`/calculator?price=${price}`);
  }
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await page.goForward();
  // The browser may have kept the page as it was left, with the cursor in the field.
  await expect(field(page, fi.calculator_price)).toHaveValue(/^5\s?000$/);
  await expect(line(page, fi.calculator_line_without_vat)).toHaveText('5 000,00 €');
});

test('a link with nonsense in it opens the usual calculator', async ({ page }) => {
  await page.goto('/calculator?price=lots&tab=yearly&alv=[1]&age={}&yelInsured=perhaps');
  await expect(field(page, fi.calculator_price)).toHaveValue(/^2\s000$/);
  await expect(line(page, fi.calculator_to_account)).toHaveText('1 453,13 €');
});

test(
  'the answer is in sight while the form is filled in',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/calculator');
    const travel = field(page, fi.calculator_meals);
    await travel.scrollIntoViewIfNeeded();
    if (!isMobile) {
      await expect(page.getByText('1 453,13 €').filter({ visible: true }).first()).toBeInViewport();
      return;
    }
    const summary = page.getByRole('button', { name: fi.calculator_show_result });
    await expect(summary).toBeInViewport();
    await expect(summary).toContainText('1 453,13 €');
    await summary.tap();
    await expect(page.getByText(fi.calculator_picture)).toBeInViewport();
  },
);

test(
  'a line explains itself when pointed at or tapped',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/calculator');
    const gross = page.getByRole('button', { name: fi.calculator_line_gross });
    if (isMobile) await gross.tap();
    else await gross.hover();
    const explanation = page.getByRole('tooltip');
    await expect(explanation).toHaveText(fi.calculator_why_gross);
    await expect(explanation).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(explanation).toHaveCount(0);
  },
);

for (const language of ['fi', 'en'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`it reads well in ${language}, ${colorScheme}`, async ({ page }) => {
      const t = texts[language];
      await page.emulateMedia({ colorScheme });
      await page.goto('/calculator?workerType=WORKER&kilometers=80&direction=inHand&tab=hourly');
      await chooseLanguage(page, language);
      await expect(page).toHaveTitle(fill(t.page_title, { title: t.page_calculator }));
      await expect(line(page, t.calculator_to_account, language)).toHaveText(
        language === 'fi' ? '1 500,00 €' : '€1,500.00',
      );
      await expect(page.getByText(t.calculator_indicative)).toBeVisible();
      await expectAccessible(page, language);
    });
  }
}

test(
  'those who are signed in find it in the menu',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await login(page, 'worker');
    if (isMobile) await page.getByRole('button', { name: fi.menu_open }).click();
    await page
      .getByRole('navigation', { name: fi.menu_main })
      .getByRole('link', { name: fi.page_calculator })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: fi.page_calculator })).toBeVisible();
    // By their own tax card of 21 %: 1 816,41 − 381,45.
    await expect(line(page, fi.calculator_to_account)).toHaveText('1 434,96 €');
  },
);
