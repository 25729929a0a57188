import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { greeting, password, people } from '../support/people.ts';
import { chooseLanguage, fill, texts } from '../support/texts.ts';

const { fi } = texts;

for (const language of ['fi', 'en'] as const) {
  test(`the page reads well in ${language}`, async ({ page }) => {
    const t = texts[language];
    await page.goto('/login');
    await chooseLanguage(page, language);
    await expect(page).toHaveTitle(fill(t.page_title, { title: t.page_login }));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1, name: t.page_login })).toBeVisible();
    await expect(page.getByRole('textbox', { name: t.login_username })).toBeVisible();
    await expect(page.getByLabel(t.login_password, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t.login_submit })).toBeVisible();
    await expectAccessible(page, language);

    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: t.page_login })).toBeVisible();
  });
}

/** Presses Tab until the element has the focus, as a user without a mouse does. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(element).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0] });
}

test('the keyboard is enough', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: fi.skip_to_content });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page, page.getByRole('textbox', { name: fi.login_username }));
  await page.keyboard.type(people.worker.username);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(fi.login_password, { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(greeting(page, 'worker')).toBeFocused();
});

test('empty fields are named, and nothing is sent', async ({ page }) => {
  await page.goto('/login');
  let sent = false;
  page.on('request', (request) => (sent ||= request.method() === 'POST'));
  await page.getByRole('button', { name: fi.login_submit }).click();
  await expect(page.getByText(fi.validation_required)).toHaveCount(2);
  await expect(page.getByRole('textbox', { name: fi.login_username })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expectAccessible(page);
  expect(sent).toBe(false);
});

test('a demo account fills in the form', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: people.worker.username }).click();
  await page.getByRole('button', { name: fi.login_submit }).click();
  await expect(greeting(page, 'worker')).toBeVisible();
});
