import { expect, test } from 'vitest';
import { salaryOf } from '@/test/salaries';
import { employee } from '@/test/summaries';
import { calculationOf } from './calculation';
import { linesOf } from './lines';

/** What is said of the fee of a person with these sums. */
function feeTexts(sums: Partial<typeof employee>): string[] {
  const salary = salaryOf({ summary: { ...employee, ...sums } });
  return linesOf(salary.summary, [['fee', 'less']])
    .flatMap((line) => calculationOf(salary, line))
    .map((text) => text.replaceAll(/\s/g, ' '));
}

test('the fee is a share of one’s own invoices, and not of what others gave of theirs', () => {
  expect(feeTexts({ totalBillingWithoutAlv: 2500, sharesReceived: 500 })).toEqual([
    '6,9 % × 2 000,00 € = 138,00 €',
  ]);
});
