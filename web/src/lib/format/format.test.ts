import { describe, expect, test } from 'vitest';
import { setLocale } from '@/paraglide/runtime';
import { completeDate, formatDate, parseDate } from './date';
import { formatCount, formatMoney, formatWholeEuros, takenOff, type Decimal } from './money';
import { formatPercent, formatShare } from './percent';
import { fractionOfPercent, percentOfFraction } from './exact';

const NBSP = '\u00a0';
const MINUS = '\u2212';

describe('money', () => {
  test.each<[Decimal, string]>([
    [0, `0,00${NBSP}€`],
    [1234.5, `1${NBSP}234,50${NBSP}€`],
    [1_234_567.89, `1${NBSP}234${NBSP}567,89${NBSP}€`],
    [-12.3, `${MINUS}12,30${NBSP}€`],
    ['99999999999999.99', `99${NBSP}999${NBSP}999${NBSP}999${NBSP}999,99${NBSP}€`],
  ])('%s is shown as %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  test.each<[Decimal, string]>([
    [1.005, `1,01${NBSP}€`],
    [2.675, `2,68${NBSP}€`],
    [-1.005, `${MINUS}1,01${NBSP}€`],
    ['0.0049', `0,00${NBSP}€`],
  ])('%s is rounded as written, half away from zero', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  test('nothing has no sign', () => {
    expect(formatMoney(-0)).toBe(`0,00${NBSP}€`);
    expect(formatMoney('-0.001')).toBe(`0,00${NBSP}€`);
  });
});

test.each<[Decimal, string]>([
  [0.255, `25,5${NBSP}%`],
  [0.069, `6,9${NBSP}%`],
  [1, `100${NBSP}%`],
  [0, `0${NBSP}%`],
  [0.00285, `0,29${NBSP}%`],
  [-0.05, `${MINUS}5${NBSP}%`],
])('the fraction %s is shown as %s', (fraction, text) => {
  expect(formatPercent(fraction)).toBe(text);
});

test('a share is shown with one decimal', () => {
  expect(formatShare(0.726565)).toBe(`72,7${NBSP}%`);
  expect(formatShare(1)).toBe(`100,0${NBSP}%`);
});

test('English writes numbers as English paper does', async () => {
  await setLocale('en', { reload: false });
  expect(formatMoney(1925)).toBe('€1,925.00');
  expect(formatMoney('-1234567.5')).toBe(`${MINUS}€1,234,567.50`);
  expect(formatMoney('-0.001')).toBe('€0.00');
  expect(takenOff(formatMoney(-5))).toBe('+€5.00');
  expect(takenOff(formatMoney(5))).toBe(`${MINUS}€5.00`);
  expect(formatWholeEuros(1234.5)).toBe('€1,235');
  expect(formatCount(1234.5)).toBe('1,234.5');
  expect(formatPercent(0.255)).toBe('25.5%');
  expect(formatPercent(0.6)).toBe('60%');
  expect(formatShare(0.726565)).toBe('72.7%');
});

test('an estimate has no cents', () => {
  expect(formatWholeEuros('1381.49')).toBe(`1${NBSP}381${NBSP}€`);
  expect(formatWholeEuros('-0.4')).toBe(`0${NBSP}€`);
});

test('a percentage becomes a part of one and back, exactly', () => {
  expect(fractionOfPercent('19.5')).toBe('0.195');
  expect(percentOfFraction(0.195)).toBe('19.5');
});

describe('dates', () => {
  test.each([
    ['01.09.2024', '2024-09-01'],
    ['29.02.2024', '2024-02-29'],
    [' 31.12.1999 ', '1999-12-31'],
  ])('%j is read as %s and written back', (text, iso) => {
    expect(parseDate(text)).toBe(iso);
    expect(formatDate(iso)).toBe(text.trim());
  });

  test.each([
    '',
    '1.9.2024',
    '01.09.24',
    '2024-09-01',
    '01/09/2024',
    '31.02.2024',
    '29.02.2023',
    '00.01.2024',
    '01.13.2024',
    '01.01.0000',
    '01.09.2024x',
  ])('%j is not a date', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  test.each([
    ['1.9.2024', '01.09.2024'],
    [' 1. 12. 2026 ', '01.12.2026'],
    ['01.09.2024', '01.09.2024'],
    ['31.2.2024', '31.2.2024'],
    ['1.9.', '1.9.'],
    ['', ''],
  ])('%j is completed to %j', (text, complete) => {
    expect(completeDate(text)).toBe(complete);
  });

  test('years before 100 are not moved to the 1900s', () => {
    expect(parseDate('01.01.0099')).toBe('0099-01-01');
  });

  test('what is not a date is shown as it came', () => {
    expect(formatDate('2024-02-31')).toBe('2024-02-31');
    expect(formatDate('')).toBe('');
  });
});
