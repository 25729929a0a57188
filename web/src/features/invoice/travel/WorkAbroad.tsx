import { Checkbox, TextInput } from '@mantine/core';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { CountrySelect } from '@/domain/travel/CountrySelect';
import { minutesText } from '@/domain/travel/tripWords';
import { useCountries } from '@/domain/travel/useCountries';
import { m } from '@/paraglide/messages';
import { lengthIn, lengthText } from '../draft/times';
import { withWorkAbroad } from '../draft/trip';
import { useEditor } from '../editor';
import { useTripForm } from './tripForm';

const LONGEST_SOURCE = 200;

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

function Country() {
  const { trip, locked, change, errorOf, placeOf } = useTripForm();
  const { engine } = useEditor();
  return (
    <CountrySelect
      size="md"
      date={trip.startdate}
      data-place={placeOf('foreignCountry')}
      disabled={locked}
      error={errorOf('foreignCountry')}
      value={trip.foreignCountry}
      onChange={(foreignCountry) => change((before) => ({ ...before, foreignCountry }))}
      onBlur={engine.save}
    />
  );
}

/** Asked where the table does not have the country: where else the amount was read. */
function Source() {
  const { trip, locked, proposal, change, errorOf, placeOf } = useTripForm();
  const { engine } = useEditor();
  const { isInTable } = useCountries(trip.startdate, trip.foreignCountry);
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
