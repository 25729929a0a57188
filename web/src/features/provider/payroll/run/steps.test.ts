import { expect, test } from 'vitest';
import { doneBy, runOf } from '@/test/payroll';
import { stepsOf } from './steps';

test.each([
  ['DRAFT', false, 'calculated'],
  ['CALCULATING', false, 'calculated'],
  ['CALCULATED', false, 'approved'],
  ['APPROVED', false, 'files'],
  ['POSTED', false, 'files'],
  ['POSTED', true, 'paid'],
  ['PAID', true, undefined],
] as const)('a run that is %s (files: %s) waits for the step %s', (state, files, step) => {
  const steps = stepsOf(runOf({ state }), files);
  expect(steps.find(({ current }) => current)?.id).toBe(step);
  const waiting = steps.findIndex(({ current }) => current);
  const done = steps.filter((one) => one.done).length;
  expect(done).toBe(waiting === -1 ? steps.length : waiting);
});

test('each step says who did it', () => {
  const [calculated, approved] = [doneBy('b', 'Petri Salo'), doneBy('c', 'Paula Niemi')];
  const steps = stepsOf(runOf({ state: 'POSTED', calculated, approved }), true);
  expect(steps.map(({ id, doneBy: person }) => [id, person?.name])).toEqual([
    ['made', 'Petri Salo'],
    ['calculated', 'Petri Salo'],
    ['approved', 'Paula Niemi'],
    ['files', undefined],
    ['paid', undefined],
  ]);
});
