import type { OverdueBill, Sending } from '@/api/overdue';
import { textOf } from '@/lib/notify/text';
import { unitsOf, type Units } from '@/lib/price';
import { m } from '@/paraglide/messages';

/** A figure of the law is missing without which not even the fee can be asked for. */
const FIGURE_MISSING: ReadonlySet<string> = new Set([
  'validation.unknownYear',
  'validation.unknownRate',
]);

/** Why no reminder of a bill can be sent now; undefined when one can. */
export function whyNotRemind(bill: OverdueBill): string | undefined {
  if (bill.beingCredited) return m.providermoney_not_being_credited();
  if (bill.today !== null) return undefined;
  if (bill.notToday !== null && FIGURE_MISSING.has(bill.notToday)) return textOf(bill.notToday);
  return bill.nextReminder === null
    ? m.providermoney_not_twice()
    : m.providermoney_not_before({ date: bill.nextReminder });
}

/** Whether the rate is known by which interest on a bill is calculated. */
function hasInterest({ today }: OverdueBill): boolean {
  return today?.interest !== null && today?.interest !== undefined;
}

/** Interest can only be asked for where its rate is known: the others get a reminder without. */
export function sendingOf(bills: readonly OverdueBill[], askInterest: boolean): Sending {
  const asked = bills.filter((bill) => askInterest && hasInterest(bill));
  const others = bills.filter((bill) => !asked.includes(bill));
  return {
    withInterest: asked.map(({ billId }) => billId),
    withoutInterest: others.map(({ billId }) => billId),
  };
}

/** What is asked of the customers together, in ten-thousandths of a euro. */
interface Asked {
  readonly open: Units;
  readonly fees: Units;
  readonly interest: Units;
  /** Of how many bills the rate of interest is not known. */
  readonly unknown: number;
}

export function askedOf(bills: readonly OverdueBill[], askInterest: boolean): Asked {
  return {
    open: sum(bills.map(({ open }) => open)),
    fees: sum(bills.map(({ today }) => today?.fee)),
    interest: askInterest ? sum(bills.map(({ today }) => today?.interest)) : 0n,
    unknown: bills.filter((bill) => !hasInterest(bill)).length,
  };
}

function sum(amounts: readonly (number | null | undefined)[]): Units {
  return amounts.reduce<Units>((all, amount) => all + (unitsOf(`${amount ?? 0}`) ?? 0n), 0n);
}
