import { expect, test } from 'vitest';
import { settings } from '@/test/settings';
import { contentOf, FIELD_GROUPS, fieldsOf } from './settingsFields';

test('what is shown and not changed is what was there, with the comma of Finland', () => {
  const { prices, ...others } = contentOf(fieldsOf(settings));
  const { prices: before, ...othersBefore } = settings;
  expect(others).toEqual({ ...othersBefore, secondPersonAbove: '1000,00' });
  expect(JSON.stringify(prices).replaceAll(/(\d),(\d)/g, '$1.$2')).toBe(JSON.stringify(before));
  expect(prices.servicePercent).toBe('6,9');
  expect(prices.accidentInsuranceByProfession).toEqual({ '71': '1,2', '2166': '0,4' });
});

test('every setting has its field in the form', () => {
  const shown = FIELD_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name as string));
  const { validFrom: _, ...all } = fieldsOf(settings);
  expect(shown.toSorted()).toEqual(Object.keys(all).toSorted());
});
