import { expect, test } from 'vitest';
import { leftText, problemText } from './problemText';

const reason = 'Syy.';

test.each([
  ['sharedCustomer', 'validation.required', 'Valitse asiakas.'],
  ['billableitems', 'validation.required', 'Lisää ainakin yksi rivi.'],
  ['yourcode', 'validation.required', 'Asiakkaan viite: Syy.'],
  ['vatZeroReasonCode', 'VAT_ZERO_REASON_REQUIRED', 'Syy.'],
  ['billableitems[1].destination', 'error.billableItem.missing.destination', 'Rivi 2: Syy.'],
  ['billableitems[1].alvPrice', 'validation.invalidNumber', 'Rivi 2, hinta: Syy.'],
])('%s with %s reads "%s"', (field, key, text) => {
  expect(problemText({ field, key, reason })).toBe(text);
});

test('what is left to do is counted in words', () => {
  expect([1, 2, 5].map(leftText)).toEqual([
    'Vielä yksi kohta',
    'Vielä kaksi kohtaa',
    'Vielä 5 kohtaa',
  ]);
});
