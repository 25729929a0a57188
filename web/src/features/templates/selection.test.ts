import { expect, test } from 'vitest';
import type { Template } from '@/api/templates';
import { nextStep, selectedBy } from './selection';

function template(id: string, showInResult: boolean): Template {
  return { id, kind: 'TEXT', name: id, showInResult, text: id, row: null, lastSaved: '' };
}

const templates = [template('a', true), template('b', false), template('c', true)];

test('the button goes from all to the hidden ones to none, and round again', () => {
  let selected = selectedBy('none', templates);
  const seen: string[][] = [];
  for (let press = 0; press < 4; press += 1) {
    selected = selectedBy(nextStep(selected, templates), templates);
    seen.push([...selected]);
  }
  expect(seen).toEqual([['a', 'b', 'c'], ['b'], [], ['a', 'b', 'c']]);
});

test.each([
  ['nothing is hidden', [template('a', true), template('c', true)]],
  ['everything is hidden', [template('b', false)]],
])('it goes from all straight to none when %s', (_, some) => {
  expect(nextStep(selectedBy('all', some), some)).toBe('none');
});

test('some selected one by one: the next step is all', () => {
  expect(nextStep(new Set(['a', 'b']), templates)).toBe('all');
});
