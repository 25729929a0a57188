import { Checkbox, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { customerOptionsQuery } from '@/api/customers';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { firstOfMonth } from '@/lib/calendar';
import { formatMoney } from '@/lib/format/money';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import { lengthIn, lengthText } from '../draft/times';
import { withWorkAbroad, type DraftTrip } from '../draft/trip';
import { useEditor } from '../editor';
import { placesQuery } from './travelApi';
import { useTripForm } from './tripForm';
import { minutesText } from './tripText';

const LONGEST_SOURCE = 200;
/** Finland is not abroad. */
const HOME = ['FI', 'AX'];

/** What else decides the allowances: the work there, the night, and work abroad. */
export function WorkAbroad() {
  const { trip, locked, change, errorOf, placeOf } = useTripForm();
  const check = (field: 'stayOverNight' | 'workingAbroad', label: string, help: string) => (
    <Checkbox
      label={label}
      description={help}
      data-place={placeOf(field)}
      disabled={locked}
      error={errorOf(field)}
      checked={trip[field]}
      onChange={({ currentTarget: { checked } }) =>
        change((before) =>
          field === 'workingAbroad'
            ? withWorkAbroad(before, checked)
            : { ...before, [field]: checked },
        )
      }
    />
  );
  return (
    <FieldGroup columns="pairs" title={m.trips_there()}>
      <WorkThere />
      {check('stayOverNight', m.trips_overnight(), m.trips_overnight_help())}
      <Wide>{check('workingAbroad', m.trips_abroad(), m.trips_abroad_help())}</Wide>
      {trip.workingAbroad && <Country />}
      {trip.workingAbroad && <Source />}
    </FieldGroup>
  );
}

function WorkThere() {
  const { trip, locked, change, errorOf, placeOf } = useTripForm();
  const { engine } = useEditor();
  const typed = trip.workTimeInMinutes;
  const minutes = lengthIn(typed);
  const set = (value: string) => change((before) => ({ ...before, workTimeInMinutes: value }));
  return (
    <TextInput
      label={m.trips_work_there()}
      description={
        minutes === undefined || minutes === 0
          ? m.trips_work_there_help()
          : m.trips_work_there_read({ length: minutesText(minutes) })
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-place={placeOf('workTimeInMinutes')}
      inputMode="decimal"
      autoComplete="off"
      placeholder={m.trips_length_form()}
      disabled={locked}
      error={errorOf('workTimeInMinutes')}
      value={typed}
      onChange={({ currentTarget: { value } }) => set(value)}
      onBlur={() => {
        if (minutes !== undefined && lengthText(minutes) !== typed) set(lengthText(minutes));
        engine.save();
      }}
    />
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The places of the table of the trip's year, and below them the other countries. */
function usePlaces(trip: DraftTrip) {
  const language = useLanguage();
  const table = useQuery(placesQuery(firstOfMonth(trip.startdate)));
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
  const chosen = trip.foreignCountry;
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

function Country() {
  const { trip, locked, change, errorOf, placeOf } = useTripForm();
  const { engine } = useEditor();
  const { data, failed } = usePlaces(trip);
  return (
    <Select
      size="md"
      label={m.trips_country()}
      description={failed ? m.trips_places_failed() : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={m.customers_choose_placeholder()}
      data-place={placeOf('foreignCountry')}
      disabled={locked}
      error={errorOf('foreignCountry')}
      data={data}
      value={trip.foreignCountry || null}
      onChange={(code) => change((before) => ({ ...before, foreignCountry: code ?? '' }))}
      onBlur={engine.save}
      searchable
      clearable
      autoSelectOnBlur
      nothingFoundMessage={m.customers_nothing_found()}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** Asked where the table does not have the country: where else the amount was read. */
function Source() {
  const { trip, locked, proposal, change, errorOf, placeOf } = useTripForm();
  const { engine } = useEditor();
  const { isInTable } = usePlaces(trip);
  const outside = proposal.data?.countryInTable === false || trip.foreignSource !== '';
  if (isInTable || trip.foreignCountry === '' || !outside) return null;
  return (
    <TextInput
      label={m.trips_source()}
      description={m.trips_source_help()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-place={placeOf('foreignSource')}
      maxLength={LONGEST_SOURCE}
      disabled={locked}
      error={errorOf('foreignSource')}
      value={trip.foreignSource}
      onChange={({ currentTarget: { value } }) =>
        change((before) => ({ ...before, foreignSource: value }))
      }
      onBlur={engine.save}
    />
  );
}
