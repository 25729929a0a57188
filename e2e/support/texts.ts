import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type * as messages from '../../web/src/paraglide/messages.js';

const locales = path.join(import.meta.dirname, '../../web/src/locales');

/** A text for each name that the app has one for. */
type Texts = Readonly<Record<Exclude<keyof typeof messages, 'm'>, string>>;

/** Texts about a number have a form for one, and one for others; some have one for a certain number. */
type Form = 'one' | 'other';

const FORMS: Readonly<Record<Form, readonly string[]>> = {
  one: ['one', '1'],
  other: ['other', '*'],
};
type AppText = string | readonly [{ readonly match: Readonly<Record<string, string>> }];

function formOf(text: AppText, form: Form): string {
  if (typeof text === 'string') return text;
  const forms = Object.entries(text[0].match);
  return forms.find(([name]) => FORMS[form].some((one) => name.endsWith(`=${one}`)))?.[1] ?? '';
}

function read(language: string, form: Form): Texts {
  const folder = path.join(locales, language);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const all = files.flatMap((name) =>
    Object.entries(
      JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, AppText>,
    ),
  );
  return Object.fromEntries(all.map(([name, text]) => [name, formOf(text, form)])) as Texts;
}

/** The app's own texts, so that no test repeats them. */
export const texts = { fi: read('fi', 'other'), en: read('en', 'other') };

/** The same where there is one of something. */
export const singular = { fi: read('fi', 'one') };

export type Language = keyof typeof texts;

/** Fills the places of a text: `fill('Hello, {name}!', { name: 'Aino' })`. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** Uses the language switch of the header. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const name = texts[language][`language_${language}`];
  await page.getByRole('banner').locator('label', { hasText: name }).click();
  await expect(page.getByRole('radio', { name })).toBeChecked();
}
