import { expect, test } from 'vitest';
import { actionsOf } from './billActions';

const bill = { openRequest: false, creditNote: false, credited: false } as const;

test.each([
  ['OPEN', ['send', 'copy', 'history', 'delete']],
  ['PENDING', ['open', 'copy', 'history']],
  ['TAKEN', ['requestOpening', 'copy', 'history']],
  ['APPROVED', ['open', 'copy', 'history']],
  ['CLOSED', ['correct', 'copy', 'history']],
  ['PAID', ['correct', 'copy', 'history']],
  ['HYVITETTY', ['copy', 'history']],
] as const)('a bill that is %s offers %j', (state, actions) => {
  expect(actionsOf({ ...bill, state })).toEqual(actions);
});

test('what has been asked for once is not asked for again', () => {
  expect(actionsOf({ ...bill, state: 'TAKEN', openRequest: true })).toEqual(['copy', 'history']);
});

test.each(['CLOSED', 'PAID'] as const)('a bill that is %s is corrected once', (state) => {
  expect(actionsOf({ ...bill, state, credited: true })).toEqual(['copy', 'history']);
});

test.each([
  ['OPEN', ['send', 'history', 'delete']],
  ['PENDING', ['history', 'delete']],
  ['TAKEN', ['history']],
  ['APPROVED', ['history']],
  ['CLOSED', ['history']],
  ['PAID', ['history']],
] as const)('a credit note that is %s offers %j', (state, actions) => {
  expect(actionsOf({ ...bill, state, creditNote: true })).toEqual(actions);
});
