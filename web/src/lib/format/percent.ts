import { getLocale } from '@/paraglide/runtime';
import { shifted } from './exact';
import type { Decimal } from './money';

const exact = new Intl.NumberFormat('fi-FI', {
  style: 'percent',
  maximumFractionDigits: 2,
  signDisplay: 'negative',
});

const rounded = new Intl.NumberFormat('fi-FI', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** The number is Finnish in both languages, as sums are. English has no space before the sign. */
function inLanguage(finnish: string): string {
  return getLocale() === 'en' ? finnish.replace('\u00A0%', '%') : finnish;
}

/** A fraction as a percentage: `0.255` → "25,5 %", with a non-breaking space, and "25,5%" in English. */
export function formatPercent(fraction: Decimal): string {
  // As text, for the same reason as money: 0.00285 must not fall to 0,28 %.
  return inLanguage(exact.format(`${fraction}`));
}

/** The same with one decimal, for shares that need no more precision. */
export function formatShare(fraction: Decimal): string {
  return inLanguage(rounded.format(`${fraction}`));
}

/** 19.5 (per cent) → 0.195 (a part of one). */
export function fractionOfPercent(percent: Decimal): `${number}` {
  return shifted(percent, -2);
}

/** 0.195 (a part of one) → 19.5 (per cent). */
export function percentOfFraction(fraction: Decimal): `${number}` {
  return shifted(fraction, 2);
}
