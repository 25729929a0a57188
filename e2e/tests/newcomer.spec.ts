import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, newPassword, openMail, sendForm } from '../support/newcomer.ts';
import { sendCredentials } from '../support/people.ts';
import { chooseLanguage, fill, texts, type Language } from '../support/texts.ts';

// Each of these makes an account, which other tests do not expect: a server of their own.
test.use({ settings: { LIKSA_TODAY: '2026-11-17' }, toleratedConsole: [/status of 422/] });

const newcomers = {
  fi: { person: 'maija', email: 'maija.uusi@liksa.example', name: 'Maija Liisa' },
  en: { person: 'veeti', email: 'veeti.uusi@liksa.example', name: 'Veeti' },
} as const;

/** On a phone one language is enough. */
const phoneOnce = (language: Language) => (language === 'fi' ? { tag: '@phone' } : {});

for (const language of ['fi', 'en'] as const) {
  test(`from the form to the dashboard in ${language}`, phoneOnce(language), async ({ page }) => {
    const t = texts[language];
    const { person, email, name } = newcomers[language];
    const heading = (title: string) => page.getByRole('heading', { level: 1, name: title });
    await page.goto('/login');
    await chooseLanguage(page, language);
    await page.getByRole('link', { name: t.login_register }).click();
    await expect(heading(t.page_register)).toBeVisible();
    await expectAccessible(page, language);

    await page.getByRole('button', { name: t.register_submit }).click();
    await expect(page.getByText(t.validation_required)).toHaveCount(5);
    await expectAccessible(page, language);
    await sendForm(page, { email }, language);
    await expect(heading(t.page_register_started)).toBeVisible();
    await expectAccessible(page, language);

    await page.getByRole('link', { name: t.register_continue }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectAccessible(page, language);
    await choose(page, person);

    await expect(heading(t.page_registration_eula)).toBeVisible();
    await expect(page.getByText(email)).toContainText(name);
    const accept = page.getByRole('button', { name: t.register_accept });
    await expect(accept).toHaveCount(2);
    await expectAccessible(page, language);
    await (language === 'fi' ? accept.first() : accept.last()).click();

    await expect(heading(t.page_registration_success)).toBeVisible();
    await expectAccessible(page, language);
    await page.getByRole('main').getByRole('link', { name: t.register_to_login }).click();
    await sendCredentials(page, email, newPassword, language);
    await expect(heading(fill(t.home_greeting, { name }))).toBeVisible();
    await expect(page).toHaveURL('/');
    await expectAccessible(page, language);
  });
}

test('a registration is continued from the mail, also in another browser', async ({ page }) => {
  const { fi } = texts;
  const subject = 'Jatka rekisteröitymistä Liksaan';
  await page.goto('/register');
  await sendForm(page, { email: 'linnea.uusi@liksa.example' });
  await openMail(page, subject);
  await expectAccessible(page);
  await page.getByText(fi.demomails_text).click();
  await expect(page.getByRole('link', { name: /\/registration\/confirm\?token=/ })).toBeVisible();
  await expectAccessible(page);

  // To the server a browser without its cookies is another one.
  await page.context().clearCookies();
  await page.getByText(fi.demomails_html).click();
  await page.getByRole('link', { name: 'Jatka rekisteröitymistä', exact: true }).click();
  await expect(page.getByRole('heading', { name: fi.register_resume_title })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: fi.register_resume }).click();
  await expect(page.getByRole('heading', { name: fi.register_confirmed_title })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: fi.register_continue }).click();
  await choose(page, 'linnea');
  await expect(page.getByRole('heading', { name: fi.page_registration_eula })).toBeVisible();
  // A reload between the bank and the terms loses nothing.
  await page.reload();
  const accept = page.getByRole('button', { name: fi.register_accept });
  const password = page.getByLabel(fi.register_password, { exact: true });
  await accept.last().click();
  await expect(password, 'the user of this browser may be another person').toBeFocused();
  await expectAccessible(page);
  await password.fill('not the one of the form');
  await accept.first().click();
  await expect(page.getByText(fi.notify_not_password_of_form)).toBeVisible();
  await password.fill(newPassword);
  await accept.first().click();
  await expect(page.getByRole('heading', { name: fi.page_registration_success })).toBeVisible();
});
