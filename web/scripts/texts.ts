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
  'crates/server/src/landing/{questions,texts}.rs',
];

const files = (...patterns: string[]): string[] => globSync(patterns, { cwd: PROJECT }).toSorted();
const read = (file: string): string => readFileSync(path.join(PROJECT, file), 'utf8');

/** The texts for users: the app, mails, printed and electronic documents, the demo bank. */
export function textsForUsers(): Text[] {
  const pairs = new Set(files(...PAIRS));
  return [
    ...files('web/src/locales/*/*.json').flatMap((file) => textsOfApp(file, read(file))),
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

/** The texts of a Typst template: tables `fi: (…)` and `en: (…)` of keys and strings. */
export function textsOfTemplate(file: string, source: string): Text[] {
  const texts: Text[] = [];
  let language: Language | undefined;
  let key = '';
  for (const line of source.split('\n')) {
    const table = /^ {2}(fi|en): \($/.exec(line)?.[1];
    if (table !== undefined) language = table as Language;
    else if (line === '  ),') language = undefined;
    if (language === undefined || table !== undefined) continue;
    key = /^ {4}([\w-]+):/.exec(line)?.[1] ?? key;
    for (const [, text = ''] of line.matchAll(/"((?:[^"\\]|\\.)*)"/g))
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
