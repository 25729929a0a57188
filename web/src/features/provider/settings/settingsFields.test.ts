import { expect, test } from 'vitest';
import { settings } from '@/test/settings';
import { contentOf, FIELD_GROUPS, fieldsOf, problemsOf } from './settingsFields';

test('what is shown and not changed is what was there', () => {
  const prices = { ...settings.prices, serviceFeeMaximumPerMonth: '500' };
  const advances = {
    share: '70',
    maximumPerPerson: '2000',
    grantedUpTo: '0',
    secondPersonAbove: '500',
    paid: 'daily',
  };
  expect(contentOf(fieldsOf(settings))).toEqual({
    ...settings,
    prices,
    advances,
    secondPersonAbove: '1000',
  });
});

test('numbers have the comma of Finland, and what is none is told', () => {
  const fields = fieldsOf(settings);
  expect(fields['settings.prices.servicePercent']).toBe('6,9');
  expect(fields['settings.secondPersonAbove']).toBe('1000,00');
  const rates = 'settings.prices.accidentInsuranceByProfession';
  expect(fields[rates]).toBe('71: 1,2, 2166: 0,4');
  expect(problemsOf(fields)).toEqual({});
  const wrong = { 'settings.prices.servicePercent': '6x9', [rates]: '71: 1e2' };
  expect(Object.keys(problemsOf({ ...fields, ...wrong }))).toEqual(Object.keys(wrong));
});

test('every setting has its field in the form', () => {
  const shown = FIELD_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name as string));
  const { validFrom: _, ...all } = fieldsOf(settings);
  expect(shown.toSorted()).toEqual(Object.keys(all).toSorted());
});
