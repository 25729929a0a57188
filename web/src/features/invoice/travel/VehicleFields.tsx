import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { FieldGroup } from '@/components/FieldGroup';
import { DistanceHint } from '@/domain/address/DistanceHint';
import { useDistance } from '@/domain/address/useDistance';
import { TRAILER_NAMES, vehicleName } from '@/domain/travel/tripWords';
import { formatCount } from '@/lib/format/money';
import { decimalOf, shifted } from '@/lib/format/exact';
import { exactUnits, typedUnits, unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { CAR, OTHER_VEHICLE, TRAILERS, withVehicle } from '../draft/trip';
import { useEditor } from '../editor';
import { focusPlace } from '../focus';
import { NumberField } from '../fields/NumberField';
import { useTripForm } from './tripForm';

const LONGEST_PLATE = 20;
const MOST_PASSENGERS = 8;

/** By what one travelled, and how far. */
export function VehicleFields() {
  const { trip, locked, change, errorOf, placeOf } = useTripForm();
  // What only the API can choose is shown and kept.
  const codes = [CAR, OTHER_VEHICLE, trip.vehicle];
  return (
    <FieldGroup columns="pairs" title={m.trips_vehicle()}>
      <NativeSelect
        label={m.trips_vehicle()}
        data-place={placeOf('vehicle')}
        size="md"
        disabled={locked}
        error={errorOf('vehicle')}
        value={trip.vehicle}
        data={[...new Set(codes)].map((value) => ({ value, label: vehicleName(value) }))}
        onChange={({ currentTarget: { value } }) => change((before) => withVehicle(before, value))}
      />
      <Plate />
      {trip.vehicle === CAR && <CarExtras />}
      <Kilometers />
      <FoundDistance />
    </FieldGroup>
  );
}

function Plate() {
  const { trip, locked, lastPlate, change, errorOf, placeOf } = useTripForm();
  const { engine } = useEditor();
  const plate = trip.vehicleRegisterNumber;
  const set = (value: string) => change((before) => ({ ...before, vehicleRegisterNumber: value }));
  return (
    <Stack gap={6}>
      <TextInput
        label={m.trips_plate()}
        data-place={placeOf('vehicleRegisterNumber')}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={LONGEST_PLATE}
        disabled={locked}
        error={errorOf('vehicleRegisterNumber')}
        value={plate}
        onChange={({ currentTarget: { value } }) => set(value)}
        onBlur={engine.save}
      />
      {plate.trim() === '' && lastPlate !== '' && trip.vehicle === CAR && !locked && (
        <Group>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              set(lastPlate);
              focusPlace(placeOf('vehicleRegisterNumber'));
            }}
          >
            {m.trips_plate_use({ plate: lastPlate })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** What raises the allowance of each kilometre. */
function CarExtras() {
  const { trip, locked, change, errorOf, placeOf } = useTripForm();
  const counts = Array.from({ length: MOST_PASSENGERS + 1 }, (_, count) => String(count));
  return (
    <>
      <NativeSelect
        label={m.trips_trailer_label()}
        data-place={placeOf('trailer')}
        size="md"
        disabled={locked}
        error={errorOf('trailer')}
        value={trip.trailer}
        data={TRAILERS.map((value) => ({ value, label: TRAILER_NAMES[value]() }))}
        onChange={({ currentTarget: { value } }) =>
          change((before) => ({
            ...before,
            trailer: TRAILERS.find((one) => one === value) ?? 'NONE',
          }))
        }
      />
      <NativeSelect
        label={m.trips_passengers()}
        data-place={placeOf('passengers')}
        size="md"
        disabled={locked}
        error={errorOf('passengers')}
        value={trip.passengers === '' ? '0' : trip.passengers}
        data={counts}
        onChange={({ currentTarget: { value } }) =>
          change((before) => ({ ...before, passengers: value === '0' ? '' : value }))
        }
      />
    </>
  );
}

function Kilometers() {
  const { trip, change, errorOf, placeOf } = useTripForm();
  return (
    <NumberField
      label={m.trips_kilometers()}
      description={m.trips_kilometers_help()}
      kind="kilometers"
      unit="km"
      size="md"
      place={placeOf('kilometers')}
      rule={errorOf('kilometers')}
      value={trip.kilometers}
      onChange={(kilometers) => change((before) => ({ ...before, kilometers }))}
    />
  );
}

/** The distance that was found is offered. What was typed is never replaced without being asked. */
function FoundDistance() {
  const { trip, locked, change, placeOf } = useTripForm();
  const { engine } = useEditor();
  const way = {
    from: locked ? '' : trip.addressStart,
    to: trip.addressStop,
    wayPoints: trip.wayPoint,
    roundtrip: trip.roundtrip,
  };
  const distance = useDistance(way);
  if (locked || distance.state === 'idle') return null;
  const { km, minutes } = distance;
  const found = km === undefined ? undefined : exactUnits(km);
  const same = found !== undefined && found === unitsOf(trip.kilometers, 'kilometers');
  const use = () => {
    if (found === undefined) return;
    change((before) => ({
      ...before,
      kilometers: typedUnits(found, 'kilometers'),
      travelTimeInMinutes: Math.round(minutes ?? 0),
    }));
    engine.save();
    focusPlace(placeOf('kilometers'));
  };
  return (
    <Stack gap={6} align="flex-start">
      <DistanceHint distance={distance} />
      {km !== undefined && trip.roundtrip && (
        <Text size="sm">
          {m.trips_distance_doubled({ one: formatCount(halfOf(km)), both: formatCount(km) })}
        </Text>
      )}
      {km !== undefined && !same && (
        <Button size="compact-md" variant="light" onClick={use}>
          {m.trips_distance_use({ km: formatCount(km) })}
        </Button>
      )}
    </Stack>
  );
}

/** Half of a distance, exactly. */
function halfOf(km: number): `${number}` {
  return decimalOf(BigInt(shifted(km, 2)) / 2n, 2);
}
