import { expect, test } from 'vitest';
import { changed, clashing, isChanged } from './changes';

const began = { phone: '1', city: 'Turku', address: 'Katu 1' };

test('only what stands otherwise than before is a change', () => {
  expect(changed(began, { ...began, phone: '2' })).toEqual({ phone: '2' });
  expect(changed(began, { ...began, phone: '' })).toEqual({ phone: '' });
  expect(isChanged(began, { ...began })).toBe(false);
});

test('changes clash where both changed the same field to something else', () => {
  const here = { ...began, phone: '2', city: 'Vaasa' };
  expect(clashing(began, here, { ...began, address: 'Katu 2' })).toEqual([]);
  expect(clashing(began, here, { ...began, city: 'Vaasa' })).toEqual([]);
  expect(clashing(began, here, { ...began, phone: '', city: 'Pori' })).toEqual(['phone', 'city']);
});
