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
  return remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** The remainder by which account numbers and references are checked; the letter A counts as 10, Z as 35. */
export function remainderOf97(text: string): number {
  const digits = text.replaceAll(/[A-Z]/g, (letter) => `${Number.parseInt(letter, 36)}`);
  return Array.from(digits, Number).reduce((rest, digit) => (rest * 10 + digit) % 97, 0);
}

/** Banks of Finnish accounts by the names that their customers know. */
const BANKS: Readonly<Record<string, string>> = {
  AABAFI22: 'Ålandsbanken',
  BIGKFIH1: 'Bigbank',
  CITIFIHX: 'Citibank',
  DABAFIHH: 'Danske Bank',
  DNBAFIHX: 'DNB',
  ESSEFIHX: 'SEB',
  EVSEFIHH: 'Evli',
  HELSFIHH: 'Aktia',
  HOLVFIHH: 'Holvi',
  ITELFIHH: 'Säästöpankki',
  NDEAFIHH: 'Nordea',
  OKOYFIHH: 'OP',
  POPFFI22: 'POP Pankki',
  SBANFIHH: 'S-Pankki',
};

/** The name of a bank; one that is not known here by its identifier. */
export function bankName(bic: string): string {
  return BANKS[bic] ?? bic;
}

/** A bank's identifier: the bank, its country, its place, and perhaps its branch. */
export function isBic(typed: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(typed.trim().toUpperCase());
}
