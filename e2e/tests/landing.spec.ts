import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseLanguage, texts } from '../support/texts.ts';

/** How far things moved on the page after they were shown. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // What was observed before is told in the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

const salary = (page: Page) => page.locator('[data-figure="salary"]');

for (const path of ['/landing', '/login', '/register']) {
  test(`nothing moves on ${path} once it is shown @phone`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await layoutShift(page)).toBe(0);
  });
}

test('a visitor calculates, chooses the other language and begins to register @phone', async ({
  page,
}) => {
  await page.goto('/landing');
  await expectAccessible(page);
  const before = await salary(page).textContent();
  await page.getByLabel('Laskun summa ilman ALV:tä').fill('2000');
  await expect(salary(page)).not.toHaveText(before ?? '');
  await page.getByLabel('Työsuhteinen').check();
  await expect(page.locator('[data-line="employerCosts"]')).toBeVisible();
  await page.getByLabel('Veroprosenttisi').fill('99');
  await expect(page.getByText('Kirjoita luku väliltä')).toBeVisible();
  await page.getByText('Milloin palkka maksetaan?').click();
  await expect(page.getByText('Seuraava palkkapäivä on')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice without a company/);
  // Typing before the script is there would be answered by nobody.
  await page.waitForLoadState();
  const english = (await salary(page).textContent()) ?? '';
  await page.getByLabel('Invoice total').fill('3000');
  await expect(salary(page)).not.toHaveText(english);
  await expect(salary(page), 'as the server wrote it').toHaveText(/^€\d,\d{3}\.\d\d$/);
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: texts.en.page_register }),
    'the choice holds for the app',
  ).toBeVisible();
});

test('both themes can be read', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/landing');
  await expectAccessible(page);
});

test('without a script everything is there and the calculator answers @phone', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('details')).toHaveCount(12);
  const before = await salary(page).textContent();
  await page.getByLabel(/Laskun summa|Invoice total/).fill('2000');
  await page.getByRole('button').click();
  await expect(page).toHaveURL(/price=2000/);
  await expect(salary(page)).not.toHaveText(before ?? '');
  await context.close();
});

test.describe('a browser that speaks English', () => {
  test.use({ locale: 'en-GB' });

  test('is spoken to in English on the first visit', async ({ page }) => {
    const t = texts.en;
    for (const [path, title] of [
      ['/landing', /^Invoice without a company/],
      ['/login', t.page_login],
      ['/register', t.page_register],
      ['/accessibility', t.page_accessibility],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    }
  });
});

test('every address of the sitemap and every link of the landing page is a page', async ({
  page,
  server,
}) => {
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address, server.url);
    return pathname + search;
  });
  await page.goto('/landing');
  const links = page.locator('a[href^="/"]');
  const linked = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(listed).toEqual(
    expect.arrayContaining(['/landing', '/landing?lang=en', '/accessibility']),
  );
  expect(linked).toEqual(expect.arrayContaining(['/login', '/register', '/about', '/calculator']));
  const missing = [texts.fi.page_not_found, texts.en.page_not_found];
  for (const address of new Set([...listed, ...linked])) {
    await page.goto(address);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    expect(missing).not.toContain(await title.textContent());
  }
});

test('log-in and register open the rest of the app in place @phone', async ({ page }) => {
  await page.goto('/login');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await chooseLanguage(page, 'en');
  await page.getByRole('main').getByRole('link', { name: texts.en.login_register }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.page_register })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: texts.en.login_forgot }).click();
  const reset = page.getByRole('heading', { level: 1, name: texts.en.page_password_reset });
  await expect(reset).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.page_login })).toBeVisible();
  expect(loads).toBe(0);
  await page.getByRole('link', { name: texts.en.visitor_landing }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice without a company/);
});
