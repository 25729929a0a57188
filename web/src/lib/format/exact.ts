import type { Decimal } from './money';

/** A decimal as whole digits and the number of them behind the point: 19.5 is 195 and 1. */
function digitsOf(value: Decimal): { digits: bigint; decimals: number } {
  const [whole = '', fraction = ''] = `${value}`.split('.');
  return { digits: BigInt(whole + fraction), decimals: fraction.length };
}

/** Whole digits as a decimal with so many places behind the point: 195 and 1 are 19.5. */
export function decimalOf(digits: bigint, decimals: number): `${number}` {
  const sign = digits < 0n ? '-' : '';
  const text = `${digits < 0n ? -digits : digits}`.padStart(decimals + 1, '0');
  const whole = text.slice(0, text.length - decimals);
  const fraction = text.slice(text.length - decimals).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}` as `${number}`;
}

/** Moves the decimal point to the right, or to the left by a negative number of places. */
export function shifted(value: Decimal, places: number): `${number}` {
  const { digits, decimals } = digitsOf(value);
  return places <= decimals
    ? decimalOf(digits, decimals - places)
    : decimalOf(digits * 10n ** BigInt(places - decimals), 0);
}

export function total(values: readonly Decimal[]): `${number}` {
  const all = values.map(digitsOf);
  const decimals = Math.max(0, ...all.map((value) => value.decimals));
  const scaled = all.map((value) => value.digits * 10n ** BigInt(decimals - value.decimals));
  return decimalOf(
    scaled.reduce((sum, value) => sum + value, 0n),
    decimals,
  );
}

export function difference(from: Decimal, what: Decimal): `${number}` {
  const { digits, decimals } = digitsOf(what);
  return total([from, decimalOf(-digits, decimals)]);
}

export function product(one: Decimal, other: Decimal): `${number}` {
  const [a, b] = [digitsOf(one), digitsOf(other)];
  return decimalOf(a.digits * b.digits, a.decimals + b.decimals);
}

/**
 * One amount that is not negative divided by another, to so many decimals, rounded up or to the
 * nearest. Nothing can be divided by zero or less.
 */
export function quotient(
  dividend: Decimal,
  divisor: Decimal,
  { decimals, rounding }: { decimals: number; rounding: 'up' | 'nearest' },
): `${number}` | undefined {
  const [a, b] = [digitsOf(dividend), digitsOf(divisor)];
  if (a.digits < 0n || b.digits <= 0n) return undefined;
  const above = a.digits * 10n ** BigInt(b.decimals + decimals);
  const below = b.digits * 10n ** BigInt(a.decimals);
  const added = rounding === 'up' ? below - 1n : below / 2n;
  return decimalOf((above + added) / below, decimals);
}

/** 19.5 (per cent) → 0.195 (a part of one). */
export function fractionOfPercent(percent: Decimal): `${number}` {
  return shifted(percent, -2);
}

/** 0.195 (a part of one) → 19.5 (per cent). */
export function percentOfFraction(fraction: Decimal): `${number}` {
  return shifted(fraction, 2);
}
