import type { CustomerOptions } from '@/api/customers';
import { countryName } from '@/domain/customers/texts';

/**
 * What the place of a foreign daily allowance is called: a country by its two letters, or a part of one, `GB-LONDON`.
 * A country that is not among the known ones stays its code.
 */
export function territoryName(code: string, countries: CustomerOptions['countries']): string {
  const [letters = '', part] = code.split('-');
  const country = countries.find(({ alpha2 }) => alpha2 === letters);
  const name = country === undefined ? letters : countryName(country);
  return part === undefined ? name : `${name}: ${part}`;
}
