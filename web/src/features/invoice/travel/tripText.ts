import type { CalculatorFigures } from '@/api/calculator';
import { vehicleName } from '@/domain/travel/tripWords';
import { firstOfMonth } from '@/lib/calendar';
import { formatCount, formatMoney } from '@/lib/format/money';
import { exactUnits, plainUnits, totalOf, unitsOf, type Units } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { CAR, countIn, isWithoutTrip, type DraftTrip } from '../draft/trip';
import type { ClaimedLine } from './travelApi';

/** The places of the way, in order. */
export function wayText({ addressStart, wayPoint, addressStop }: DraftTrip): string {
  return [addressStart, ...wayPoint, addressStop]
    .map((place) => place.trim())
    .filter((place) => place !== '')
    .join(' – ');
}

function counted(typed: string, text: (words: { count: number }) => string): string[] {
  const count = countIn(typed) ?? 0;
  return count === 0 ? [] : [text({ count })];
}

/** What is claimed, in words, without its amounts. */
function claimText(trip: DraftTrip): string[] {
  const kilometers = unitsOf(trip.kilometers, 'kilometers') ?? 0n;
  const foreign = unitsOf(trip.foreignAllowance) ?? 0n;
  return [
    ...(kilometers === 0n
      ? []
      : [m.trips_kilometers_of({ km: formatCount(plainUnits(kilometers)) })]),
    ...counted(trip.fulldaycompensation, m.trips_many_full),
    ...counted(trip.partialdaycompensation, m.trips_many_partial),
    ...(foreign === 0n ? [] : [m.trips_foreign_lower()]),
    ...counted(trip.lunchcompensation, m.trips_many_meals),
  ];
}

/** One of the amounts that a trip is paid. */
export interface ClaimedAmount {
  readonly text: string;
  readonly amount: Units;
}

type Rates = Pick<CalculatorFigures, 'carPerKm' | 'fullDay' | 'partialDay' | 'meal'>;

const NAMES: Readonly<Record<Exclude<ClaimedLine['kind'], 'KILOMETERS'>, () => string>> = {
  FULL_DAYS: m.trips_full,
  PARTIAL_DAYS: m.trips_partial,
  MEALS: m.trips_meals,
  FOREIGN: m.trips_foreign,
};

/** One of the amounts as the server knows it. */
export function claimedAmount({ kind, count, rate, amount }: ClaimedLine): ClaimedAmount {
  const units = exactUnits(amount);
  if (kind === 'KILOMETERS') {
    const km = formatCount(plainUnits(exactUnits(count ?? 0)));
    return { text: m.trips_amount_km({ km }), amount: units };
  }
  const what = NAMES[kind]();
  if (count === null || rate === null) return { text: what, amount: units };
  return { text: m.trips_amount_of({ count, what, each: formatMoney(rate) }), amount: units };
}

function yearOf(date: string): string | undefined {
  return firstOfMonth(date)?.slice(-4);
}

/** Whether the figures of one year and of a car alone say what the trip pays. */
export function isPlain({ vehicle, trailer, passengers, startdate, returndate }: DraftTrip) {
  const [from, until] = [yearOf(startdate), yearOf(returndate)];
  const oneYear = from === undefined || until === undefined || from === until;
  return vehicle === CAR && trailer === 'NONE' && countIn(passengers) === 0 && oneYear;
}

/** What a plain trip pays. */
export function plainAmounts(trip: DraftTrip, rates: Rates): ClaimedAmount[] {
  const kilometers = unitsOf(trip.kilometers, 'kilometers') ?? 0n;
  return [
    {
      text: m.trips_amount_km({ km: formatCount(plainUnits(kilometers)) }),
      amount: totalOf(exactUnits(rates.carPerKm), kilometers),
    },
    eachPaid(m.trips_full(), trip.fulldaycompensation, rates.fullDay),
    eachPaid(m.trips_partial(), trip.partialdaycompensation, rates.partialDay),
    eachPaid(m.trips_meals(), trip.lunchcompensation, rates.meal),
    { text: m.trips_foreign(), amount: unitsOf(trip.foreignAllowance) ?? 0n },
  ].filter(({ amount }) => amount !== 0n);
}

function eachPaid(what: string, typed: string, rate: number): ClaimedAmount {
  const count = countIn(typed) ?? 0;
  return {
    text: m.trips_amount_of({ count, what, each: formatMoney(rate) }),
    amount: BigInt(count) * exactUnits(rate),
  };
}

/** What the amounts come to, as text. */
export function sumText(amounts: readonly ClaimedAmount[]): string {
  return formatMoney(plainUnits(amounts.reduce((sum, { amount }) => sum + amount, 0n)));
}

/** The trip in one line, with what it pays where that is known: "118 km, kokopäiväraha, 118,90 €". */
export function tripSummary(trip: DraftTrip, amounts: readonly ClaimedAmount[] | undefined) {
  if (isWithoutTrip(trip)) return '';
  const claims = claimText(trip);
  if (claims.length === 0) return wayText(trip) || m.trips_begun();
  return [...claims, ...(amounts === undefined ? [] : [sumText(amounts)])].join(', ');
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
