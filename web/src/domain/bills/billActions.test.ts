import { expect, test } from 'vitest';
import { actionsOf } from './billActions';

const bill = { openRequest: false, creditNote: false, credited: false } as const;

test.each([
  ['OPEN', ['send', 'copy', 'history', 'delete']],
  ['PENDING', ['open', 'copy', 'history']],
  ['TAKEN', ['requestOpening', 'copy', 'history']],
  ['APPROVED', ['open', 'copy', 'history']],
  ['CLOSED', ['correct', 'creditPart', 'copy', 'history']],
  ['PAID', ['correct', 'creditPart', 'copy', 'history']],
  ['HYVITETTY', ['copy', 'history']],
] as const)('a bill that is %s offers %j', (state, actions) => {
  expect(actionsOf({ ...bill, state })).toEqual(actions);
});

test('what has been asked for once is not asked for again', () => {
  expect(actionsOf({ ...bill, state: 'TAKEN', openRequest: true })).toEqual(['copy', 'history']);
});

test.each(['CLOSED', 'PAID'] as const)('of a bill that is %s parts may be left', (state) => {
  expect(actionsOf({ ...bill, state, credited: true })).toEqual(['creditPart', 'copy', 'history']);
});

test.each([
  ['OPEN', ['send', 'history', 'delete']],
  ['PENDING', ['open', 'history', 'delete']],
  ['TAKEN', ['requestOpening', 'history']],
  ['APPROVED', ['open', 'history']],
  ['CLOSED', ['history']],
  ['PAID', ['history']],
] as const)('a credit note that is %s offers %j', (state, actions) => {
  expect(actionsOf({ ...bill, state, creditNote: true })).toEqual(actions);
});
