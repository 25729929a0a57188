import { expect, test } from 'vitest';
import { daysAfter, daysBetween, firstOfMonth } from './calendar';

test('days are counted over months, leap days and changes of the clock', () => {
  expect(daysAfter('28.02.2028', 1)).toBe('29.02.2028');
  expect(daysAfter('28.03.2026', 2)).toBe('30.03.2026');
  expect(daysAfter('31.12.2026', 1)).toBe('01.01.2027');
  expect(daysAfter('01.01.2027', -1)).toBe('31.12.2026');
  expect(daysBetween('15.11.2026', '29.11.2026')).toBe(14);
  expect(daysBetween('29.11.2026', '15.11.2026')).toBe(-14);
});

test('what is no day, or leads to none, has no neighbours', () => {
  expect(daysAfter('31.02.2026', 1)).toBeUndefined();
  expect(daysAfter('31.12.9999', 1)).toBeUndefined();
  expect(daysBetween('', '15.11.2026')).toBeUndefined();
  expect(firstOfMonth('1.1.2026')).toBeUndefined();
});

test('a month begins on its first', () => {
  expect(firstOfMonth('15.11.2026')).toBe('01.11.2026');
});
