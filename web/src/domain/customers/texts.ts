import type { CustomerOptions, SendBillMethod } from '@/api/customers';
import { m } from '@/paraglide/messages';
import { getLocale } from '@/paraglide/runtime';

export function methodText(method: SendBillMethod): string {
  switch (method) {
    case 'EBILL':
      return m.customers_method_ebill();
    case 'EMAIL':
      return m.customers_method_email();
    case 'PAPERBILL':
      return m.customers_method_paper();
  }
}

type Country = CustomerOptions['countries'][number];

/** The name of a country in the current language. */
export function countryName({ name_fi, name_en }: Country): string {
  return getLocale() === 'fi' ? name_fi : name_en;
}

/** A country for a select, Finland first, the rest by name. */
export function countryChoices(countries: readonly Country[]) {
  const order = new Intl.Collator(getLocale()).compare;
  return countries
    .map((country) => ({ value: country.alpha3, label: countryName(country) }))
    .toSorted((a, b) => {
      return Number(b.value === 'FIN') - Number(a.value === 'FIN') || order(a.label, b.label);
    });
}
