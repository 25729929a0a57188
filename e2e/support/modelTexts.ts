import type { ModelBill } from './modelBill.ts';

/** Of ten-thousandths: "1234.5", or "1234.50" with at least two decimals. */
export function decimalOf(units: number, fewest = 0): string {
  const digits = String(units).padStart(5, '0');
  const decimals = digits
    .slice(-4)
    .replace(/0{1,4}$/, '')
    .padEnd(fewest, '0');
  return `${digits.slice(0, -4)}${decimals && `.${decimals}`}`;
}

type BillLanguage = ModelBill['language'];

const SEPARATORS: Readonly<Record<BillLanguage, readonly [string, string]>> = {
  fin: [' ', ','],
  eng: [',', '.'],
};

/** "1 234,50" and "1,234.50", with the decimals there are. */
function separated(decimal: string, language: BillLanguage): string {
  const [thousands, point] = SEPARATORS[language];
  const [whole = '', decimals] = decimal.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : `${grouped}${point}${decimals}`;
}

/** Ten-thousandths as they are, with plain spaces: a count of hours, or with at least two decimals a price. */
export function unitsText(units: number, fewest: number, language: BillLanguage = 'fin'): string {
  return separated(decimalOf(units, fewest), language);
}

/** As it is written for people, with plain spaces: "1 234,50". */
export function centsText(cents: number, language: BillLanguage = 'fin'): string {
  return unitsText(cents * 100, 2, language);
}

/** "1 234,50 €" and "€1,234.50". */
export function moneyText(cents: number, language: BillLanguage = 'fin'): string {
  const text = centsText(cents, language);
  return language === 'fin' ? `${text} €` : `€${text}`;
}

/** "25,5 %" and "25.5%". */
export function percentText(vat: number, language: BillLanguage = 'fin'): string {
  const text = separated(String(vat), language);
  return language === 'fin' ? `${text} %` : `${text}%`;
}
