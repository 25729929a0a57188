import { decimalOf, shifted } from './format/exact';
import type { Decimal } from './format/money';
import { draftNumber, numberIn, type NumberKind } from './number';

/**
 * The arithmetic of a row's price, in whole ten-thousandths of a euro and without a float. It is
 * that of the server (crates/domain/src/bill/pricing.rs), so that what the editor shows is what
 * gets stored; both are tested with the same numbers.
 */
export type Units = bigint;

const DECIMALS = 4;
const UNITS_PER_ONE = 10n ** BigInt(DECIMALS);
const UNITS_PER_THOUSANDTH = UNITS_PER_ONE / 1000n;
const UNITS_PER_CENT = UNITS_PER_ONE / 100n;
/** What a VAT rate of one hundred per cent is, in ten-thousandths of a per cent. */
const WHOLE_RATE = 100n * UNITS_PER_ONE;

/** Half away from zero: 0.5 becomes 1 and −0.5 becomes −1. */
function divide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const remainder = magnitude(numerator % denominator);
  if (remainder < magnitude(denominator) - remainder) return quotient;
  return quotient + (numerator < 0n === denominator < 0n ? 1n : -1n);
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** An amount, a quantity or a percentage as typed. Undefined: no number, or more than one. */
export function unitsOf(typed: string, kind: NumberKind = 'price'): Units | undefined {
  const decimal = numberIn(typed, kind);
  return decimal === undefined ? undefined : exactUnits(decimal);
}

/** A number of the server, which has no more decimals than are kept. */
export function exactUnits(decimal: Decimal): Units {
  return BigInt(shifted(decimal, DECIMALS));
}

/** The same as text for programs: "1234.5". */
export function plainUnits(units: Units): `${number}` {
  return decimalOf(units, DECIMALS);
}

/** The same as a person would type it: "1234,50", with the further decimals only where needed. */
export function typedUnits(units: Units, kind: NumberKind = 'price'): string {
  return draftNumber(plainUnits(units), kind);
}

/** So many at a unit price. */
export function totalOf(unitPrice: Units, amount: Units): Units {
  return divide(unitPrice * amount, UNITS_PER_ONE);
}

/** The price of one when so many cost this, to three decimals; of no amount, the price of all. */
export function unitPriceOf(total: Units, amount: Units): Units {
  const many = amount === 0n ? UNITS_PER_ONE : amount;
  return divide(total * UNITS_PER_ONE, many * UNITS_PER_THOUSANDTH) * UNITS_PER_THOUSANDTH;
}

export function withVat(price: Units, percent: Units): Units {
  return divide(price * (WHOLE_RATE + percent), WHOLE_RATE);
}

export function withoutVat(price: Units, percent: Units): Units {
  return divide(price * WHOLE_RATE, WHOLE_RATE + percent);
}

/**
 * The price with VAT as the person who typed it would recognise it. A VAT-free price of four
 * decimals often leads back to 100,0001 where 100,00 was typed; where whole cents have the same
 * VAT-free price, they are meant.
 */
export function shownWithVat(price: Units, percent: Units): Units {
  const exact = withVat(price, percent);
  const cents = divide(exact, UNITS_PER_CENT) * UNITS_PER_CENT;
  return withoutVat(cents, percent) === price ? cents : exact;
}

function toCents(numerator: bigint, denominator: bigint): Units {
  return divide(numerator, denominator * UNITS_PER_CENT) * UNITS_PER_CENT;
}

/** So many per cent of a sum, to the cent. */
export function partOf(sum: Units, percent: Units): Units {
  return toCents(sum * percent, WHOLE_RATE);
}

/** The sum to which so many per cent were added, to the cent: 125.50 with its 25.5 % was 100.00. */
export function withoutPart(total: Units, percent: Units): Units {
  return toCents(total * WHOLE_RATE, WHOLE_RATE + percent);
}

export function isWholeCents(units: Units): boolean {
  return units % UNITS_PER_CENT === 0n;
}
