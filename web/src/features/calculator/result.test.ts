import { describe, expect, test } from 'vitest';
import type { CalculatedSalary } from '@/api/calculator';
import { difference } from '@/lib/format/exact';
import type { Decimal } from '@/lib/format/money';
import { employee, entrepreneur, figures, sought, withYel } from '@/test/summaries';
import type { AmountLine } from '@/domain/salary/lines';
import { partsOf } from '@/domain/salary/parts';
import { breakdownOf } from './lines';

const linesOf = (summary: CalculatedSalary) => breakdownOf({ summary, figures, question: {} });
const ids = (summary: CalculatedSalary) => linesOf(summary).map(({ id }) => id);

/** Adds up as a reader with a pencil would: each sum must follow from the lines since the last. */
function falseSums(lines: readonly AmountLine[]): string[] {
  const wrong: string[] = [];
  let sum: Decimal | undefined;
  for (const { id, kind, amount } of lines) {
    if (kind === 'less') sum = difference(sum ?? 0, amount);
    else if (kind === 'more') sum = difference(sum ?? 0, difference(0, amount));
    else if (kind !== 'part') {
      if (sum !== undefined && Number(difference(sum, amount)) !== 0) {
        wrong.push(`${id}: ${sum} is not ${amount}`);
      }
      sum = amount;
    }
  }
  return wrong;
}

describe('the lines', () => {
  test('of an entrepreneur leave out what is zero', () => {
    expect(ids(entrepreneur)).toEqual([
      'invoiced',
      'vat',
      'withoutVat',
      'fee',
      'employerCosts',
      'health',
      'accident',
      'gross',
      'tax',
      'account',
    ]);
  });

  test('of an employee with allowances are all there', () => {
    expect(ids(employee)).toEqual([
      'invoiced',
      'vat',
      'withoutVat',
      'fee',
      'reimbursementsApart',
      'employerCosts',
      'health',
      'accident',
      'employerTyel',
      'employerUnemployment',
      'groupLife',
      'rounding',
      'gross',
      'holiday',
      'tax',
      'tyel',
      'unemployment',
      'net',
      'reimbursements',
      'account',
    ]);
  });

  test('begin without VAT where there is none', () => {
    expect(ids(withYel).slice(0, 2)).toEqual(['withoutVat', 'fee']);
    expect(ids(withYel)).toContain('yel');
  });

  test('tell the VAT to the cent', () => {
    const vat = linesOf(sought).find(({ id }) => id === 'vat');
    expect(vat).toMatchObject({ kind: 'less', amount: '526.45' });
  });

  test.each(Object.entries({ entrepreneur, employee, withYel, sought }))(
    'add up for %s',
    (_name, summary) => {
      expect(falseSums(linesOf(summary))).toEqual([]);
    },
  );

  test('that do not add up would be noticed', () => {
    const wrong = { ...employee, rounding: 0 };
    expect(falseSums(linesOf(wrong))).toEqual(['gross: 1474.42 is not 1474.41']);
  });
});

describe('the picture', () => {
  test('shows each part with its share of the total', () => {
    expect(partsOf(entrepreneur)).toEqual([
      { id: 'net', amount: 1453.13, share: '0.727' },
      { id: 'taxamount', amount: 363.28, share: '0.182' },
      { id: 'employerCosts', amount: 45.59, share: '0.023' },
      { id: 'serviceFee', amount: 138, share: '0.069' },
    ]);
  });

  test('accounts for the whole total, but for the cents of rounding', () => {
    for (const summary of [entrepreneur, employee, withYel, sought]) {
      const all = [...partsOf(summary).map(({ amount }) => amount), summary.rounding];
      const left = all.reduce<Decimal>(difference, summary.totalBillingWithoutAlv);
      expect(Number(left)).toBe(0);
    }
  });

  test('is empty where nothing was invoiced', () => {
    const nothing = Object.fromEntries(Object.keys(entrepreneur).map((field) => [field, 0]));
    expect(partsOf(nothing as unknown as CalculatedSalary)).toEqual([]);
  });
});
