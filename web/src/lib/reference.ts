import { remainderOf97 } from './iban';

const FINNISH = /^\d{4,20}$/;
const INTERNATIONAL = /^RF\d{2}[0-9A-Z]{1,21}$/;
const WEIGHTS = [7, 3, 1] as const;

function bare(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}

/** The last digit of a Finnish reference: the digits before it, weighted 7, 3 and 1 from the end, add up to a ten. */
function isFinnish(text: string): boolean {
  const digits = Array.from(text, Number).toReversed();
  const sum = digits
    .slice(1)
    .reduce((before, digit, place) => before + digit * (WEIGHTS[place % 3] ?? 0), 0);
  return FINNISH.test(text) && (sum + (digits[0] ?? 0)) % 10 === 0;
}

/** Whether it is a Finnish reference number or an RF reference, by its check digits. */
export function isReference(typed: string): boolean {
  const text = bare(typed);
  if (!INTERNATIONAL.test(text)) return isFinnish(text);
  return remainderOf97(text.slice(4) + text.slice(0, 4)) === 1;
}
