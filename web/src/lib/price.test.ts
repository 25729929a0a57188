import { describe, expect, test } from 'vitest';
// The numbers that the server's own arithmetic is tested with too.
import vectors from '../../../crates/domain/tests/price_vectors.json';
import {
  exactUnits,
  plainUnits,
  shownWithVat,
  totalOf,
  typedUnits,
  unitPriceOf,
  unitsOf,
  withoutVat,
  withVat,
} from './price';

const units = (plain: string) => exactUnits(plain as `${number}`);
const typedAs = (typed: string) => unitsOf(typed) ?? expect.fail(`${typed} is no number`);

describe('the arithmetic of the server', () => {
  test.each(vectors.withVat)('$alvPrice with $alv % is $price', ({ alv, alvPrice, price }) => {
    expect(plainUnits(withVat(units(alvPrice), units(alv)))).toBe(price);
  });

  test.each(vectors.withoutVat)('$price without its $alv % is $alvPrice', (row) => {
    expect(plainUnits(withoutVat(units(row.price), units(row.alv)))).toBe(row.alvPrice);
  });

  test.each(vectors.total)('$billableWorkHours at $hourlyprice cost $totalPrice', (row) => {
    const total = totalOf(units(row.hourlyprice), units(row.billableWorkHours));
    expect(plainUnits(total)).toBe(row.totalPrice);
  });

  test.each(vectors.unitPrice)('$totalPrice for $billableWorkHours is $hourlyprice each', (row) => {
    const each = unitPriceOf(units(row.totalPrice), units(row.billableWorkHours));
    expect(plainUnits(each)).toBe(row.hourlyprice);
  });
});

test('a typed price with VAT in cents is shown again as it was typed', () => {
  for (const percent of ['0', '10', '13.5', '24', '25.5'].map(units)) {
    for (let cents = -2000n; cents < 20_000n; cents += 7n) {
      const typed = cents * 100n;
      expect(shownWithVat(withoutVat(typed, percent), percent)).toBe(typed);
    }
  }
});

test('a VAT-free price that no whole cents lead to keeps its four decimals', () => {
  expect(plainUnits(shownWithVat(units('12.3456'), units('25.5')))).toBe('15.4937');
});

test.each([
  ['12,5', '12.5', '12,50'],
  ['1 000', '1000', '1000,00'],
  ['-0,005', '-0.005', '-0,0050'],
  ['+7', '7', '7,00'],
  ['0,0001', '0.0001', '0,0001'],
  ['3,', '3', '3,00'],
])('%s is read exactly', (typed, plain, shown) => {
  expect(plainUnits(typedAs(typed))).toBe(plain);
  expect(typedUnits(typedAs(typed))).toBe(shown);
});

test.each(['', 'abc', '1,2,3', '999999999999999999'])('%j is not a price', (typed) => {
  expect(unitsOf(typed)).toBeUndefined();
});
