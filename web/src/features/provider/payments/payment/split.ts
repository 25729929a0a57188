import type { OpenBill } from '@/api/payments';
import { plainUnits, typedUnits, unitsOf, type Units } from '@/lib/price';
import { m } from '@/paraglide/messages';

/** What of a payment is for one bill, as it was typed. */
export interface Share {
  readonly bill: OpenBill;
  readonly typed: string;
}

/** A payment split over bills. All amounts are in whole ten-thousandths of a euro. */
export interface Split {
  /** What the shares come to together, as far as they can be read. */
  readonly given: Units;
  /** What none of them has taken; negative when they take more than there is. */
  readonly left: Units;
  /** Why a share cannot stand, by its place; undefined where it can. */
  readonly faults: readonly (string | undefined)[];
  /** Why the payment cannot be split so; undefined when it can. */
  readonly reason: string | undefined;
}

const UNITS_PER_CENT = 100n;

/** An amount of the server: euros with at most two decimals, which text keeps exactly. */
export function unitsOfEuros(euros: number): Units {
  return unitsOf(`${euros}`) ?? 0n;
}

/** How shares add up, to the cent, and what is wrong with them. */
export function splitOf(rest: Units, shares: readonly Share[]): Split {
  const read = shares.map(({ typed }) => unitsOf(typed));
  const given = read.reduce<Units>((sum, amount) => sum + (amount ?? 0n), 0n);
  const left = rest - given;
  const faults = shares.map(({ bill }, place) => faultOf(bill, read[place]));
  return { given, left, faults, reason: reasonOf(shares.length, left, faults) };
}

function faultOf(bill: OpenBill, amount: Units | undefined): string | undefined {
  if (amount === undefined || amount <= 0n || amount % UNITS_PER_CENT !== 0n) {
    return m.providermoney_split_not_a_sum();
  }
  return amount > unitsOfEuros(bill.openWithCharges) ? m.notify_more_than_owed() : undefined;
}

function reasonOf(count: number, left: Units, faults: Split['faults']): string | undefined {
  if (count === 0) return m.providermoney_split_empty();
  if (faults.some((fault) => fault !== undefined)) return m.notify_invalid_fields();
  return left < 0n ? m.notify_more_than_paid() : undefined;
}

/** As much of a bill as is owed, and as there is. */
export function shareOf(bill: OpenBill, left: Units): Units {
  const owed = unitsOfEuros(bill.openWithCharges);
  return left < owed ? left : owed;
}

/** One more bill, with as much as is left for it. A bill is in a split once. */
export function withBill(rest: Units, shares: readonly Share[], bill: OpenBill): readonly Share[] {
  if (shares.some((share) => share.bill.billId === bill.billId)) return shares;
  const { left } = splitOf(rest, shares);
  const amount = left > 0n ? shareOf(bill, left) : 0n;
  return [...shares, { bill, typed: amount > 0n ? typedUnits(amount) : '' }];
}

export function withTyped(
  shares: readonly Share[],
  billId: string,
  typed: string,
): readonly Share[] {
  return shares.map((share) => (share.bill.billId === billId ? { ...share, typed } : share));
}

export function withoutBill(shares: readonly Share[], billId: string): readonly Share[] {
  return shares.filter(({ bill }) => bill.billId !== billId);
}

/** The shares as the server takes them. Only of a split that can be made. */
export function partsOf(shares: readonly Share[]): { billId: string; amount: string }[] {
  return shares.map(({ bill, typed }) => ({
    billId: bill.billId,
    amount: plainUnits(unitsOf(typed) ?? 0n),
  }));
}
