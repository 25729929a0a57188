import { expect, test } from 'vitest';
import { isReference } from './reference';

test.each(['1232', '12 32', '0000 1232', '1245', 'RF11 1232', 'rf18539007547034'])(
  '%s is a reference',
  (typed) => {
    expect(isReference(typed)).toBe(true);
  },
);

test.each([
  '1233',
  '13 2',
  'RF12 1232',
  'RF19539007547034',
  'lasku 55',
  '',
  '123456789012345678901',
])('%s is no reference', (typed) => {
  expect(isReference(typed)).toBe(false);
});
