import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, newPassword, openMail, sendForm } from '../support/newcomer.ts';
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
    await page.getByRole('main').getByRole('link', { name: t.login_register }).click();
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

    // The bank has just said who it is: nothing has to be typed once more.
    await expect(heading(fill(t.home_greeting, { name }))).toBeVisible();
    await expect(page).toHaveURL('/');
    await expectAccessible(page, language);
  });
}

/** Counts what the thumb does on a phone. */
function thumb(page: Page) {
  const done = { taps: 0, keys: 0 };
  const tap = async (target: Locator) => {
    done.taps += 1;
    await target.tap();
  };
  /** Into the field that has the focus. */
  const type = async (field: Locator, text: string) => {
    await expect(field).toBeFocused();
    done.keys += text.length;
    await page.keyboard.type(text);
  };
  const fillIn = async (field: Locator, text: string) => {
    done.taps += 1;
    // At its beginning: a tap where the last one was moments ago is a double tap, which selects a
    // word and, where there is none, leaves the cursor in the field before.
    await field.tap({ position: { x: 12, y: 12 } });
    await type(field, text);
  };
  return { done, tap, type, fillIn };
}

test(
  'from the form to a sent invoice it takes at most 18 taps and 110 keys',
  { tag: '@phone-only' },
  async ({ page }) => {
    const { fi } = texts;
    const { done, tap, type, fillIn } = thumb(page);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const button = (name: string) => page.getByRole('button', { name });
    await page.goto('/register');
    await fillIn(field(fi.register_email), 'veeti.keikka@liksa.example');
    await fillIn(field(fi.register_phone), '0401234567');
    await fillIn(field(fi.register_address), 'Kotikatu 1');
    await fillIn(field(fi.register_postal_code), '33100');
    await fillIn(page.getByLabel(fi.register_password, { exact: true }), newPassword);
    await tap(button(fi.register_submit));
    await tap(page.getByRole('link', { name: fi.register_continue }));
    await tap(page.locator('button[value="veeti"]'));
    await tap(button(fi.register_accept).first());

    await tap(page.getByRole('link', { name: fi.bills_first_begin }));
    const { customer, row, send, sent } = editor(page);
    await type(customer, '91106846');
    await tap(page.getByRole('option', { name: /Saarni/ }));
    await fillIn(row(0).destination, 'Kirjan taitto');
    await fillIn(row(0).price, '1200');
    await tap(send);
    await tap(
      dialog(page, fi.bills_send_title).getByRole('button', { name: fi.bills_action_send }),
    );
    await expect(sent).toBeVisible();
    await expectAccessible(page);
    test.info().annotations.push({ type: 'measured', description: JSON.stringify(done) });
    expect(done.taps).toBeLessThanOrEqual(18);
    expect(done.keys).toBeLessThanOrEqual(110);
  },
);

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
  await expect(page).toHaveURL('/');
});
