import { expect, test } from 'vitest';
import { expectedPayday } from './payday';

test.each([
  ['an ordinary month', '08.12.2026', '18.12.2026'],
  ['the 20th is a Sunday', '30.11.2026', '18.12.2026'],
  ['on the payday itself it is too late', '18.12.2026', '20.01.2027'],
  ['over the end of the year', '31.12.2026', '20.01.2027'],
  ['Good Friday is two days before', '03.04.2025', '17.04.2025'],
  ['Midsummer Eve is on the 20th', '01.06.2025', '19.06.2025'],
  ['Midsummer Eve is the day before a Saturday', '01.06.2026', '18.06.2026'],
  ['Easter Monday is on the 20th', '01.04.2071', '16.04.2071'],
  ['Ascension Day is on the 20th', '01.05.2066', '19.05.2066'],
])('%s', (_, due, payday) => {
  expect(expectedPayday(due, '20.11.2020')).toBe(payday);
});

test('not before the payday that comes next', () => {
  expect(expectedPayday('17.11.2026', '18.12.2026')).toBe('18.12.2026');
  expect(expectedPayday('17.11.2026', '20.11.2026')).toBe('20.11.2026');
});

test('a day that is none has no payday', () => {
  expect(expectedPayday('', '20.11.2026')).toBeUndefined();
});
