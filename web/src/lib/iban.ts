/** Letters and digits alone, in capitals, as banks write them to each other. */
function bare(typed: string): string {
  return typed.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
}

/** In groups of four, as people read it. */
export function groupedIban(typed: string): string {
  return bare(typed).replaceAll(/(.{4})(?=.)/g, '$1 ');
}

export function isFinnish(typed: string): boolean {
  return bare(typed).startsWith('FI');
}

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const FINNISH_LENGTH = 18;

/** Two letters of the country, and check digits that agree with the rest modulo 97. */
export function isIban(typed: string): boolean {
  const iban = bare(typed);
  if (!SHAPE.test(iban) || (isFinnish(iban) && iban.length !== FINNISH_LENGTH)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** A bank's identifier: the bank, its country, its place, and perhaps its branch. */
export function isBic(typed: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(typed.trim().toUpperCase());
}
