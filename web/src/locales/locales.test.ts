import { expect, test } from 'vitest';
import { formsOf, type AppText } from '../../scripts/texts';
import settings from '../../project.inlang/settings.json';

/** The text files of both languages as they are written, by `language/area`. */
const sources = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('./*/*.json', { eager: true, query: '?raw', import: 'default' }),
  ).map(([path, source]) => [path.replace(/^\.\/(.*)\.json$/, '$1'), source]),
);

function sourcesOf(language: 'fi' | 'en'): string[] {
  return Object.entries(sources)
    .filter(([place]) => place.startsWith(`${language}/`))
    .map(([, source]) => source);
}

function textsOf(language: 'fi' | 'en'): [string, AppText][] {
  return sourcesOf(language)
    .flatMap((source) => Object.entries(JSON.parse(source) as Record<string, AppText>))
    .filter(([key]) => !key.startsWith('$'));
}

/** The places to fill in; of a text with several forms, of its last one, which is the one for most numbers. */
function parametersOf(text: AppText | undefined): string[] {
  const form = text === undefined ? '' : formsOf(text).at(-1);
  return [...(form ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();
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

test('a text for numbers has the forms of its language, or one for every other number', () => {
  for (const language of ['fi', 'en'] as const) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const forms = textsOf(language).flatMap(([key, text]) =>
      typeof text === 'string'
        ? []
        : [{ key, names: text.flatMap(({ match }) => Object.keys(match)) }],
    );
    expect(forms.length).toBeGreaterThan(0);
    const incomplete = forms.filter(({ names }) => {
      const has = (form: string) => names.some((name) => name.endsWith(`=${form}`));
      return !has('*') && !pluralCategories.every(has);
    });
    expect(incomplete).toEqual([]);
  }
});

test('no text is empty or padded', () => {
  const careless = [...textsOf('fi'), ...textsOf('en')]
    .flatMap(([, text]) => formsOf(text))
    .filter((text) => text === '' || text !== text.trim());
  expect(careless).toEqual([]);
});

// JSON keeps the last of two texts with one key and says nothing, and so would everybody else.
test('no key is written twice', () => {
  for (const language of ['fi', 'en'] as const) {
    const keys = sourcesOf(language)
      .flatMap((source) => [...source.matchAll(/^ {2}"([^"$][^"]*)": /gm)])
      .map((match) => match[1] ?? '');
    expect(keys.length).toBe(textsOf(language).length);
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
