// Every text that people read, wherever in the project it is written, and the words in it.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Language = 'fi' | 'en';

export interface Text {
  readonly file: string;
  /** The key of the text, or its line where texts have no keys. */
  readonly key: string;
  readonly language: Language;
  readonly text: string;
}

const PROJECT = path.join(import.meta.dirname, '../..');

/** Files of Rust in which two strings within brackets are a text in Finnish and in English. */
const PAIRS = [
  'crates/actions/src/mail/*.rs',
  'crates/documents/src/invoice/{from_bill,vat_note}.rs',
  'crates/domain/src/ledger/account.rs',
  'crates/server/src/landing/{pages,questions,texts}.rs',
];

const files = (...patterns: string[]): string[] => globSync(patterns, { cwd: PROJECT }).toSorted();
const read = (file: string): string => readFileSync(path.join(PROJECT, file), 'utf8');

/** The texts for users: the app, its pages as they are before it, mails, printed and electronic documents, the demo bank. */
export function textsForUsers(): Text[] {
  const pairs = new Set(files(...PAIRS));
  return [
    ...files('web/src/locales/*/*.json').flatMap((file) => textsOfApp(file, read(file))),
    ...files('web/*.html').flatMap((file) => textsOfPage(file, read(file))),
    ...files('web/public/sw.js').flatMap((file) => textsOfScript(file, read(file))),
    ...files('web/public/*.webmanifest').flatMap((file) => textsOfManifest(file, read(file))),
    ...files('crates/documents/templates/*.typ').flatMap((file) =>
      textsOfTemplate(file, read(file)),
    ),
    ...files('crates/*/src/**/*.rs').flatMap((file) =>
      pairs.has(file) ? textsOfPairs(file, read(file)) : textsOfCalls(file, read(file)),
    ),
  ];
}

/** The messages of the API for those who program with it. They are in English and use the words of the API. */
export function textsForDevelopers(): Text[] {
  return files('crates/*/src/**/*.rs').flatMap((file) => errorMessages(file, read(file)));
}

/** The texts of one file of `src/locales`. */
export function textsOfApp(file: string, json: string): Text[] {
  const language = path.basename(path.dirname(file)) as Language;
  return Object.entries(JSON.parse(json) as Record<string, AppText>)
    .filter(([key]) => !key.startsWith('$'))
    .flatMap(([key, text]) => formsOf(text).map((form) => ({ file, key, language, text: form })));
}

/** A text of the app: one, or several of which a number chooses one by the plural rules of the language. */
export type AppText = string | readonly { readonly match: Readonly<Record<string, string>> }[];

/** Every form that a text of the app has. */
export function formsOf(text: AppText): string[] {
  return typeof text === 'string' ? [text] : text.flatMap(({ match }) => Object.values(match));
}

/** Elements that have no end, also where it is not written so. */
const VOID = new Set(['br', 'img', 'input', 'link', 'meta']);
const TAG = /<(\/?)(\w+)([^>]*)>([^<]*)/g;
const LANGUAGE = /\blang="(fi|en)"/;
const SAID = /\b(?:alt|aria-label|name="description"\s+content)="([^"]+)"/g;

/** The texts of a page that is written as it is shown. */
export function textsOfPage(file: string, source: string): Text[] {
  const page = source.replaceAll(/<!--[^]*?-->|<style>[^]*?<\/style>/g, '');
  const texts: Text[] = [];
  /** Of the elements that have begun; the page's own is the first. */
  const languages: (Language | undefined)[] = [];
  for (const [, end, name = '', attributes = '', after = ''] of page.matchAll(TAG)) {
    const own = (LANGUAGE.exec(attributes)?.[1] as Language | undefined) ?? languages.at(-1);
    const said = [...attributes.matchAll(SAID)].map(([, text = '']) => [own, text] as const);
    if (end === '/') languages.pop();
    else if (!VOID.has(name) && !attributes.endsWith('/')) languages.push(own);
    for (const [language, text] of [...said, [languages.at(-1), after.trim()] as const])
      if (language !== undefined && text !== '') texts.push({ file, key: name, language, text });
  }
  return texts;
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly lang: Language;
  readonly shortcuts: readonly { readonly name: string }[];
}

/** What the installed app is called, and what its menu on the home screen offers. */
export function textsOfManifest(file: string, json: string): Text[] {
  const { name, description, lang: language, shortcuts } = JSON.parse(json) as Manifest;
  const offered = shortcuts.map((shortcut) => shortcut.name);
  return [name, description, ...offered].map((text) => ({ file, key: 'manifest', language, text }));
}

/** The texts of a Typst template: tables `fi: (…)` and `en: (…)` of keys and strings. */
export function textsOfTemplate(file: string, source: string): Text[] {
  return textsOfTables(file, source, {
    begins: /^ {2}(fi|en): \($/,
    ends: '  ),',
    text: /"((?:[^"\\]|\\.)*)"/g,
  });
}

/** The texts of a script that stands alone: tables `fi: {…}` and `en: {…}` of keys and strings. */
export function textsOfScript(file: string, source: string): Text[] {
  return textsOfTables(file, source, {
    begins: /^ {2}(fi|en): \{$/,
    ends: '  },',
    text: /'((?:[^'\\]|\\.)*)'/g,
  });
}

function textsOfTables(
  file: string,
  source: string,
  table: { readonly begins: RegExp; readonly ends: string; readonly text: RegExp },
): Text[] {
  const texts: Text[] = [];
  let language: Language | undefined;
  let key = '';
  for (const line of source.split('\n')) {
    const begins = table.begins.exec(line)?.[1];
    if (begins !== undefined) language = begins as Language;
    else if (line === table.ends) language = undefined;
    if (language === undefined || begins !== undefined) continue;
    key = /^ {4}([\w-]+):/.exec(line)?.[1] ?? key;
    for (const [, text = ''] of line.matchAll(table.text))
      texts.push({ file, key, language, text });
  }
  return texts;
}

const STRING = String.raw`(?:format!\(\s*)?"((?:[^"\\]|\\[^])*)"(?:\s*\))?`;
const TWO_STRINGS = String.raw`\s*${STRING}\s*,\s*${STRING}\s*,?\s*`;
const CALL = new RegExp(String.raw`\b(?:either|in_language)\(${TWO_STRINGS}\)`, 'g');
const PAIR = new RegExp(String.raw`(?:[[(]|= \d+,)${TWO_STRINGS}[\]);]`, 'g');
const ERROR_MESSAGE = /#\[error\("((?:[^"\\]|\\[^])*)"/g;

/** The texts that Rust chooses from: `either("suomeksi", "in English")`. */
export function textsOfCalls(file: string, source: string): Text[] {
  return textsInRust(file, source, CALL, ['fi', 'en']);
}

/** The texts of Rust in brackets: `["suomeksi", "in English"]`. */
export function textsOfPairs(file: string, source: string): Text[] {
  return textsInRust(file, source, PAIR, ['fi', 'en']);
}

function errorMessages(file: string, source: string): Text[] {
  return textsInRust(file, source, ERROR_MESSAGE, ['en']);
}

/** What the groups of `pattern` hold, each in its language. Tests and calls with other strings are left out. */
function textsInRust(
  file: string,
  source: string,
  pattern: RegExp,
  languages: readonly Language[],
): Text[] {
  const [code = ''] = source.split('#[cfg(test)]');
  return [...code.matchAll(pattern)].flatMap((found) => {
    const key = `line ${code.slice(0, found.index).split('\n').length}`;
    return languages.map((language, place) => {
      const text = unescaped(found[place + 1] ?? '');
      return { file, key, language, text };
    });
  });
}

/** A string of Rust as it is printed. */
function unescaped(literal: string): string {
  return literal
    .replaceAll(/\\\n\s*/g, '')
    .replaceAll('\\n', '\n')
    .replaceAll(/\\u\{([\da-f]+)\}/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\(["'\\])/g, '$1');
}

/**
 * The words of a text. Places to fill in, numbers and names of programs (camt.053, base_url) are not words. Finnish
 * words keep their hyphens and lose an ending after a colon (PDF:nä); those of English are taken apart and lose their
 * possessive ending.
 */
export function wordsOf({ text, language }: Pick<Text, 'text' | 'language'>): string[] {
  const parts = language === 'fi' ? /\./ : /[.:-]/;
  return text
    .replaceAll(/\{[^}]*\}/g, '_')
    .split(/[^\p{L}\p{M}\p{N}_'’:.-]+/u)
    .filter((token) => !/[\p{N}_]/u.test(token))
    .flatMap((token) => token.split(parts))
    .map((token) => token.replaceAll('’', "'").replace(/:\p{L}*$|'s$/u, ''))
    .map((token) => token.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter((word) => word !== '');
}
