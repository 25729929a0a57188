import { expect, test } from 'vitest';
import { safeNextPath } from './nextPath';

const origin = 'https://liksa.example';

test.each(['/', '/invoices', '/invoice?id=7#rows', '/a/../b'])('%s is a way on', (next) => {
  expect(safeNextPath(next, origin)).toBe(next === '/a/../b' ? '/b' : next);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'https://liksa.example/ok',
  'javascript:alert(1)',
  'invoices',
  '',
  undefined,
  null,
  7,
  ['/'],
])('%j is not', (next) => {
  expect(safeNextPath(next, origin)).toBeUndefined();
});
