import { expect, type Page } from '@playwright/test';
import { texts, type Language } from './texts.ts';

/** The buttons of the demo bank: three newcomers, who have accounts, who cannot have one, and refusals. */
type BankChoice =
  | 'maija'
  | 'veeti'
  | 'linnea'
  | 'aino'
  | 'eero'
  | 'sanna'
  | 'nuori'
  | 'tunnukseton'
  | 'cancel'
  | 'fail';

export const newPassword = 'sininen villapaita';

interface Form {
  email: string;
  promoCode?: string;
}

/** Fills in and sends the form that is on the page. */
export async function sendForm(page: Page, form: Form, language: Language = 'fi'): Promise<void> {
  const t = texts[language];
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field(t.register_email).fill(form.email);
  await field(t.register_phone).fill('040 123 4567');
  await field(t.register_address).fill('Kotikatu 1');
  await field(t.register_postal_code).fill('33100');
  await page.getByLabel(t.register_password, { exact: true }).fill(newPassword);
  await field(t.register_promo_code).fill(form.promoCode ?? '');
  await page.getByRole('button', { name: t.register_submit }).click();
}

/** Fills in the form and goes on to the bank. */
export async function goToBank(page: Page, form: Form): Promise<void> {
  await page.goto('/register');
  await sendForm(page, form);
  await page.getByRole('link', { name: texts.fi.register_continue }).click();
  await expect(page).toHaveURL(/\/demo-bank\/authorize/);
}

/** Presses a button of the demo bank, whose page is open. */
export async function choose(page: Page, choice: BankChoice): Promise<void> {
  await page.locator(`button[value="${choice}"]`).click();
}

/** Where the demo bank, whose page is open, would lead the browser. */
export async function answerOfBank(page: Page, choice: BankChoice): Promise<URL> {
  return sentBack(page, page.url(), choice);
}

async function sentBack(page: Page, bank: string, choice: BankChoice): Promise<URL> {
  const answer = await page.request.post(bank, { form: { person: choice }, maxRedirects: 0 });
  return new URL(answer.headers()['location'] ?? '');
}

/** Opens the newest mail in the demo mailbox, by the link on the page. */
export async function openMail(page: Page, subject: string, language: Language = 'fi') {
  const t = texts[language];
  await page.getByRole('main').getByRole('link', { name: t.page_demo_mails }).click();
  await page.getByRole('link', { name: subject }).first().click();
  await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible();
}

const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

/** Registers somebody past the screens, which have tests of their own. */
export async function register(page: Page, email: string, choice: BankChoice): Promise<void> {
  const send = async <T>(method: 'POST' | 'PUT', path: string, data: object): Promise<T> => {
    const answer = await page.request.fetch(path, { method, headers: fromOwnPage, data });
    expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
  const form = {
    email,
    phone: '040 123 4567',
    address: 'Kotikatu 1',
    postalcode: '33100',
    password: newPassword,
    language: 'fi',
  };
  const { request } = await send<{ request: string }>('POST', '/api/registration/start', form);
  const back = await sentBack(page, `/demo-bank/authorize?${request}`, choice);
  await send('PUT', '/api/registration/oidc/finish', Object.fromEntries(back.searchParams));
  await send('PUT', '/api/registration/confirm', { user: { email } });
}
