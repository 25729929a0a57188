import type { Decimal } from './money';
import { numberWriter } from './numbers';

const exact = numberWriter({
  style: 'percent',
  maximumFractionDigits: 2,
  signDisplay: 'negative',
});

const rounded = numberWriter({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A fraction as a percentage: `0.255` → "25,5 %", with a non-breaking space, and "25.5%" in English. */
export function formatPercent(fraction: Decimal): string {
  // As text, for the same reason as money: 0.00285 must not fall to 0,28 %.
  return exact(`${fraction}`);
}

/** The same with one decimal, for shares that need no more precision. */
export function formatShare(fraction: Decimal): string {
  return rounded(`${fraction}`);
}
