import { numberWriter } from './numbers';

const euros = numberWriter({
  style: 'currency',
  currency: 'EUR',
  // A sum that rounds to zero is shown without a minus sign.
  signDisplay: 'negative',
});

const wholeEuros = numberWriter({
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
  signDisplay: 'negative',
});

const counts = numberWriter({ maximumFractionDigits: 4 });

/** An amount from the server, or a decimal that a person typed (see readNumber). */
export type Decimal = number | `${number}`;

/** `1234.5` → "1 234,50 €", with non-breaking spaces, and "€1,234.50" in English. */
export function formatMoney(amount: Decimal): string {
  // Given as text the decimal is rounded as written, half away from zero. Given as a number, 1.005
  // would be rounded as the nearest binary fraction, which lies below it.
  return euros(`${amount}`);
}

/** An estimate, which cents would make look exact: `1234.5` → "1 235 €". */
export function formatWholeEuros(amount: Decimal): string {
  return wholeEuros(`${amount}`);
}

const MINUS = '\u2212';

/** A formatted sum that is taken off. The rounding may itself be negative, and then adds. */
export function takenOff(sum: string): string {
  return sum.startsWith(MINUS) ? `+${sum.slice(MINUS.length)}` : `${MINUS}${sum}`;
}

/** A number of kilometres, days or pieces: `1234.5` → "1 234,5", and "1,234.5" in English. */
export function formatCount(count: Decimal): string {
  return counts(`${count}`);
}
