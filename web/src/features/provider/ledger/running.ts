import type { LedgerLine } from '@/api/ledger';
import { total } from '@/lib/format/exact';
import type { Decimal } from '@/lib/format/money';

export interface BalancedLine extends LedgerLine {
  /** An entry may have several lines on one account. */
  readonly key: string;
  /** What the account held after the line. */
  readonly balance: Decimal;
}

/** The lines, which follow each other from the first on, with what each of them left. */
export function withBalances(opening: Decimal, lines: readonly LedgerLine[]): BalancedLine[] {
  let balance = opening;
  return lines.map((line, place) => {
    balance = total([balance, line.amount]);
    return { ...line, balance, key: `${line.entry}-${place}` };
  });
}
