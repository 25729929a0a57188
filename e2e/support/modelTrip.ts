import type { Bill } from './account.ts';
import { singular, texts } from './texts.ts';

const { fi } = texts;

/** What is written of a trip. Kilometres are in hundredths. */
export interface ModelTrip {
  addressStart: string;
  addressStop: string;
  roundtrip: boolean;
  startdate: string;
  time: string;
  returndate: string;
  returntime: string;
  vehicle: '0' | '7';
  plate: string;
  trailer: keyof typeof TRAILER_CENTS;
  passengers: number;
  kilometers: number;
  full: number;
  partial: number;
  meals: number;
}

/** Cents of each kilometre by the table of 2026: by car and by what is not named, and what is added. */
const VEHICLE_CENTS = { 0: 55, 7: 13 };
export const TRAILER_CENTS = { NONE: 0, TRAILER: 9, CARAVAN: 15, HEAVY_LOAD: 28 };
const PASSENGER_CENTS = 4;
const FULL_DAY = 5400;
const PARTIAL_DAY = 2500;
const MEAL = 1350;

type Row = Bill['billableitems'][number];

export function tripIn(row: Row): ModelTrip | null {
  if ((row.startdate ?? '') === '') return null;
  return {
    addressStart: row.addressStart ?? '',
    addressStop: row.addressStop ?? '',
    roundtrip: row.roundtrip ?? false,
    startdate: row.startdate ?? '',
    time: row.time ?? '',
    returndate: row.returndate ?? '',
    returntime: row.returntime ?? '',
    vehicle: row.vehicle === '7' ? '7' : '0',
    plate: row.vehicleRegisterNumber ?? '',
    trailer: row.trailer ?? 'NONE',
    passengers: row.passengers ?? 0,
    kilometers: Math.round((row.kilometers ?? 0) * 100),
    full: row.fulldaycompensation ?? 0,
    partial: row.partialdaycompensation ?? 0,
    meals: row.lunchcompensation ?? 0,
  };
}

/** What one kilometre pays, in cents. */
export function kilometerRate({ vehicle, trailer, passengers }: ModelTrip): number {
  return VEHICLE_CENTS[vehicle] + TRAILER_CENTS[trailer] + passengers * PASSENGER_CENTS;
}

/** What the kilometres pay, in cents, half a cent up. */
export function kilometerCents(trip: ModelTrip): number {
  return Math.round((trip.kilometers * kilometerRate(trip)) / 100);
}

/** What days and meals pay: how many of each, and the cents of one. */
export function allowances({ full, partial, meals }: ModelTrip) {
  return [
    ['full', full, FULL_DAY],
    ['partial', partial, PARTIAL_DAY],
    ['meals', meals, MEAL],
  ] as const;
}

/** What a trip pays in all, in cents. */
export function tripCents(trip: ModelTrip): number {
  return allowances(trip).reduce(
    (sum, [, count, cents]) => sum + count * cents,
    kilometerCents(trip),
  );
}

const kilometers = new Intl.NumberFormat('fi-FI');

/** "1 234,5 km" with plain spaces. */
function kilometersText(trip: ModelTrip): string {
  return `${kilometers.format(trip.kilometers / 100).replaceAll(/\s/g, ' ')} km`;
}

function counted(
  count: number,
  text: 'trips_many_full' | 'trips_many_partial' | 'trips_many_meals',
) {
  if (count === 0) return [];
  return [count === 1 ? singular.fi[text] : fi[text].replace('{count}', String(count))];
}

/** What a row says of its trip, but for the amount. */
export function claimsText(trip: ModelTrip): string {
  const claims = [
    kilometersText(trip),
    ...counted(trip.full, 'trips_many_full'),
    ...counted(trip.partial, 'trips_many_partial'),
    ...counted(trip.meals, 'trips_many_meals'),
  ];
  return claims.join(', ');
}
