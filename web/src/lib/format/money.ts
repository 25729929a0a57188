// Money is shown in the Finnish way in both languages: the amounts are euros paid in Finland.
const euros = new Intl.NumberFormat('fi-FI', {
  style: 'currency',
  currency: 'EUR',
  // A sum that rounds to zero is shown without a minus sign.
  signDisplay: 'negative',
});

const counts = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 4 });

/** An amount from the server, or a decimal that a person typed (see readNumber). */
export type Decimal = number | `${number}`;

/** `1234.5` → "1 234,50 €", with non-breaking spaces. */
export function formatMoney(amount: Decimal): string {
  // Given as text the decimal is rounded as written, half away from zero. Given as a number, 1.005
  // would be rounded as the nearest binary fraction, which lies below it.
  return euros.format(`${amount}`);
}

/** A number of kilometres, days or pieces: `1234.5` → "1 234,5". */
export function formatCount(count: Decimal): string {
  return counts.format(`${count}`);
}
