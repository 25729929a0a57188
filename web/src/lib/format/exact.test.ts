import { describe, expect, test } from 'vitest';
import { difference, product, quotient, shifted, total } from './exact';
import type { Decimal } from './money';

test.each<[Decimal, number, string]>([
  ['19.5', -2, '0.195'],
  ['20', -2, '0.2'],
  ['0', -2, '0'],
  ['100', -2, '1'],
  ['0.05', -2, '0.0005'],
  ['-5', -2, '-0.05'],
  [0.255, 2, '25.5'],
  [0.135, 2, '13.5'],
  [0.1, 2, '10'],
  [0, 2, '0'],
  [0.069, 2, '6.9'],
  ['0.29', 2, '29'],
])('the point of %s moved by %s places gives %s', (value, places, expected) => {
  expect(shifted(value, places)).toBe(expected);
});

test.each<[Decimal, Decimal, string]>([
  [2510, 2000, '510'],
  [0.3, 0.1, '0.2'],
  [1129.55, 900.04, '229.51'],
  [1, 1.01, '-0.01'],
  ['9007199254740993.01', '0.01', '9007199254740993'],
])('%s less %s is %s', (from, what, expected) => {
  expect(difference(from, what)).toBe(expected);
});

test.each<[Decimal[], string]>([
  [[], '0'],
  [[0.1, 0.2], '0.3'],
  [[1.005, -1, '-0.005'], '0'],
  [[-12.5, '2'], '-10.5'],
])('%j together are %s', (values, expected) => {
  expect(total(values)).toBe(expected);
});

test.each<[Decimal, Decimal, string]>([
  [1925, 0.717481, '1381.150925'],
  [-1925, 0.5, '-962.5'],
  [0.1, 0.2, '0.02'],
  [0, 0.7, '0'],
])('%s times %s is %s', (one, other, expected) => {
  expect(product(one, other)).toBe(expected);
});

describe('division', () => {
  test.each<[Decimal, Decimal, string]>([
    [2000, '40', '50'],
    [2064.52, '40', '51.62'],
    [2064.4, '40', '51.61'],
    [100, '7.5', '13.34'],
    [0, '7', '0'],
  ])('%s by %s is %s, rounded up', (dividend, divisor, expected) => {
    expect(quotient(dividend, divisor, { decimals: 2, rounding: 'up' })).toBe(expected);
  });

  test.each<[Decimal, Decimal, string]>([
    [1453.13, 2000, '0.727'],
    [0.5, 1000, '0.001'],
    [0.49, 1000, '0'],
    [2000, 2000, '1'],
  ])('%s by %s is %s, to the nearest', (dividend, divisor, expected) => {
    expect(quotient(dividend, divisor, { decimals: 3, rounding: 'nearest' })).toBe(expected);
  });

  test.each<Decimal>([0, '0.00', -1])('by %s is nothing', (divisor) => {
    expect(quotient(10, divisor, { decimals: 2, rounding: 'up' })).toBeUndefined();
  });
});
