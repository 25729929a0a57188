import { expect, test } from 'vitest';
import settings from '../../project.inlang/settings.json';

/** The text files of both languages as they are written, by `language/area`. */
const sources = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('./*/*.json', { eager: true, query: '?raw', import: 'default' }),
  ).map(([path, source]) => [path.replace(/^\.\/(.*)\.json$/, '$1'), source]),
);

function textsOf(language: 'fi' | 'en'): [string, string][] {
  return Object.entries(sources)
    .filter(([place]) => place.startsWith(`${language}/`))
    .flatMap(([, source]) => [...source.matchAll(/^ {2}"([^"$][^"]*)": "(.*)",?$/gm)])
    .map((match) => [match[1] ?? '', match[2] ?? '']);
}

function parametersOf(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();
}

const fi = new Map(textsOf('fi'));
const en = new Map(textsOf('en'));

test('both languages have the same texts, in the same files and order', () => {
  expect(fi.size).toBeGreaterThan(300);
  expect([...en.keys()]).toEqual([...fi.keys()]);
});

test('each text has the same parameters in both languages', () => {
  const different = [...fi.keys()].filter(
    (key) => parametersOf(fi.get(key)).join() !== parametersOf(en.get(key)).join(),
  );
  expect(different).toEqual([]);
});

test('no text is empty or padded', () => {
  const careless = [...textsOf('fi'), ...textsOf('en')].filter(
    ([, text]) => text === '' || text !== text.trim(),
  );
  expect(careless).toEqual([]);
});

// JSON keeps the last of two texts with one key and says nothing, and so would everybody else.
test('no key is written twice', () => {
  for (const language of ['fi', 'en'] as const) {
    const keys = textsOf(language).map(([key]) => key);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  }
});

test('every file of texts is compiled', () => {
  const compiled = settings['plugin.inlang.messageFormat'].pathPattern.flatMap((path) =>
    ['fi', 'en'].map((language) =>
      path.replace(/^.*locales\/(.*)\.json$/, '$1').replace('{locale}', language),
    ),
  );
  expect(Object.keys(sources).toSorted()).toEqual(compiled.toSorted());
});
