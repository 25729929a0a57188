import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatPercent, formatShare } from '@/lib/format/percent';
import { setLocale } from '@/paraglide/runtime';
import {
  textsForDevelopers,
  textsForUsers,
  textsOfApp,
  textsOfCalls,
  textsOfManifest,
  textsOfPage,
  textsOfScript,
  textsOfPairs,
  textsOfTemplate,
  wordsOf,
  type Language,
  type Text,
} from '../../scripts/texts';

const LANGUAGES = ['fi', 'en'] as const;
const texts = textsForUsers();

/** Without the names of its places to fill in. */
const plain = ({ text }: Text): string => text.replaceAll(/\{\w+\}/g, '{}');
const shown = ({ language, text }: Text): string => `${language}: ${text}`;
const told = ({ file, key, text }: Text): string => `${file}: ${key}: ${text}`;

describe('texts are found', () => {
  test('in the files of the app', () => {
    const json = '{ "$schema": "x", "bills_new": "Uusi \\u00a0lasku" }';
    expect(textsOfApp('web/src/locales/fi/bills.json', json)).toEqual([
      {
        file: 'web/src/locales/fi/bills.json',
        key: 'bills_new',
        language: 'fi',
        text: 'Uusi \u{a0}lasku',
      },
    ]);
  });

  test('in every form that a number chooses from', () => {
    const match = { 'plural=one': 'Yksi lasku', 'plural=other': '{count} laskua' };
    const json = JSON.stringify({ bills_count: [{ declarations: ['input count'], match }] });
    expect(textsOfApp('web/src/locales/fi/bills.json', json).map(({ text }) => text)).toEqual([
      'Yksi lasku',
      '{count} laskua',
    ]);
  });

  test('in the tables of a template', () => {
    const source = [
      '#let gap = "5mm"',
      '#let words = (',
      '  fi: (',
      '    total: "Yhteensä",',
      '    year: year => "Vuosi " + str(year)',
      '      + " alusta",',
      '  ),',
      '  en: (',
      '    total: "Total",',
      '  ),',
      ')',
      '#let after = "not a text"',
    ].join('\n');
    expect(textsOfTemplate('a.typ', source).map((text) => `${text.key} ${shown(text)}`)).toEqual([
      'total fi: Yhteensä',
      'year fi: Vuosi ',
      'year fi:  alusta',
      'total en: Total',
    ]);
  });

  test('in calls and brackets of Rust, without its tests', () => {
    const source = [
      'let title = either("Lasku", "Invoice");',
      'let part = writer.either(format!(", {n}\\u{a0}%"), format!(", {n}%"));',
      'let text = language.either(',
      '    format!("Hei!\\n\\nLasku {n}"),',
      '    format!(',
      '        "Hello,\\n\\nInvoice {n}"',
      '    ),',
      ');',
      'pub const HELLO: Text = [',
      '    "Hei, \\',
      '     sinä!",',
      '    "Hello, you!",',
      '];',
      'Bank = 1910, "Pankkitili", "Bank";',
      'open(worker, "/salaries", "open=salaries");',
      '#[cfg(test)]',
      'mod tests { const A: Text = ["ei", "no"]; }',
    ].join('\n');
    expect(textsOfCalls('a.rs', source).map(shown)).toEqual([
      'fi: Lasku',
      'en: Invoice',
      'fi: , {n}\u{a0}%',
      'en: , {n}%',
      'fi: Hei!\n\nLasku {n}',
      'en: Hello,\n\nInvoice {n}',
    ]);
    const pairs = textsOfPairs('a.rs', source);
    expect(pairs.map(shown).slice(6)).toEqual([
      'fi: Hei, sinä!',
      'en: Hello, you!',
      'fi: Pankkitili',
      'en: Bank',
    ]);
    expect(pairs[6]?.key).toBe('line 9');
  });

  test('in a page, each in the language of its element', () => {
    const source = [
      '<!doctype html>',
      '<html lang="fi"><meta charset="utf-8"><title>Ei yhteyttä</title>',
      '<meta name="description" content="Palkka tilillesi." />',
      '<meta name="viewport" content="width=device-width" /><style>a { b: c }</style>',
      '<main><!-- not a text --><svg><path d="M1 1h2"/></svg><img src="/a.svg" alt="Kuva" />',
      '<div lang="en"><h2>No connection</h2></div><a href="">Yritä uudelleen</a></main>',
      '</html>',
    ].join('\n');
    expect(textsOfPage('web/index.html', source).map(shown)).toEqual([
      'fi: Ei yhteyttä',
      'fi: Palkka tilillesi.',
      'fi: Kuva',
      'en: No connection',
      'fi: Yritä uudelleen',
    ]);
  });

  test('in a script that stands alone', () => {
    const source = [
      'const TEXTS = {',
      '  fi: {',
      "    title: 'Ei yhteyttä',",
      '  },',
      '  en: {',
      "    title: 'No connection',",
      '  },',
      '};',
      "const after = 'not a text';",
    ].join('\n');
    expect(textsOfScript('web/public/sw.js', source).map(shown)).toEqual([
      'fi: Ei yhteyttä',
      'en: No connection',
    ]);
  });

  test('in the manifest of the app', () => {
    const shortcuts = [{ name: 'Uusi lasku', url: '/invoice' }];
    const json = JSON.stringify({ name: 'Liksa', description: 'Laskuta.', lang: 'fi', shortcuts });
    expect(textsOfManifest('web/public/manifest.webmanifest', json).map(shown)).toEqual([
      'fi: Liksa',
      'fi: Laskuta.',
      'fi: Uusi lasku',
    ]);
  });

  // A source that nobody reads any more would pass every check.
  test.each([
    ['web/src/locales/', 7500],
    ['web/entrance.html', 1],
    ['web/index.html', 1],
    ['web/public/sw.js', 5],
    ['web/public/manifest.webmanifest', 3],
    ['crates/documents/templates/', 300],
    ['crates/actions/src/mail/', 330],
    ['crates/actions/src/reminders.rs', 3],
    ['crates/documents/src/', 130],
    ['crates/domain/src/ledger/', 44],
    ['crates/server/src/landing/pages.rs', 59],
    ['crates/server/src/landing/questions.rs', 46],
    ['crates/server/src/landing/texts.rs', 110],
  ])('of %s', (folder, least) => {
    expect(texts.filter(({ file }) => file.startsWith(folder)).length).toBeGreaterThan(least);
  });

  test('of the messages of the API', () => {
    expect(textsForDevelopers().map(({ text }) => text)).toContain('some fields were not accepted');
  });
});

describe('words', () => {
  const words = (language: Language, text: string) => wordsOf({ language, text });

  test('have no places to fill in, numbers or names of programs', () => {
    expect(words('fi', '{count} laskua, {from}–{until} ({sum}), camt.053 tai base_url.')).toEqual([
      'laskua',
      'tai',
    ]);
  });

  test('of Finnish keep hyphens and lose endings after a colon', () => {
    expect(words('fi', '”Y-tunnus”, PDF:nä, alv:tä (laskuttajan) – etu- ja')).toEqual([
      'Y-tunnus',
      'PDF',
      'alv',
      'laskuttajan',
      'etu',
      'ja',
    ]);
  });

  test('of English are taken apart and have no possessive ending', () => {
    expect(words('en', 'The customer’s e-mail, don’t “wait”: pp.kk')).toEqual([
      'The',
      'customer',
      'e',
      'mail',
      "don't",
      'wait',
      'pp',
      'kk',
    ]);
  });
});

/** The words to avoid in a language, by what the glossary has instead. */
function avoided(language: Language): [RegExp, string][] {
  const glossary = readFileSync('../docs/GLOSSARY.md', 'utf8');
  const heading = { fi: '### In Finnish', en: '### In English' }[language];
  const [, section = ''] = glossary.split(heading);
  const [table = ''] = section.split('\n#');
  return [...table.matchAll(/^\| (.+) \| (.+) \|$/gm)]
    .slice(1)
    .flatMap(([, not = '', but = '']) =>
      not.split(', ').map((word): [RegExp, string] => [pattern(word), but]),
    );
}

/** A word of the glossary, not within a longer one; a star stands for any ending. */
function pattern(word: string): RegExp {
  const letters = word.replaceAll('*', String.raw`[\p{L}-]*`).replaceAll(' ', String.raw`\s`);
  return new RegExp(String.raw`(?<![\p{L}-])${letters}(?![\p{L}-])`, 'iu');
}

describe('docs/GLOSSARY.md', () => {
  test('is understood', () => {
    expect(pattern('ajo').test('Hyväksy ajo.')).toBe(true);
    expect(pattern('ajo').test('Hyväksy palkka-ajo tai ajoneuvo.')).toBe(false);
    expect(pattern('bank day*').test('On Bank days, only')).toBe(true);
    for (const language of LANGUAGES) expect(avoided(language).length).toBeGreaterThan(20);
  });

  test.each(LANGUAGES)('is followed by every text: %s', (language) => {
    const words = avoided(language);
    const wrong = texts
      .filter((text) => text.language === language)
      .flatMap((text) =>
        words.filter(([word]) => word.test(plain(text))).map(([, but]) => `${told(text)} → ${but}`),
      );
    expect(wrong).toEqual([]);
  });
});

test('no text of the app tells a rate of tax that the law may change', () => {
  // A remark on a receipt is about the rate that it names; 0 % stays what it is.
  const wrong = texts
    .filter(({ file }) => file.startsWith('web/src/locales/'))
    .filter(({ key, text }) => /[1-9]\d*\s?%/u.test(text) && !/_receipt_\d+$/.test(key));
  expect(wrong.map(told)).toEqual([]);
});

describe('typography', () => {
  const MARKS: Record<Language, RegExp> = {
    // ”…” and ’; the space that does not break before % and €, and no other.
    fi: /["'“„‘]|[\d}](?:(?!\u{a0})\s)?[%€]/u,
    // “…” and ’; nothing before %.
    en: /["'„‘]|[\d}]\s%/u,
  };
  /** Three dots, two spaces, and a hyphen for a range or a minus. Business ids and ISO dates have hyphens. */
  const ANY = /\.\.\.|\S {2,}\S|(?<![\d-])\d{1,4}-\d{1,4}(?![\d-])|(?:^|\s)-\d/u;

  test.each([
    ['fi', 'enintään 60 % vero'],
    ['fi', 'enintään 60% vero'],
    ['fi', 'enintään 60\u{202f}% vero'],
    ['fi', 'enintään {percent}% vero'],
    ['fi', 'Haulla "x"'],
    ['en', "the worker's"],
    ['en', '60 % of it'],
    ['en', '60\u{a0}% of it'],
    ['en', '{percent} % of it'],
    ['en', 'Wait...'],
    ['fi', '1-31 päivää'],
    ['fi', 'summa -5 euroa'],
  ] as const)('finds what is wrong: %s %s', (language, text) => {
    expect(MARKS[language].test(text) || ANY.test(text)).toBe(true);
  });

  test.each(LANGUAGES)('is the same in what is filled in: %s', async (language) => {
    await setLocale(language, { reload: false });
    const filled = [formatPercent(0.6), formatPercent('0.255'), formatShare(0.727)];
    expect(filled.filter((text) => !/\d\s?%$/.test(text) || MARKS[language].test(text))).toEqual(
      [],
    );
  });

  test.each(LANGUAGES)('is the same everywhere: %s', (language) => {
    const wrong = texts
      .filter((text) => text.language === language)
      .filter(({ text }) => MARKS[language].test(text) || ANY.test(text));
    expect(wrong.map(told)).toEqual([]);
  });
});
