import type { CalculatorFigures } from '@/api/calculator';
import { formatCount, formatMoney } from '@/lib/format/money';
import { exactUnits, plainUnits, totalOf, unitsOf, type Units } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { MINUTES_OF_HOUR } from '../draft/times';
import { CAR, countIn, isWithoutTrip, type DraftTrip } from '../draft/trip';

const VEHICLES: Readonly<Record<string, () => string>> = {
  0: m.trips_vehicle_car,
  1: m.trips_vehicle_boat,
  2: m.trips_vehicle_large_boat,
  3: m.trips_vehicle_snowmobile,
  4: m.trips_vehicle_quad,
  5: m.trips_vehicle_motorbike,
  6: m.trips_vehicle_moped,
  7: m.trips_vehicle_other,
};

export function vehicleName(code: string): string {
  return (VEHICLES[code] ?? m.trips_vehicle_other)();
}

/** A length in words: "27 h 10 min". */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / MINUTES_OF_HOUR), minutes % MINUTES_OF_HOUR];
  if (hours === 0) return m.trips_minutes({ minutes: rest });
  return rest === 0 ? m.trips_hours({ hours }) : m.trips_hours_minutes({ hours, minutes: rest });
}

/** The places of the way, in order. */
export function wayText({ addressStart, wayPoint, addressStop }: DraftTrip): string {
  return [addressStart, ...wayPoint, addressStop]
    .map((place) => place.trim())
    .filter((place) => place !== '')
    .join(' – ');
}

function counted(count: number, one: () => string, many: (words: { count: number }) => string) {
  if (count === 0) return [];
  return [count === 1 ? one() : many({ count })];
}

/** What is claimed, in words, without its amounts. */
function claimText(trip: DraftTrip): string[] {
  const kilometers = unitsOf(trip.kilometers, 'amount') ?? 0n;
  const foreign = unitsOf(trip.foreignAllowance) ?? 0n;
  return [
    ...(kilometers === 0n
      ? []
      : [m.trips_kilometers_of({ km: formatCount(plainUnits(kilometers)) })]),
    ...counted(countIn(trip.fulldaycompensation) ?? 0, m.trips_full_lower, m.trips_many_full),
    ...counted(
      countIn(trip.partialdaycompensation) ?? 0,
      m.trips_partial_lower,
      m.trips_many_partial,
    ),
    ...(foreign === 0n ? [] : [m.trips_foreign_lower()]),
    ...counted(countIn(trip.lunchcompensation) ?? 0, m.trips_one_meal, m.trips_many_meals),
  ];
}

/** One of the amounts that a trip is paid. */
export interface ClaimedAmount {
  readonly text: string;
  readonly amount: Units;
}

type Rates = Pick<CalculatorFigures, 'carPerKm' | 'fullDay' | 'partialDay' | 'meal'>;

function paid(what: string, typed: string, rate: number): ClaimedAmount {
  const count = countIn(typed) ?? 0;
  return {
    text: m.trips_amount_of({ count, what, each: formatMoney(rate) }),
    amount: BigInt(count) * exactUnits(rate),
  };
}

/** What the daily allowances and meals come to. */
export function allowanceAmounts(trip: DraftTrip, rates: Rates): ClaimedAmount[] {
  return [
    paid(m.trips_full(), trip.fulldaycompensation, rates.fullDay),
    paid(m.trips_partial(), trip.partialdaycompensation, rates.partialDay),
    paid(m.trips_meals(), trip.lunchcompensation, rates.meal),
    { text: m.trips_foreign(), amount: unitsOf(trip.foreignAllowance) ?? 0n },
  ].filter(({ amount }) => amount !== 0n);
}

/** What the kilometres come to; undefined where the plain rate of a car does not say it. */
export function plainKilometers(trip: DraftTrip, { carPerKm }: Rates): Units | undefined {
  const kilometers = unitsOf(trip.kilometers, 'amount') ?? 0n;
  if (kilometers === 0n) return 0n;
  const plain = trip.vehicle === CAR && trip.trailer === 'NONE' && trip.passengers.trim() === '';
  return plain ? totalOf(exactUnits(carPerKm), kilometers) : undefined;
}

/** The trip in one line, with what it pays where that is known: "118 km, kokopäiväraha, 118,90 €". */
export function tripSummary(trip: DraftTrip, rates: Rates | undefined): string {
  if (isWithoutTrip(trip)) return '';
  const claims = claimText(trip);
  if (claims.length === 0) return wayText(trip) || m.trips_begun();
  const kilometers = rates && plainKilometers(trip, rates);
  if (rates === undefined || kilometers === undefined) return claims.join(', ');
  const allowances = allowanceAmounts(trip, rates).map(({ amount }) => amount);
  const total = allowances.reduce((sum, amount) => sum + amount, kilometers);
  return [...claims, formatMoney(plainUnits(total))].join(', ');
}

/** All that a person compares two versions of a trip by. */
export function wholeTripText(trip: DraftTrip): string {
  if (isWithoutTrip(trip)) return '';
  const times = [trip.startdate, trip.time, '–', trip.returndate, trip.returntime].join(' ').trim();
  return [
    wayText(trip),
    times,
    vehicleName(trip.vehicle),
    trip.vehicleRegisterNumber,
    ...claimText(trip),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
