import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { plainUnits, unitsOf } from '@/lib/price';
import { purchaseOf, readOf } from '@/test/sharing';
import {
  bodyOf,
  fieldsOf,
  problemsOf,
  proposalOf,
  withAmount,
  withProposal,
  withRate,
  withTotal,
  withVatAmount,
  type PurchaseFields,
} from './purchaseForm';

const EMPTY = fieldsOf(undefined);
const SAVED = fieldsOf(purchaseOf());
const sums = ({ amount, vatAmount, total }: PurchaseFields) => [amount, vatAmount, total];

test('VAT and total follow from the sum without VAT, and the sum from the total', () => {
  const rated = withRate(EMPTY, '25.5');
  expect(sums(withAmount(rated, '200'))).toEqual(['200', '51,00', '251,00']);
  expect(sums(withTotal(rated, '251'))).toEqual(['200,00', '51,00', '251']);
  expect(sums(withAmount(rated, 'x'))).toEqual(['x', '', '']);
});

test('another rate leaves what was written', () => {
  expect(sums(withRate(withAmount(EMPTY, '100'), '13.5'))).toEqual(['100', '13,50', '113,50']);
  expect(sums(withRate(withTotal(EMPTY, '113,50'), '13.5'))).toEqual(['100,00', '13,50', '113,50']);
});

test('the VAT can be corrected by a cent as it is printed, and the written sum stays', () => {
  const byTotal = withVatAmount(withTotal(withRate(EMPTY, '25.5'), '251'), '51,01');
  expect(sums(byTotal)).toEqual(['199,99', '51,01', '251']);
  const byAmount = withVatAmount(withAmount(withRate(EMPTY, '25.5'), '200'), '50,99');
  expect(sums(byAmount)).toEqual(['200', '50,99', '250,99']);
  expect(problemsOf({ ...SAVED, ...byAmount, name: 'A', duedate: '30.11.2026' })).toEqual({
    accountNumber: 'validation.required',
    referenceNumber: 'validation.required',
  });
  expect(problemsOf(withVatAmount(SAVED, '51,02'))).toEqual({ vatAmount: 'purchase.vatOff' });
  expect(problemsOf(withVatAmount(withRate(SAVED, '0'), '0,01'))).toEqual({
    vatAmount: 'purchase.vatOff',
  });
});

test('whatever total is written, its parts add up and are accepted', () => {
  assert(
    property(
      integer({ min: 1, max: 100_000_000 }),
      constantFrom('0', '10', '13.5', '14', '24', '25.5'),
      (cents, rate) => {
        const total = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
        const fields = withTotal(withRate(SAVED, rate), total);
        const parts = (unitsOf(fields.amount) ?? 0n) + (unitsOf(fields.vatAmount) ?? 0n);
        expect(parts).toBe(unitsOf(total));
        expect(problemsOf(fields)['vatAmount']).toBeUndefined();
      },
    ),
  );
});

test.each([
  [{}, {}],
  [{ name: ' ' }, { name: 'validation.required' }],
  [{ accountNumber: 'FI21 1234 5600 0007 86' }, { accountNumber: 'account.invalid-iban' }],
  [{ accountNumber: '' }, { accountNumber: 'validation.required' }],
  [{ referenceNumber: '1233' }, { referenceNumber: 'INVALID_REFERENCE' }],
  [{ referenceNumber: '' }, { referenceNumber: 'validation.required' }],
  [{ referenceNumber: '', message: 'Lasku 55' }, {}],
  [{ amount: '0', vatAmount: '0' }, { amount: 'share.aboveZero' }],
  [{ amount: '' }, { amount: 'validation.required' }],
  [{ duedate: '1.13.2026' }, { duedate: 'validation.invalidDate' }],
])('%j has the problems %j', (differences, problems) => {
  expect(problemsOf({ ...SAVED, ...differences })).toEqual(problems);
});

test('a message goes only where there is no reference', () => {
  expect(bodyOf({ ...SAVED, message: 'Lasku 55' })).toEqual({
    name: 'Rakennustarvike Oy',
    duedate: '30.11.2026',
    amount: '200',
    alv: '25.5',
    vatAmount: '51',
    referenceNumber: '1232',
    message: null,
    accountNumber: 'FI2112345600000785',
  });
  expect(bodyOf({ ...SAVED, referenceNumber: ' ', message: 'Lasku 55' })).toMatchObject({
    referenceNumber: null,
    message: 'Lasku 55',
  });
});

const READ = readOf({
  name: 'Tukku Oy',
  accountNumber: 'FI2112345600000785',
  referenceNumber: '1232',
  total: 251,
  duedate: '01.12.2026',
});

test('what was read fills empty fields, and never replaces what a person wrote', () => {
  const proposal = proposalOf(READ);
  expect(withProposal(EMPTY, proposal)).toMatchObject({
    name: 'Tukku Oy',
    accountNumber: 'FI21 1234 5600 0007 85',
    referenceNumber: '1232',
    total: '251,00',
    amount: '251,00',
    duedate: '01.12.2026',
  });
  const written = withAmount({ ...EMPTY, name: 'Oma nimi' }, '10');
  expect(withProposal(written, proposal)).toMatchObject({ name: 'Oma nimi', amount: '10' });
});

test('sums that were read keep the VAT as it is printed', () => {
  const proposal = proposalOf(readOf({ amount: 200, alv: 25.5, vatAmount: 51.01, total: 251.01 }));
  const filled = withProposal(EMPTY, proposal);
  expect(sums(filled)).toEqual(['200,00', '51,01', '251,01']);
  expect(plainUnits(unitsOf(filled.total) ?? 0n)).toBe('251.01');
  expect(proposalOf(readOf({ name: '' }))).toEqual({});
});
