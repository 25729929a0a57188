import type { BillCard } from '@/api/billLists';
import type { Info } from '@/api/info';

export interface Unpaid {
  readonly drafts: readonly BillCard[];
  /** Waiting for approval or for the customer. */
  readonly waiting: readonly BillCard[];
  /** Whether these are all of them: the server tells the newest of each kind. */
  readonly all: boolean;
}

export function unpaidOf({ notPaidBills, notPaidBillsTotal }: Info): Unpaid {
  return {
    drafts: notPaidBills.filter(({ state }) => state === 'OPEN'),
    waiting: notPaidBills.filter(({ state }) => state !== 'OPEN'),
    all: notPaidBills.length >= notPaidBillsTotal,
  };
}

/** Nothing has happened within the months of the charts, so that the figures would all be zero. */
export function isQuiet(info: Info): boolean {
  const amounts = [...info.datePrices, ...info.salaryPrices].map(({ amount }) => amount);
  return (
    info.notPaidBillsTotal === 0 &&
    info.onItsWay.total === 0 &&
    [info.paidAmount, info.paidSalaries, ...amounts].every((amount) => amount === 0)
  );
}
