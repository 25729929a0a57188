import { expect, test } from 'vitest';
import { setLocale } from '@/paraglide/runtime';
import { daysLate, dueNote } from './due';

const TODAY = '2026-11-16';
const sent = { state: 'CLOSED', creditNote: false } as const;

test.each([
  ['16.11.2026', 'Eräpäivä on tänään', undefined],
  ['17.11.2026', 'Eräpäivä on huomenna', undefined],
  ['21.11.2026', 'Eräpäivään 5 päivää', undefined],
  ['15.11.2026', undefined, 1],
  ['16.11.2025', undefined, 365],
])('a bill due on %s says "%s", and is late by %s', (exactDueDate, text, late) => {
  expect(dueNote({ ...sent, exactDueDate }, TODAY)).toBe(text);
  expect(daysLate({ ...sent, exactDueDate }, TODAY)).toBe(late);
});

test('the words follow the language', () => {
  void setLocale('en', { reload: false });
  expect(dueNote({ ...sent, exactDueDate: '19.11.2026' }, TODAY)).toBe('Due in 3 days');
});

test.each(['OPEN', 'PENDING', 'TAKEN', 'APPROVED', 'PAID', 'HYVITETTY'] as const)(
  'a bill that is %s has no note and is not late',
  (state) => {
    const bill = { state, creditNote: false, exactDueDate: '01.11.2026' };
    expect(dueNote(bill, TODAY)).toBeUndefined();
    expect(daysLate(bill, TODAY)).toBeUndefined();
  },
);

test('nothing is said without a due date, without today, or about a credit note', () => {
  expect(dueNote({ ...sent, exactDueDate: null }, TODAY)).toBeUndefined();
  expect(dueNote({ ...sent, exactDueDate: '21.11.2026' }, undefined)).toBeUndefined();
  expect(dueNote({ ...sent, creditNote: true, exactDueDate: '21.11.2026' }, TODAY)).toBeUndefined();
});
