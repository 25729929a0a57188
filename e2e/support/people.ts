import { expect, type Page } from '@playwright/test';
import { fill, texts, type Language } from './texts.ts';

/** The demo people that the server seeds, as far as tests use them. */
export const people = {
  worker: { username: 'worker@liksa.example', firstName: 'Aino', fullName: 'Aino Virtanen' },
  /** Has neither customers nor bills at first; only one test may change that. */
  newcomer: { username: 'sub@liksa.example', firstName: 'Sanna', fullName: 'Sanna Korhonen' },
  employee: { username: 'employee@liksa.example', firstName: 'Eero', fullName: 'Eero Mäkinen' },
  payroll: {
    username: 'payroll@liksa.example',
    firstName: 'Pekka',
    fullName: 'Pekka Heikkinen',
  },
  payroll2: {
    username: 'payroll2@liksa.example',
    firstName: 'Päivi',
    fullName: 'Päivi Koskinen',
  },
  clerk: { username: 'clerk@liksa.example', firstName: 'Kaisa', fullName: 'Kaisa Laine' },
  admin: { username: 'admin@liksa.example', firstName: 'Antti', fullName: 'Antti Järvinen' },
};

export const password = 'demo-liksa';

export type Person = keyof typeof people;

/** Fills in and sends the log-in form that is on the page. */
export async function sendCredentials(
  page: Page,
  username: string,
  secret: string,
  language: Language = 'fi',
): Promise<void> {
  const t = texts[language];
  await page.getByRole('textbox', { name: t.login_username }).fill(username);
  await page.getByLabel(t.login_password, { exact: true }).fill(secret);
  await page.getByRole('button', { name: t.login_submit }).click();
}

/** Sends the right credentials of a person. */
export async function signIn(page: Page, person: Person, language?: Language): Promise<void> {
  await sendCredentials(page, people[person].username, password, language);
}

/** Opens the log-in page, signs in, and waits for the home page. */
export async function login(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await signIn(page, person);
  await expect(greeting(page, person)).toBeVisible();
}

export function greeting(page: Page, person: Person, language: Language = 'fi') {
  const name = fill(texts[language].home_greeting, { name: people[person].firstName });
  return page.getByRole('heading', { level: 1, name });
}
