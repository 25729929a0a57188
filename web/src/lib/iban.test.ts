import { expect, test } from 'vitest';
import { groupedIban, isBic, isIban } from './iban';

test('an account number is read in groups of four', () => {
  expect(groupedIban('fi21-1234 5600000785')).toBe('FI21 1234 5600 0007 85');
  expect(groupedIban('')).toBe('');
});

test.each([
  ['FI21 1234 5600 0007 85', true],
  ['DE89 3704 0044 0532 0130 00', true],
  ['FI21 1234 5600 0007 86', false],
  ['FI21 1234 5600 0007', false],
  ['12 3456', false],
])('%s is an account number: %s', (iban, valid) => {
  expect(isIban(iban)).toBe(valid);
});

test.each([
  ['NDEAFIHH', true],
  ['okoyfihh', true],
  ['DEUTDEFF500', true],
  ['NDEAFI', false],
  ['1DEAFIHH', false],
])('%s identifies a bank: %s', (bic, valid) => {
  expect(isBic(bic)).toBe(valid);
});
