import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setLocale } from '@/paraglide/runtime';
import { numberIn, readNumber, writeNumber, type NumberKind } from './number';

const NBSP = '\u00A0';
const NARROW_NBSP = '\u202F';

describe('numbers as people write them', () => {
  test.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1 234,56', '1234.56'],
    [`1${NBSP}234,56`, '1234.56'],
    [`1${NARROW_NBSP}234,56`, '1234.56'],
    ['1234.56', '1234.56'],
    ['1234,56', '1234.56'],
    ["1'234.56", '1234.56'],
    ['1’234,56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1,234,567.8', '1234567.8'],
    ['−100,50 €', '-100.5'],
    ['–5', '-5'],
    ['-€5', '-5'],
    ['EUR 5', '5'],
    ['€ -5', '-5'],
    ['5 eur', '5'],
    ['5,-', '5'],
    ['50,-', '50'],
    ['50,–', '50'],
    ['50.—', '50'],
    ['1234,-', '1234'],
    ['1.234,-', '1234'],
    ['1.234,- €', '1234'],
    ['−1.234,–', '-1234'],
    ['1 234,-', '1234'],
    [`1${NBSP}234,-`, '1234'],
    ["1'234.-", '1234'],
    ['1,234.-', '1234'],
    ['1.234.567,-', '1234567'],
    ['+7', '7'],
    ['007', '7'],
    ['3,', '3'],
    [',5', '0.5'],
    ['0,125', '0.125'],
    ['0.125', '0.125'],
    ['1234,567', '1234.567'],
    ['1 234.567', '1234.567'],
    ['1,2340', '1.234'],
    ['12 500', '12500'],
    ['1 234 567,5', '1234567.5'],
    [' 200,00', '200'],
    ['-0', '0'],
  ])('%s is %s', (text, value) => {
    expect(readNumber(text, 'price')).toEqual({ kind: 'number', value, rounded: false });
  });

  test.each([
    '10x5',
    '1e5',
    '12 34 €5',
    '1.23.4',
    '1,23,4',
    '1.234 567',
    '1.2345.678',
    '12.34,5.6',
    '0.123.456',
    '--5',
    '5-',
    '1,50,-',
    '1.5,-',
    '1.23,-',
    '0.123,-',
    '1.234,5,-',
    '1.234,567,-',
    ',-',
    '5,-5',
    '-',
    '€',
    '5 % ',
    'abc',
    '12\t34',
    '1 20,50,-',
    '12  50',
    '12 ,50',
    '12, 50',
    "1'234 50",
    '9999999999 99999999999',
    '1,2,',
    '٣',
    '99999999999999999999',
  ])('%s is no number', (text) => {
    expect(readNumber(text, 'price')).toEqual({ kind: 'unreadable' });
  });

  test.each([
    ['1.234', '1234', '1.234'],
    ['1,234', '1234', '1.234'],
    ['-12.500 €', '-12500', '-12.5'],
    ['999,999', '999999', '999.999'],
  ])('%s is asked, not guessed', (text, inThousands, withDecimals) => {
    expect(readNumber(text, 'price')).toEqual({
      kind: 'ambiguous',
      choices: [inThousands, withDecimals],
    });
    expect(numberIn(text, 'price')).toBeUndefined();
  });

  test.each([
    ['12 50', '1250', '12.5'],
    [`12${NBSP}50 €`, '1250', '12.5'],
    ['10 5', '105', '10.5'],
    ['-12 5', '-125', '-12.5'],
    ['0 5', '5', '0.5'],
    ['0 500', '500', '0.5'],
    ['1 234 50', '123450', '1234.5'],
  ])('a space in %s may stand for a comma, which is asked', (text, without, withDecimals) => {
    expect(readNumber(text, 'price')).toEqual({
      kind: 'ambiguous',
      choices: [without, withDecimals],
    });
  });

  // Left over from editing "1 200,00" in the middle: there is no other meaning.
  test.each([
    ['1 20,00', '120'],
    ['1 2,00', '12'],
    ['1 2000,00', '12000'],
    ['2 0001', '20001'],
    ['1234 567', '1234567'],
    [`1${NBSP}2500,00 €`, '12500'],
    ['1 2000,-', '12000'],
    ['12 50,-', '1250'],
    ['12 00 000', '1200000'],
    ['1 23456', '123456'],
    ['12 34.567', '1234.567'],
  ])('spaces left over in %s mean nothing', (text, value) => {
    expect(readNumber(text, 'price')).toEqual({ kind: 'number', value, rounded: false });
  });

  test('each kind has its own unit, and no other', () => {
    expect(numberIn('5 €', 'amount')).toBeUndefined();
    expect(numberIn('118 km', 'amount')).toBeUndefined();
    expect(numberIn('1 118,5 km', 'kilometers')).toBe('1118.5');
    expect(numberIn('118KM', 'kilometers')).toBe('118');
    expect(numberIn('118 k', 'kilometers')).toBeUndefined();
    expect(numberIn('5 %', 'percent')).toBe('5');
    expect(numberIn('5 %', 'price')).toBeUndefined();
  });

  test('no percentage is in thousands', () => {
    expect(numberIn('6,125', 'percent')).toBe('6.125');
  });

  test('more decimals than are kept are rounded, half away from zero, and that is told', () => {
    expect(readNumber('1,23455', 'price')).toEqual({
      kind: 'number',
      value: '1.2346',
      rounded: true,
    });
    expect(readNumber('-1,23455', 'price')).toMatchObject({ value: '-1.2346' });
    expect(readNumber('0,99999', 'price')).toMatchObject({ value: '1', rounded: true });
    expect(readNumber('1,50000000', 'price')).toMatchObject({ value: '1.5', rounded: false });
  });
});

const units = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const kind = fc.constantFrom<NumberKind>('price', 'amount', 'kilometers', 'percent');

function decimal(value: bigint): `${number}` {
  const sign = value < 0n ? '-' : '';
  const digits = `${value < 0n ? -value : value}`.padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -4)}${fraction && `.${fraction}`}` as `${number}`;
}

describe.each(['fi', 'en'] as const)('in %s', (language) => {
  test('what is written is read again as the same, whatever it is', () => {
    void setLocale(language, { reload: false });
    fc.assert(
      fc.property(units, kind, (value, of) => {
        expect(numberIn(writeNumber(decimal(value), of), of)).toBe(decimal(value));
      }),
    );
  });

  test.each([
    ['1255', 'price', `1${NBSP}255,00`, '1,255.00'],
    ['-1234567.5', 'price', `-1${NBSP}234${NBSP}567,50`, '-1,234,567.50'],
    ['1.234', 'price', '1,2340', '1.2340'],
    ['12345.678', 'price', `12${NBSP}345,6780`, '12,345.6780'],
    ['7.5', 'amount', '7,5', '7.5'],
    ['1234', 'amount', `1${NBSP}234`, '1234'],
    ['1234567', 'kilometers', `1${NBSP}234${NBSP}567`, '1234567'],
    ['1118.5', 'kilometers', `1${NBSP}118,5`, '1,118.5'],
    ['6.125', 'percent', '6,1250', '6.1250'],
  ] as const)('%s as %s is written so', (value, of, finnish, english) => {
    void setLocale(language, { reload: false });
    expect(writeNumber(value, of)).toBe({ fi: finnish, en: english }[language]);
  });
});

test('in every notation the same number is read, or asked for', () => {
  const notation = fc.record({
    group: fc.constantFrom('', ' ', NBSP, NARROW_NBSP, '.', ',', "'", '’'),
    point: fc.constantFrom(',', '.'),
    sign: fc.constantFrom('-', '−', '–'),
    currency: fc.constantFrom('', ' €', '€', ' EUR'),
  });
  fc.assert(
    fc.property(units, notation, (value, { group, point, sign, currency }) => {
      fc.pre(group !== point);
      const [whole = '', fraction = ''] = decimal(value).replace('-', '').split('.');
      const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
      const written = `${value < 0n ? sign : ''}${grouped}${fraction && point + fraction}${currency}`;
      const reading = readNumber(written, 'price');
      const numbers = reading.kind === 'ambiguous' ? reading.choices : [numberIn(written, 'price')];
      expect(numbers).toContain(decimal(value));
    }),
  );
});

test('a space before one or two digits at the end is asked', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('0123 ,')), maxLength: 10 });
  fc.assert(
    fc.property(text, (written) => {
      fc.pre(/^[1-9]\d* \d{1,2}$/.test(written.trim()));
      expect(readNumber(written, 'price').kind).toBe('ambiguous');
    }),
    { numRuns: 200 },
  );
});

test('nothing is read in part: the digits of a number are all the digits of its text', () => {
  const text = fc.string({
    unit: fc.constantFrom(...Array.from("0123456789.,' −-–€x e")),
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, (written) => {
      const reading = readNumber(written, 'price');
      if (reading.kind !== 'number' || reading.rounded) return;
      const digits = (of: string) => of.replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
      expect(digits(reading.value)).toBe(digits(written));
    }),
    { numRuns: 2000 },
  );
});
