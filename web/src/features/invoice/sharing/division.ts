import type { Bill, BillBody } from '@/api/billTypes';
import { exactUnits, type Units } from '@/lib/price';
import type { Draft } from '../draft/draft';
import { totalUnits } from '../draft/rows';

/** The VAT-free rows of a draft, as far as they have prices. */
export function rowsTotal({ rows }: Draft): Units {
  return rows.reduce((sum, row) => sum + (totalUnits(row) ?? 0n), 0n);
}

export interface Division {
  readonly shares: Units;
  readonly purchases: Units;
  readonly commission: Units;
}

function sumOf(amounts: readonly number[]): Units {
  return amounts.reduce((before, amount) => before + exactUnits(amount), 0n);
}

/** What a bill gives to others. A share that was declined takes nothing. `except` is left out. */
export function divisionOf(bill: Bill | undefined, except?: string): Division {
  const shares = bill?.contractorBillableItems ?? [];
  const purchases = bill?.extContractorBillableItems ?? [];
  return {
    shares: sumOf(
      shares
        .filter(({ id, state }) => id !== except && state !== 'DECLINED')
        .map(({ amount }) => amount ?? 0),
    ),
    purchases: sumOf(purchases.map(({ amount }) => amount)),
    commission: sumOf(
      purchases
        .filter(({ state, paynow }) => state === 'PAY_NOW' || (state === 'PAID' && paynow))
        .map(({ commission }) => commission),
    ),
  };
}

export function totalOfDivision({ shares, purchases, commission }: Division): Units {
  return shares + purchases + commission;
}

/** What a bill gives to others, as the engine of salaries asks for it. Nothing where it gives nothing. */
export function givenToOthers(
  bill: Bill | undefined,
): Pick<BillBody, 'contractorBillableItems' | 'extContractorBillableItems'> {
  const shares = bill?.contractorBillableItems ?? [];
  const purchases = bill?.extContractorBillableItems ?? [];
  return {
    ...(shares.length > 0 && {
      contractorBillableItems: shares.map(({ state, amount, percent }) => ({
        state,
        amount,
        percent,
      })),
    }),
    ...(purchases.length > 0 && {
      extContractorBillableItems: purchases.map(({ state, amount, paynow }) => ({
        state,
        amount,
        paynow,
      })),
    }),
  };
}
