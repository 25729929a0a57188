import { isTooShort, signsOf } from './newPassword';

/** How hard a password is to guess: 0 is no password at all, 4 holds against patient machines. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** What everybody tries first, in Finland and elsewhere. */
const COMMON =
  /salasana|password|passw0rd|qwerty|asdf|123456|111111|abc123|letmein|iloveyou|perkele|kissa|koira|suomi|liksa|admin|welcome|tervetuloa/giu;

/** How many signs a guesser has to try for each place, by the kinds of signs that are used. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 29],
  [/\p{Lu}/u, 29],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 33],
];

/** The least bits of each step. Fifty bits are what no web service can be made to try out. */
const STEPS: readonly (readonly [number, PasswordStrength])[] = [
  [70, 4],
  [50, 3],
  [35, 2],
];

/**
 * An estimate that errs on the careful side: a common word, a part of one's own e-mail address, and
 * a sign that repeats or follows the one before count as one sign or none.
 */
export function passwordStrength(password: string, email = ''): PasswordStrength {
  if (password === '') return 0;
  if (isTooShort(password)) return 1;
  const bits = signsToGuess(password, email) * bitsOfSign(password);
  return STEPS.find(([least]) => bits >= least)?.[1] ?? 1;
}

function bitsOfSign(password: string): number {
  const signs = KINDS.reduce((total, [kind, size]) => total + (kind.test(password) ? size : 0), 0);
  return Math.log2(Math.max(signs, 1));
}

function signsToGuess(password: string, email: string): number {
  const own = email
    .toLowerCase()
    .split(/[@.]/)
    .filter((part) => part.length > 3);
  const bare = own.reduce(
    (text, part) => text.replaceAll(part, '·'),
    password.toLowerCase().replaceAll(COMMON, '·'),
  );
  return signsOf(bare).filter((sign, place, all) => !follows(all[place - 1], sign)).length;
}

/** `aa`, `ab` and `21`: a person types on without choosing. */
function follows(before: string | undefined, sign: string): boolean {
  if (before === undefined) return false;
  return Math.abs((sign.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1;
}
