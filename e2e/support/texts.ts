import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type * as messages from '../../web/src/paraglide/messages.js';

const locales = path.join(import.meta.dirname, '../../web/src/locales');

/** A text for each name that the app has one for. */
type Texts = Readonly<Record<Exclude<keyof typeof messages, 'm'>, string>>;

function read(language: string): Texts {
  const folder = path.join(locales, language);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const all = files.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  return Object.assign({}, ...all) as Texts;
}

/** The app's own texts, so that no test repeats them. */
export const texts = { fi: read('fi'), en: read('en') };

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
