import { expect, type Page } from '@playwright/test';
import en from '../../web/src/locales/en.json' with { type: 'json' };
import fi from '../../web/src/locales/fi.json' with { type: 'json' };

/** The app's own texts, so that no test repeats them. */
export const texts = { fi, en };

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
