// Checks the spelling of every text that people read: Finnish by Voikko, English by Hunspell. Words of our own are in
// docs/words, one a line.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { textsForDevelopers, textsForUsers, wordsOf, type Language, type Text } from './texts.ts';

/** For each language a program that reads words, one a line, and the words that its output calls wrong. */
const CHECKERS = {
  fi: {
    command: ['voikkospell', '-d', 'fi'],
    wrong: (output: string) =>
      output.split('\n').flatMap((line) => (line.startsWith('W: ') ? [line.slice(3)] : [])),
  },
  en: {
    command: ['hunspell', '-d', 'en_GB', '-i', 'utf-8', '-l'],
    wrong: (output: string) => output.split('\n').filter((line) => line !== ''),
  },
} as const;

/** Which of the words the program does not know. */
function unknownTo(language: Language, words: Iterable<string>): Set<string> {
  const { command, wrong } = CHECKERS[language];
  const [program, ...options] = command;
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    input: `${[...words].join('\n')}\n`,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  if (error !== undefined || status !== 0)
    throw new Error(`${program} does not work: ${error?.message ?? stderr}`);
  return new Set(wrong(stdout));
}

/** The words of our own. They have to be sorted, so that two people rarely add at the same line. */
function ownWords(language: Language): Set<string> {
  const file = new URL(`../../docs/words/${language}.txt`, import.meta.url);
  const words = readFileSync(file, 'utf8').trimEnd().split('\n');
  const sorted = [...new Set(words)].toSorted((one, other) => (one < other ? -1 : 1));
  if (sorted.join() !== words.join()) throw new Error(`docs/words/${language}.txt is not sorted`);
  return new Set(words);
}

const lowered = (word: string): string => word.slice(0, 1).toLowerCase() + word.slice(1);

/** The texts with a misspelt word, a line for each. */
function misspelt(language: Language, texts: readonly Text[]): string[] {
  const own = ownWords(language);
  const ofOurs = (word: string): boolean => own.has(word) || own.has(lowered(word));
  const words = new Set(texts.flatMap(wordsOf));
  const unknown = unknownTo(language, words);
  // A compound of known words may be written with a hyphen.
  const unknownParts = unknownTo(
    language,
    new Set([...unknown].flatMap((word) => word.split('-'))),
  );
  const isWrong = (word: string): boolean =>
    unknown.has(word) &&
    !ofOurs(word) &&
    (!word.includes('-') ||
      word.split('-').some((part) => unknownParts.has(part) && !ofOurs(part)));

  const used = new Set([...words].flatMap((word) => [word, ...word.split('-')]).map(lowered));
  const unused = [...own].filter((word) => !used.has(lowered(word)));
  return [
    ...texts.flatMap((text) =>
      wordsOf(text)
        .filter(isWrong)
        .map((word) => `${text.file}: ${text.key}: ${word}`),
    ),
    ...unused.map((word) => `docs/words/${language}.txt: ${word}: no text has it`),
  ];
}

const texts = [...textsForUsers(), ...textsForDevelopers()];
const complaints = (['fi', 'en'] as const).flatMap((language) =>
  misspelt(
    language,
    texts.filter((text) => text.language === language),
  ),
);
for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
if (complaints.length > 0) {
  process.stderr.write('Correct the words, or add them to docs/words if they are right.\n');
  process.exitCode = 1;
}
