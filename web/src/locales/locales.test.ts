import { expect, test } from 'vitest';
import en from './en.json';
import fi from './fi.json';

const languages: Record<string, Record<string, string>> = { fi, en };

function parametersOf(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();
}

test('both languages have the same texts', () => {
  expect(Object.keys(en)).toEqual(Object.keys(fi));
});

test('each text has the same parameters in both languages', () => {
  const different = Object.keys(fi).filter(
    (key) =>
      parametersOf(languages['fi']?.[key]).join() !== parametersOf(languages['en']?.[key]).join(),
  );
  expect(different).toEqual([]);
});

test('no text is empty or padded', () => {
  for (const [language, texts] of Object.entries(languages)) {
    const careless = Object.entries(texts).filter(
      ([, text]) => text === '' || text !== text.trim(),
    );
    expect(careless, language).toEqual([]);
  }
});
