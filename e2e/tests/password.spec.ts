import { expectAccessible } from '../support/accessibility.ts';
import { enter } from '../support/account.ts';
import { tamper } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, newPassword, openMail } from '../support/newcomer.ts';
import { greeting, people, sendCredentials, type Person } from '../support/people.ts';
import { chooseLanguage, texts, type Language } from '../support/texts.ts';
import type { Page } from '@playwright/test';

// Passwords change here, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-19' }, toleratedConsole: [/status of (401|409)/] });

/** What the server writes in its mails. */
const mails = {
  fi: { subject: 'Vaihda Liksan salasanasi', button: 'Valitse uusi salasana' },
  en: { subject: 'Change your Liksa password', button: 'Choose a new password' },
};

/** From the log-in page to the page where the link of the mail leads. */
async function askForLink(page: Page, person: Person, language: Language): Promise<void> {
  const t = texts[language];
  await page.goto('/login');
  await chooseLanguage(page, language);
  await page.getByRole('link', { name: t.login_forgot }).click();
  await expect(page.getByRole('heading', { level: 1, name: t.page_password_reset })).toBeVisible();
  await expectAccessible(page, language);
  await page.getByRole('textbox', { name: t.register_email }).fill(people[person].username);
  await page.getByRole('button', { name: t.register_reset_submit }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: t.page_password_check_email }),
  ).toBeVisible();
  await expectAccessible(page, language);
  await openMail(page, mails[language].subject, language);
  await page.getByRole('link', { name: mails[language].button }).click();
  await expect(page).toHaveURL(/\/password\/forgot\//);
}

/** Fills in and sends the form where the link leads. */
async function sendNewPassword(page: Page, language: Language): Promise<void> {
  const t = texts[language];
  await page.getByLabel(t.register_new_password, { exact: true }).fill(newPassword);
  await page.getByLabel(t.register_new_password_again, { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: t.register_new_password_submit }).click();
}

const owners = {
  fi: { person: 'worker', bank: 'aino' },
  en: { person: 'employee', bank: 'eero' },
} as const;

for (const language of ['fi', 'en'] as const) {
  test(`a forgotten password is changed with the bank's word, in ${language}`, async ({
    page,
    browser,
    server,
  }) => {
    const t = texts[language];
    const { person, bank } = owners[language];
    const elsewhere = await browser.newPage({ baseURL: server.url });
    await (await enter(elsewhere, person)).speak(language);

    await askForLink(page, person, language);
    const link = page.url();
    await expectAccessible(page, language);
    await sendNewPassword(page, language);
    await expect(
      page.getByRole('heading', { level: 1, name: t.register_bank_check_title }),
    ).toBeVisible();
    await expectAccessible(page, language);
    await page.getByRole('link', { name: t.register_continue }).click();
    await choose(page, 'cancel');
    await expect(page.getByText(t.register_link_still_good)).toBeVisible();
    await expectAccessible(page, language);

    await page.goto(link);
    await sendNewPassword(page, language);
    await page.getByRole('link', { name: t.register_continue }).click();
    await choose(page, bank);
    await expect(
      page.getByRole('heading', { level: 1, name: t.page_password_changed }),
    ).toBeVisible();
    await expectAccessible(page, language);
    await elsewhere.goto('/invoices');
    await expect(elsewhere, 'every session is over').toHaveURL(/\/login/);
    await elsewhere.close();

    await page.getByRole('main').getByRole('link', { name: t.register_to_login }).click();
    await sendCredentials(page, people[person].username, newPassword, language);
    await expect(greeting(page, person, language)).toBeVisible();

    await page.goto(link);
    await sendNewPassword(page, language);
    await expect(page, 'the link is used').toHaveURL(/\/password\/changed-failure/);
    await expect(page.getByText(t.notify_account_not_restored)).toBeVisible();
  });
}

test('the bank must identify the owner of the password', async ({ page }) => {
  const { fi } = texts;
  await askForLink(page, 'newcomer', 'fi');
  await sendNewPassword(page, 'fi');
  await page.getByRole('link', { name: fi.register_continue }).click();
  await choose(page, 'maija');
  await expect(page.getByText(fi.notify_account_not_restored)).toBeVisible();
  await page.goto('/login');
  await sendCredentials(page, people.newcomer.username, newPassword);
  await expect(page.getByRole('alert')).toContainText(fi.notify_login_failure);
});

test('a user not identified by a bank changes a password without one', async ({ page, data }) => {
  const { fi } = texts;
  const { username } = people.clerk;
  tamper(data, `UPDATE person SET strong_identified = FALSE WHERE email = '${username}'`);
  await askForLink(page, 'clerk', 'fi');
  await sendNewPassword(page, 'fi');
  await expect(
    page.getByRole('heading', { level: 1, name: fi.page_password_changed }),
  ).toBeVisible();
  tamper(data, `UPDATE person SET strong_identified = TRUE WHERE email = '${username}'`);
  await page.goto('/login');
  await sendCredentials(page, username, newPassword);
  await expect(page).toHaveURL('/provider');
});
