import { describe, expect, test } from 'vitest';
import {
  completeTime,
  dateAfter,
  hoursOf,
  lengthIn,
  lengthText,
  minutesBetween,
  timeIn,
} from './times';

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9.30', '09:30'],
  ['9:30', '09:30'],
  ['0930', '09:30'],
  ['09:30', '09:30'],
  ['23', '23:00'],
  ['24', '24'],
  ['9.75', '9.75'],
  ['kello 9', 'kello 9'],
  ['', ''],
])('%s is completed to %s', (typed, complete) => {
  expect(completeTime(typed)).toBe(complete);
});

test('only a whole time of the clock is one', () => {
  expect(timeIn('07:05')).toBe(425);
  for (const none of ['7:05', '24:00', '07:60', '', '07.05']) expect(timeIn(none)).toBeUndefined();
});

test('the nights on which the clock is moved have an hour more or less, as on the server', () => {
  const at = (date: string, time: string) => ({ date, time });
  const passed = (from: readonly [string, string], to: readonly [string, string]) =>
    minutesBetween(at(...from), at(...to));
  expect(passed(['24.10.2026', '22:00'], ['25.10.2026', '06:00'])).toBe(9 * 60);
  expect(passed(['28.03.2026', '22:00'], ['29.03.2026', '06:00'])).toBe(7 * 60);
  expect(passed(['27.03.2026', '22:00'], ['28.03.2026', '06:00'])).toBe(8 * 60);
  expect(passed(['01.03.2026', '09:00'], ['01.11.2026', '09:00'])).toBe(245 * 1440);
  // From three to four there is an hour twice, and there is none.
  expect(passed(['25.10.2026', '02:00'], ['25.10.2026', '03:00'])).toBe(60);
  expect(passed(['25.10.2026', '03:00'], ['25.10.2026', '04:00'])).toBe(120);
  expect(passed(['29.03.2026', '02:00'], ['29.03.2026', '04:00'])).toBe(60);
  expect(dateAfter(at('24.10.2026', '00:30'), 2 * 1440)).toBe('25.10.2026');
  expect(dateAfter(at('28.03.2026', '23:30'), 1440)).toBe('30.03.2026');
  expect(dateAfter(at('28.03.2026', ''), 1440)).toBeUndefined();
  expect(minutesBetween(at('16.11.2026', '09:00'), at('16.11.2026', '08:30'))).toBe(-30);
  expect(minutesBetween(at('16.11.2026', ''), at('16.11.2026', '08:30'))).toBeUndefined();
});

describe('a length', () => {
  test.each([
    ['7:30', 450],
    ['7.30', 450],
    ['7,5', 450],
    ['7.5', 450],
    ['7 h 30 min', 450],
    ['8', 480],
    ['7 h', 420],
    ['0,25', 15],
  ])('%s', (typed, minutes) => expect(lengthIn(typed)).toBe(minutes));

  test.each(['', 'pitkä', '-3', '7:75'])('%s is none', (typed) => {
    expect(lengthIn(typed)).toBeUndefined();
  });

  test('is written so that it is read again as the same', () => {
    expect(lengthText(450)).toBe('7:30');
    expect(lengthText(0)).toBe('');
    expect(lengthIn(lengthText(605))).toBe(605);
  });
});

test('hours have two decimals, as the server counts them', () => {
  expect([450, 20, 25, 0, 479].map(hoursOf)).toEqual(['7.50', '0.33', '0.42', '0.00', '7.98']);
});
