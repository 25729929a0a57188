import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { customerOptionsQuery } from '@/api/customers';
import { firstOfMonth } from '@/lib/calendar';
import { formatMoney } from '@/lib/format/money';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';

/** Finland is not abroad. */
const HOME = ['FI', 'AX'];

/** The table of foreign daily allowances of the year of a day, DD.MM.YYYY. */
function placesQuery(date: string | undefined) {
  return queryOptions({
    queryKey: ['trip-places', date],
    staleTime: 60 * 60_000,
    retry: false,
    queryFn:
      date === undefined
        ? skipToken
        : ({ signal }) =>
            answer(api.GET('/api/travel/places', { params: { query: { date } }, signal })),
  });
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The places of the table of the year of a day, DD.MM.YYYY, and below them the other countries. */
export function useCountries(date: string, chosen: string) {
  const language = useLanguage();
  const table = useQuery(placesQuery(firstOfMonth(date)));
  const options = useQuery(customerOptionsQuery);
  const named = (one: { name_fi: string; name_en: string }) =>
    language === 'fi' ? one.name_fi : one.name_en;
  const byName = (one: Choice, other: Choice) => one.label.localeCompare(other.label, language);
  const inTable = (table.data?.places ?? []).map((place) => ({
    value: place.code,
    label: m.trips_place({ name: named(place), amount: formatMoney(place.fullDay) }),
  }));
  const known = new Set([...HOME, ...inTable.map(({ value }) => value)]);
  const others = (options.data?.countries ?? [])
    .filter(({ alpha2 }) => !known.has(alpha2))
    .map((country) => ({ value: country.alpha2, label: named(country) }));
  const all = new Set([...inTable, ...others].map(({ value }) => value));
  return {
    failed: table.isError,
    isInTable: inTable.some(({ value }) => value === chosen),
    data: [
      { group: m.trips_places_in_table(), items: inTable.toSorted(byName) },
      { group: m.trips_places_others(), items: others.toSorted(byName) },
      // What is chosen is shown, even while the lists are not there.
      ...(chosen === '' || all.has(chosen)
        ? []
        : [{ group: m.trips_places_chosen(), items: [{ value: chosen, label: chosen }] }]),
    ].filter(({ items }) => items.length > 0),
  };
}
