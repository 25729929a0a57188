import { expect, test } from 'vitest';
import { m } from '@/paraglide/messages';
import { ACTIONS, detailWords, subjectOf } from './auditWords';

test('an action and its object have texts', () => {
  expect(ACTIONS['bill.approved']()).toBe(m.audit_bill_approved());
  expect(subjectOf('bill:01a1-22')).toEqual({
    kind: 'bill',
    id: '01a1-22',
    name: m.audit_of_bill(),
  });
  expect(subjectOf('shifts:import').name).toBe(m.audit_of_shifts());
  expect(subjectOf('comet:7').name).toBe('comet');
});

test('details read without the braces of a program', () => {
  expect(detailWords('{}')).toBe('');
  expect(detailWords('{"before":"fi","after":"en"}')).toBe('before: fi · after: en');
  expect(detailWords('{"count":2,"roles":["ROLE_USER","ROLE_CLERK"]}')).toBe(
    'count: 2 · roles: [ROLE_USER, ROLE_CLERK]',
  );
});
