import { expect, test } from 'vitest';
import type { LedgerLine } from '@/api/ledger';
import { withBalances } from './running';

function lineOf(amount: number): LedgerLine {
  return {
    entry: 7,
    date: '16.11.2026',
    happenedOn: null,
    kind: 'SALARY',
    amount,
    personId: null,
    personName: null,
    billId: null,
    billNumber: null,
    runId: null,
    salaryId: null,
  };
}

test('each line leaves what was there and itself, to the cent', () => {
  const lines = withBalances(0.1, [lineOf(0.2), lineOf(-1000.05), lineOf(999.75)]);
  expect(lines.map(({ balance }) => balance)).toEqual(['0.3', '-999.75', '0']);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
});
