import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { greeting, login, people, sendCredentials, signIn } from '../support/people.ts';
import { chooseLanguage, texts, type Language } from '../support/texts.ts';

const { fi, en } = texts;

test('signing in leads home, under the own name', { tag: '@phone' }, async ({ page, isMobile }) => {
  await login(page, 'worker');
  await expect(page).toHaveURL('/');
  // A phone's header has room for the picture alone.
  const name = page.getByRole('banner').getByText(people.worker.fullName, { exact: true });
  await expect(name).toBeVisible({ visible: !isMobile });
  await expectAccessible(page);

  await page.reload();
  await expect(greeting(page, 'worker')).toBeVisible();
  await page.goto('/login');
  await expect(page, 'the log-in page is only for visitors').toHaveURL('/');
});

test('the token is out of the reach of scripts', async ({ page, context }) => {
  await login(page, 'worker');
  const cookies = await context.cookies();
  const attributes = { httpOnly: true, sameSite: 'Strict', path: '/' };
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['liksa_browser', 'liksa_session']);
  const seen = await page.evaluate(() => document.cookie + JSON.stringify(localStorage));
  for (const cookie of cookies) {
    expect(cookie).toMatchObject(attributes);
    expect(seen).not.toContain(cookie.value);
  }
});

test.describe('a wrong password', () => {
  test.use({ toleratedConsole: [/status of 401/] });

  test('is refused, and what was typed stays', async ({ page }) => {
    await page.goto('/login');
    await sendCredentials(page, people.worker.username, 'wrong-password');
    await expect(page.getByRole('alert')).toContainText(fi.notify_login_failure);
    await expect(page.getByRole('textbox', { name: fi.login_username })).toHaveValue(
      people.worker.username,
    );
    await expectAccessible(page);

    await signIn(page, 'worker');
    await expect(greeting(page, 'worker')).toBeVisible();
  });
});

test('a private page asks to sign in first and then opens', async ({ page }) => {
  await page.goto('/invoices?from=mail#rows');
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, 'worker');
  await expect(page).toHaveURL('/invoices?from=mail#rows');
  await expect(page.getByRole('heading', { level: 1, name: fi.page_invoices })).toBeVisible();
});

test('a log-in link never leads on to another site', async ({ page }) => {
  await page.goto('/login?next=//liksa.example.invalid/');
  await signIn(page, 'worker');
  await expect(greeting(page, 'worker')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the language is saved to the profile', async ({ page, browser, server }) => {
  const choose = async (language: Language) => {
    const saved = page.waitForResponse('**/api/person');
    await chooseLanguage(page, language);
    expect((await saved).status()).toBe(200);
  };
  await login(page, 'employee');
  await choose('en');
  await expect(greeting(page, 'employee', 'en')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  // A browser that has never heard of the choice.
  const elsewhere = await browser.newPage({ baseURL: server.url });
  await elsewhere.goto('/login');
  await signIn(elsewhere, 'employee');
  await expect(greeting(elsewhere, 'employee', 'en')).toBeVisible();
  await elsewhere.close();

  await choose('fi');
  await expect(greeting(page, 'employee', 'fi')).toBeVisible();
});

test('signing out closes the private pages', async ({ page, context }) => {
  await login(page, 'worker');
  await page.getByRole('link', { name: fi.sign_out }).click();
  await expect(page).toHaveURL('/login');
  // That the owner has been here before stays known: guessing from elsewhere does not slow them down.
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['liksa_browser']);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: fi.page_login })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

test.describe('when the session is over', () => {
  test.use({ toleratedConsole: [/status of 401/] });

  test('the next request leads to the log-in page, and back', async ({ page, context }) => {
    await login(page, 'worker');
    await page.goto('/invoices');
    await expect(page.getByRole('heading', { level: 1, name: fi.page_invoices })).toBeVisible();
    // A request that is still running would be refused before the language changes, with a Finnish message.
    await page.waitForLoadState('networkidle');
    await context.clearCookies();

    await chooseLanguage(page, 'en');
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(en.notify_session_expired)).toBeVisible();

    await signIn(page, 'worker', 'en');
    await expect(page).toHaveURL('/invoices');
  });
});
