import type { Summary } from '@/api/calculator';
import { quotient } from '@/lib/format/exact';
import type { Decimal } from '@/lib/format/money';

/** Where the euros of an invoice go, those to the person first. */
const PART_FIELDS = [
  'net',
  'total_reimbursements',
  'taxamount',
  'employeeCost',
  'yel',
  'distraint',
  'reductions',
  'employerCosts',
  'contracting',
  'serviceFee',
] as const satisfies readonly (keyof Summary)[];

export type PartId = (typeof PART_FIELDS)[number];

export interface Part {
  readonly id: PartId;
  readonly amount: number;
  /** Of the VAT-free total, to a thousandth. */
  readonly share: Decimal;
}

/** The parts that are not zero. The cents of rounding are left to the breakdown. */
export function partsOf(summary: Summary): Part[] {
  return PART_FIELDS.map((id) => ({
    id,
    amount: summary[id],
    share:
      quotient(summary[id], summary.totalBillingWithoutAlv, {
        decimals: 3,
        rounding: 'nearest',
      }) ?? 0,
  })).filter(({ amount }) => amount > 0);
}
