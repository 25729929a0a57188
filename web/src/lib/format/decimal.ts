const DECIMAL = /^([+-]?)(\d+(?:[.,]\d*)?|[.,]\d+)$/;

/**
 * Reads what a person typed as a number: comma or dot as the decimal point, spaces between digit
 * groups. The answer stays text ("1234.5"), because money never passes through a float here.
 */
export function parseDecimal(typed: string): `${number}` | undefined {
  const match = DECIMAL.exec(
    typed
      .trim()
      .replaceAll('−', '-')
      .replaceAll(/(?<=\d)\s(?=\d)/g, ''),
  );
  if (match === null) return undefined;
  const [whole = '', fraction = ''] = (match[2] ?? '').replace(',', '.').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const decimals = fraction === '' ? '' : `.${fraction}`;
  return `${match[1] === '-' ? '-' : ''}${digits}${decimals}` as `${number}`;
}
