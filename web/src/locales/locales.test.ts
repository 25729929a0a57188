import { expect, test } from 'vitest';
import en from './en.json';
import enSource from './en.json?raw';
import fi from './fi.json';
import fiSource from './fi.json?raw';

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

// JSON keeps the last of two texts with one key and says nothing, and so would everybody else.
test('no key is written twice', () => {
  for (const source of [fiSource, enSource]) {
    const keys = [...source.matchAll(/^ {2}"([^"]+)":/gm)].map((match) => match[1]);
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  }
});
