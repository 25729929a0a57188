import { Text } from '@mantine/core';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { minutesText } from '@/domain/travel/tripWords';
import { daysBetween } from '@/lib/calendar';
import { m } from '@/paraglide/messages';
import { tripMinutes, withDeparture } from '../draft/trip';
import { DateField } from '../fields/DateField';
import { TimeField } from '../fields/TimeField';
import { useLastKnown } from '../rows/useLastKnown';
import { useTripForm } from './tripForm';

type Field = 'startdate' | 'time' | 'returndate' | 'returntime';

/** When the trip began and ended. */
export function TripTimes() {
  const { trip, change, errorOf, placeOf } = useTripForm();
  const days = useLastKnown(daysBetween(trip.startdate, trip.returndate));
  const minutes = tripMinutes(trip);
  const propsOf = (field: Field, label: string) => ({
    label,
    place: placeOf(field),
    value: trip[field],
    rule: errorOf(field),
    onChange: (value: string) => change((before) => ({ ...before, [field]: value })),
  });
  return (
    <FieldGroup columns={2} title={m.trips_times()}>
      <DateField
        {...propsOf('startdate', m.trips_departure_day())}
        onChange={(day) => change((before) => withDeparture(before, day, days))}
      />
      <TimeField {...propsOf('time', m.trips_departure_time())} />
      <DateField {...propsOf('returndate', m.trips_return_day())} />
      <TimeField {...propsOf('returntime', m.trips_return_time())} />
      {minutes !== undefined && minutes >= 0 && (
        <Wide>
          <Text size="sm" role="status">
            {m.trips_length({ length: minutesText(minutes) })}
          </Text>
        </Wide>
      )}
    </FieldGroup>
  );
}
