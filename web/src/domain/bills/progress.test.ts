import { expect, test } from 'vitest';
import type { BillEvent, BillHistoryEvent, BillState } from '@/api/billTypes';
import { m } from '@/paraglide/messages';
import { readinessOf } from '@/test/readiness';
import { isDone, momentOf, nextOf, stepOf, type StepId } from './progress';

test.each<[BillState, boolean, StepId | undefined]>([
  ['OPEN', false, undefined],
  ['PENDING', false, 'pending'],
  ['TAKEN', false, 'taken'],
  ['APPROVED', false, 'approved'],
  ['CLOSED', false, 'closed'],
  ['PAID', false, 'paid'],
  ['PAID', true, 'salary'],
  ['HYVITETTY', true, undefined],
])('a bill that is %s, in a salary: %s, has come to %s', (state, inSalary, step) => {
  expect(stepOf({ state, creditNote: false, inSalary })).toBe(step);
});

test('a credit note is on no way to a salary', () => {
  expect(stepOf({ state: 'CLOSED', creditNote: true, inSalary: false })).toBeUndefined();
});

test('all steps before the one reached are done, also the skipped ones', () => {
  expect(isDone('taken', 'approved')).toBe(true);
  expect(isDone('approved', 'approved')).toBe(true);
  expect(isDone('closed', 'approved')).toBe(false);
});

test('a bill that was given back set out when it was sent again', () => {
  const event = (action: BillEvent, at: string): BillHistoryEvent => ({
    action,
    at,
    actor: null,
    own: false,
    reason: null,
    lapse: null,
    amount: null,
    link: null,
    billNumber: null,
    method: null,
    billingDate: null,
    dueDate: null,
  });
  const events = [event('sent', 'Monday'), event('returned', 'Tuesday'), event('sent', 'Friday')];
  expect(momentOf('pending', events)).toBe('Friday');
  expect(momentOf('paid', events)).toBeUndefined();
  expect(momentOf('salary', events)).toBeUndefined();
});

test('a customer who was reminded is said to be, until they pay', () => {
  expect(nextOf('closed', null)).toBe(m.bills_next_paid());
  expect(nextOf('closed', '4.11.2026')).toContain('4.11.2026');
  expect(nextOf('paid', '4.11.2026')).toBe(m.bills_next_salary());
});

test('a paid bill says when its salary comes, or what that waits for', () => {
  const next = (readiness: Parameters<typeof nextOf>[2]) => nextOf('paid', null, readiness);
  expect(next(readinessOf())).toBe('Palkka maksetaan 20.11.2026.');
  expect(next(readinessOf({ NO_TAX_CARD: 'MISSING' }))).toBe('Palkka maksetaan 20.11.2026.');
  expect(next(readinessOf({ NO_ACCOUNT: 'MISSING' }))).toBe('Palkka odottaa tietojasi.');
  expect(next(readinessOf({ PAYROLL: 'WAITING' }))).toBe('Palkanlaskija tarkistaa palkkaasi.');
});
