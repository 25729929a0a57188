import { decimalOf } from './format/exact';
import type { Decimal } from './format/money';
import { getLocale, type Locale } from '@/paraglide/runtime';

/** What a number says: euros, a count of hours or pieces, kilometres, or per cent. */
export type NumberKind = 'price' | 'amount' | 'kilometers' | 'percent';

/** With separators of thousands the first number, with a decimal point the second. */
export type Choices = readonly [`${number}`, `${number}`];

type Reading =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'number';
      readonly value: `${number}`;
      /** More decimals were written than are kept. */
      readonly rounded: boolean;
    }
  /** What it may mean. */
  | { readonly kind: 'ambiguous'; readonly choices: Choices }
  | { readonly kind: 'unreadable' };

/** The server keeps as many, in 64 bits. */
const DECIMALS = 4;
const LARGEST = 2n ** 63n - 1n;

const SIGN = '[-+−–]';
const CURRENCY = '€|EUR';
const SPACE = /[ \u00A0\u2007\u2009\u202F]/g;

const AROUND: Readonly<Record<NumberKind, RegExp>> = {
  price: new RegExp(
    `^(${SIGN})?\\s*(${CURRENCY})?\\s*(${SIGN})?\\s*([\\d.,'’\\s]*?)((?<=\\d)[.,][-−–—])?\\s*(${CURRENCY})?$`,
    'i',
  ),
  amount: new RegExp(`^(${SIGN})?()()\\s*([\\d.,'’\\s]*?)()()$`),
  kilometers: new RegExp(`^(${SIGN})?()()\\s*([\\d.,'’\\s]*?)()\\s*(km)?$`, 'i'),
  percent: new RegExp(`^(${SIGN})?()()\\s*([\\d.,'’\\s]*?)()\\s*(%)?$`),
};

/** Whole part and decimals. Thousands are separated in one way, every three digits. */
const FORMS: readonly RegExp[] = [
  /^(\d+|[1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d*))?$/,
  /^()[.,](\d+)$/,
  /^([1-9]\d{0,2}(?:'\d{3})+)(?:[.,](\d*))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d*))?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/,
];

/** One separator before exactly three digits may be of either sort, unless it follows a zero. */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** A dash stands for the decimals of whole euros, so that every separator before it is one of thousands. */
const WHOLE_FORMS: readonly RegExp[] = [
  /^(\d+|[1-9]\d{0,2}(?:(?: \d{3})+|(?:'\d{3})+|(?:\.\d{3})+|(?:,\d{3})+))$/,
];

/** Spaces elsewhere than every three digits: left over where somebody has edited "1 200,00" to "1 20,00" or "1 2000,00". */
const SPACED = /^(\d+(?: \d+)+)(?:[.,](\d*))?$/;

/** The last space may stand for a comma: before one or two digits, or after a zero. */
const SPACE_AS_POINT = /^(\d+|[1-9]\d{0,2}(?: \d{3})+) (\d{1,2})$|^(0) (\d{3,4})$/;

const UNREADABLE: Reading = { kind: 'unreadable' };

/**
 * Reads a number as people write it: `1 234,56`, `1.234,56`, `1,234.56`, `1'234.56`, `1.234,-`, `−100,50 €`. What
 * has two meanings is never guessed, and what is none is not read in part. The value stays text
 * ("1234.5"), because money never passes through a float here.
 */
export function readNumber(text: string, kind: NumberKind): Reading {
  if (text.trim() === '') return { kind: 'empty' };
  const [, sign, currency, innerSign, written = '', dash = '', unit] =
    AROUND[kind].exec(text.trim()) ?? [];
  if (areBoth(sign, innerSign) || areBoth(currency, unit)) return UNREADABLE;
  const body = written.trim().replaceAll(SPACE, ' ').replaceAll('’', "'");
  const negative = /[-−–]/.test(`${sign ?? ''}${innerSign ?? ''}`);
  if (EITHER.test(body) && kind !== 'percent' && dash === '') {
    const [whole = '', rest = ''] = body.split(/[.,]/);
    return {
      kind: 'ambiguous',
      choices: [valueOf(whole + rest, '', negative), valueOf(whole, rest, negative)],
    };
  }
  const forms = dash === '' ? FORMS : WHOLE_FORMS;
  const form = forms.map((one) => one.exec(body)).find((match) => match !== null);
  if (form === undefined) return readSpaced(body, negative, dash !== '');
  const value = valueIn(form, negative);
  const rounded = /[1-9]/.test((form[2] ?? '').slice(DECIMALS));
  return isTooLarge(value) ? UNREADABLE : { kind: 'number', value, rounded };
}

/** A number whose spaces are not where they belong is read without them, unless the last one may stand for its comma. */
function readSpaced(body: string, negative: boolean, isWhole: boolean): Reading {
  const spaced = SPACED.exec(body);
  if (spaced === null || (isWhole && /[.,]/.test(body))) return UNREADABLE;
  const value = valueIn(spaced, negative);
  if (isTooLarge(value)) return UNREADABLE;
  const point = isWhole ? null : SPACE_AS_POINT.exec(body);
  if (point === null) {
    return { kind: 'number', value, rounded: /[1-9]/.test((spaced[2] ?? '').slice(DECIMALS)) };
  }
  const [, whole = '', fraction = '', zero = whole, decimals = fraction] = point;
  return {
    kind: 'ambiguous',
    choices: [value, valueOf(zero.replaceAll(' ', ''), decimals, negative)],
  };
}

/** Of a whole part with its separators, and of the decimals. */
function valueIn([, whole = '', fraction = '']: RegExpExecArray, negative: boolean): `${number}` {
  return valueOf(whole.replaceAll(/\D/g, ''), fraction, negative);
}

function areBoth(one = '', other = ''): boolean {
  return one !== '' && other !== '';
}

/** The decimal of these digits, rounded half away from zero to what is kept. */
function valueOf(whole: string, fraction: string, negative: boolean): `${number}` {
  const kept = BigInt(`${whole}${fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`);
  const digits = kept + ((fraction[DECIMALS] ?? '0') >= '5' ? 1n : 0n);
  return decimalOf(negative ? -digits : digits, DECIMALS);
}

function isTooLarge(value: `${number}`): boolean {
  const [whole = ''] = value.replace('-', '').split('.');
  return BigInt(whole) > LARGEST / 10n ** BigInt(DECIMALS);
}

/** The number in a text; undefined where there is none, or more than one. */
export function numberIn(text: string, kind: NumberKind): `${number}` | undefined {
  const reading = readNumber(text, kind);
  return reading.kind === 'number' ? reading.value : undefined;
}

const FEWEST_DECIMALS: Readonly<Record<NumberKind, number>> = {
  price: 2,
  amount: 0,
  kilometers: 0,
  percent: 0,
};

interface Separators {
  readonly thousands: string;
  readonly point: string;
}

const SEPARATORS: Readonly<Record<Locale, Separators>> = {
  fi: { thousands: '\u00A0', point: ',' },
  en: { thousands: ',', point: '.' },
};

/**
 * A number as one writes it in the language of now: "1 234,50", and "1,234.50" in English. It is read
 * again as the same in either language: a number on the screen stays the same when the language changes.
 */
export function writeNumber(value: Decimal, kind: NumberKind): string {
  return separated(value, kind, SEPARATORS[getLocale()]);
}

/**
 * The same without a language and without separators of thousands: "1234,50". What is kept of a draft is
 * written so, and is the same text whatever the language was.
 */
export function draftNumber(value: Decimal, kind: NumberKind): string {
  return separated(value, kind, { thousands: '', point: ',' });
}

function separated(value: Decimal, kind: NumberKind, { thousands, point }: Separators): string {
  const [whole = '', fraction = ''] = `${value}`.split('.');
  // "1,234" would be a question; a fourth decimal answers it.
  const fewest = fraction.length === 3 ? DECIMALS : FEWEST_DECIMALS[kind];
  const decimals = fraction.padEnd(fewest, '0');
  // "1,234" would be a question here too: whole numbers have no comma in them.
  const separator = thousands === ',' && decimals === '' ? '' : thousands;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, separator);
  return decimals === '' ? grouped : `${grouped}${point}${decimals}`;
}

/** The fields of a form that hold numbers. */
type NumberFields = Readonly<Record<string, NumberKind>>;
type Texts = Readonly<Record<string, string>>;

/** What cannot be read as a number, as keys of the catalogue. */
export function numberProblems(fields: Texts, numbers: NumberFields): Record<string, string> {
  const wrong = Object.entries(numbers).filter(([name, kind]) => {
    const reading = readNumber(fields[name] ?? '', kind);
    return reading.kind === 'unreadable' || reading.kind === 'ambiguous';
  });
  return Object.fromEntries(wrong.map(([name]) => [name, 'validation.invalidNumber']));
}

/** The same fields with their numbers as programs write them. Only of fields without problems. */
export function withPlainNumbers<Fields extends Texts>(
  fields: Fields,
  numbers: NumberFields,
): Fields {
  const plain = Object.entries(numbers).map(([name, kind]) => [
    name,
    numberIn(fields[name] ?? '', kind) ?? '',
  ]);
  return { ...fields, ...Object.fromEntries(plain) };
}
