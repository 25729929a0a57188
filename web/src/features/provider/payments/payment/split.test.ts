import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { unitsOf } from '@/lib/price';
import { openBillOf } from '@/test/payments';
import {
  partsOf,
  splitOf,
  unitsOfEuros,
  withBill,
  withoutBill,
  withTyped,
  type Share,
} from './split';

const A = openBillOf({ billId: 'a', open: 100, openWithCharges: 112 });
const B = openBillOf({ billId: 'b', open: 30.1, openWithCharges: 30.1 });
const euros = unitsOfEuros;

test('each bill takes what it is owed as far as the payment goes', () => {
  const shares = withBill(euros(120), withBill(euros(120), [], A), B);
  expect(shares.map(({ typed }) => typed)).toEqual(['112,00', '8,00']);
  expect(splitOf(euros(120), shares)).toEqual({
    given: euros(120),
    left: 0n,
    faults: [undefined, undefined],
    reason: undefined,
  });
  expect(partsOf(shares)).toEqual([
    { billId: 'a', amount: '112' },
    { billId: 'b', amount: '8' },
  ]);
});

test('a bill is in a split once, and one for which nothing is left has no sum yet', () => {
  const all = withBill(euros(112), [], A);
  expect(withBill(euros(112), all, A)).toBe(all);
  const more = withBill(euros(112), all, B);
  expect(more[1]?.typed).toBe('');
  expect(splitOf(euros(112), more).reason).toBeDefined();
  expect(splitOf(euros(112), withoutBill(more, 'b')).reason).toBeUndefined();
});

test.each([
  ['', 'not a sum'],
  ['0', 'not a sum'],
  ['-5', 'not a sum'],
  ['1,005', 'not a sum'],
  ['viisi', 'not a sum'],
  ['30,11', 'more than owed'],
])('a share of %j cannot stand: %s', (typed) => {
  const split = splitOf(euros(500), [{ bill: B, typed }]);
  expect(split.faults).toEqual([expect.any(String)]);
  expect(split.reason).toBeDefined();
});

test('the shares may not come to more than the payment', () => {
  const shares = [
    { bill: A, typed: '100' },
    { bill: B, typed: '20,01' },
  ];
  const split = splitOf(euros(120), shares);
  expect(split.left).toBe(unitsOf('-0,01'));
  expect(split.faults).toEqual([undefined, undefined]);
  expect(split.reason).toMatch(/enemmän/);
  expect(splitOf(euros(120), withTyped(shares, 'b', '20')).reason).toBeUndefined();
});

test('nothing chosen is nothing to match', () => {
  expect(splitOf(euros(1), []).reason).toBeDefined();
});

test('whatever is owed and paid, what is left and what is given are the payment, to the cent', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  const sums = fc.array(cents, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(cents, sums, (paid, owed) => {
      const rest = BigInt(paid) * 100n;
      let shares: readonly Share[] = [];
      owed.forEach((sum, place) => {
        const amount = sum / 100;
        const bill = openBillOf({ billId: `${place}`, open: amount, openWithCharges: amount });
        shares = withBill(rest, shares, bill);
      });
      const taken = shares.filter(({ typed }) => typed !== '');
      const { given, left, faults, reason } = splitOf(rest, taken);
      expect(given + left).toBe(rest);
      expect(faults.every((fault) => fault === undefined)).toBe(true);
      expect(reason).toBeUndefined();
      const sum = owed.reduce((all, one) => all + BigInt(one) * 100n, 0n);
      expect(given).toBe(sum < rest ? sum : rest);
    }),
  );
});
