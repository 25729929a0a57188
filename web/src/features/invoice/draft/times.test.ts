import { describe, expect, test } from 'vitest';
import { completeTime, hoursOf, lengthIn, lengthText, minutesBetween, timeIn } from './times';

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

test('from 9 to 9 is a day, whatever the clocks do that night', () => {
  const at = (date: string, time: string) => ({ date, time });
  expect(minutesBetween(at('24.10.2026', '09:00'), at('25.10.2026', '09:00'))).toBe(1440);
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
