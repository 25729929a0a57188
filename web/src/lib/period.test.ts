import { describe, expect, test } from 'vitest';
import { asKind, daysOf, neighbour, parsePeriod, periodOf, periodText } from './period';

function read(text: string) {
  const period = parsePeriod(text);
  if (period === undefined) throw new Error(`no period: ${text}`);
  return period;
}

test.each([
  ['2026-11', '01.11.2026', '30.11.2026'],
  ['2024-02', '01.02.2024', '29.02.2024'],
  ['2026-12', '01.12.2026', '31.12.2026'],
  ['2026-q1', '01.01.2026', '31.03.2026'],
  ['2026-q4', '01.10.2026', '31.12.2026'],
  ['2026', '01.01.2026', '31.12.2026'],
])('%s goes from %s to %s', (text, from, until) => {
  expect(daysOf(read(text))).toEqual({ from, until });
  expect(periodText(read(text))).toBe(text);
});

test.each(['', '2026-13', '2026-00', '2026-q5', '1999', '26', '2026-1', undefined, 7])(
  '%s is no period',
  (text) => {
    expect(parsePeriod(text)).toBeUndefined();
  },
);

test.each([
  ['2026-01', '2025-12', '2026-02'],
  ['2026-12', '2026-11', '2027-01'],
  ['2026-q1', '2025-q4', '2026-q2'],
  ['2026', '2025', '2027'],
])('beside %s are %s and %s', (text, before, after) => {
  const [previous, next] = [neighbour(read(text), -1), neighbour(read(text), 1)];
  expect(previous && periodText(previous)).toBe(before);
  expect(next && periodText(next)).toBe(after);
});

test('there are no books beyond the ends of the calendar', () => {
  expect(neighbour(read('2000-01'), -1)).toBeUndefined();
  expect(neighbour(read('2100'), 1)).toBeUndefined();
});

describe('another kind of period', () => {
  const today = '2026-11-16';
  test.each([
    ['2026-11', 'quarter', '2026-q4'],
    ['2026', 'month', '2026-11'],
    ['2026-q4', 'month', '2026-11'],
    ['2025', 'month', '2025-12'],
    ['2025-q1', 'year', '2025'],
    ['2027', 'quarter', '2027-q4'],
  ] as const)('of %s by %s is %s', (text, kind, expected) => {
    expect(periodText(asKind(read(text), kind, today))).toBe(expected);
  });
});

test('a day lies in the quarter of its month', () => {
  expect(periodText(periodOf('quarter', '2026-09-30'))).toBe('2026-q3');
});
