import { expect, test } from 'vitest';
import { expectedPayday } from './payday';

const paydayOf = ({
  billingdate = '01.01.2020',
  due = '',
  today = '01.01.2020',
  next = '20.11.2026',
}) => expectedPayday({ billingdate, due }, { today, next });

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
  expect(paydayOf({ due, next: '20.11.2020' })).toBe(payday);
});

test('not before the payday that comes next', () => {
  const due = '17.11.2026';
  expect(paydayOf({ due, next: '18.12.2026' })).toBe('18.12.2026');
  expect(paydayOf({ due, next: '20.11.2026' })).toBe('20.11.2026');
});

// As `a_bill_that_leaves_late_is_due_as_much_later` of the server.
test('of an invoice dated before today the due date moves as far as its date', () => {
  const [due, next] = ['07.12.2026', '20.11.2026'];
  const today = '16.11.2026';
  expect(paydayOf({ billingdate: '02.11.2026', due, next, today })).toBe('20.01.2027');
  expect(paydayOf({ billingdate: today, due, next, today })).toBe('18.12.2026');
  expect(paydayOf({ billingdate: '20.11.2026', due, next, today })).toBe('18.12.2026');
});

test('a day that is none has no payday', () => {
  expect(paydayOf({ due: '' })).toBeUndefined();
});
