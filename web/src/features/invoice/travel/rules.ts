import { firstOfMonth, MINUTES_OF_HOUR } from '@/lib/calendar';
import { keyWith } from '@/lib/notify/text';
import { exactUnits, plainUnits, unitsOf } from '@/lib/price';
import type { DraftRow } from '../draft/draft';
import { lengthIn, minutesBetween } from '../draft/times';
import {
  CAR,
  claimsTravel,
  countIn,
  hasKilometers,
  hasNight,
  tripMinutes,
  type DraftTrip,
  type TripField,
} from '../draft/trip';
import { daysOf, FOREIGN_DAY_FROM, shareAllowance } from './travelDays';
import type { Proposal } from './travelApi';

/** What is wrong with a trip, by its field, as keys of the catalogue. */
export type TripRules = Partial<Readonly<Record<TripField, string>>>;

/** What a trip is compared with. */
export interface AroundTrip {
  /** The other rows of the bill. */
  readonly others: readonly DraftRow[];
  /** The postal code of home. Undefined while it is not known. */
  readonly home: string | undefined;
  /** The worker has said that trips of this bill left from elsewhere. */
  readonly leftFromElsewhere: boolean;
}

// The same as in crates/domain/src/travel.rs; both are tested at the same bounds.
const FEWEST_KILOMETERS = 300_000n;
const FIRST_MEAL_AFTER = 6 * MINUTES_OF_HOUR;
const NEXT_MEAL_AFTER = 5 * MINUTES_OF_HOUR;
const MOST_PASSENGERS = 8;

/** How many meals so much work gives: one after six hours, another after each further five. */
export function mealsFor(minutes: number): number {
  if (minutes <= FIRST_MEAL_AFTER) return 0;
  return 1 + Math.floor((minutes - FIRST_MEAL_AFTER - 1) / NEXT_MEAL_AFTER);
}

type Found = [TripField, string] | false;

function wayRules(trip: DraftTrip, { home, leftFromElsewhere }: AroundTrip): Found[] {
  if (!hasKilometers(trip)) return [];
  const start = trip.addressStart.trim();
  const elsewhere = home !== undefined && !leftFromElsewhere && postalCode(start) !== home.trim();
  const plate = trip.vehicle === CAR && trip.vehicleRegisterNumber.trim() === '';
  return [
    plate && ['vehicleRegisterNumber', 'error.billableItem.missing.vehicleRegisterNumber'],
    start === '' && ['addressStart', 'error.billableItem.missing.addressStart'],
    trip.addressStop.trim() === '' && ['addressStop', 'error.billableItem.missing.addressStop'],
    start !== '' && elsewhere && ['addressStart', 'not_home_address'],
  ];
}

/** The last separate five digits of an address: "Kotikatu 12345 B, 00100 Helsinki" is in 00100. */
export function postalCode(address: string): string | undefined {
  return address.split(/[^\p{L}\p{N}]+/u).findLast((word) => /^\d{5}$/.test(word));
}

function timeRules(row: DraftRow, { others }: AroundTrip): Found[] {
  const { trip } = row;
  const minutes = tripMinutes(trip);
  const work = lengthIn(trip.workTimeInMinutes) ?? 0;
  const missing = (field: 'startdate' | 'time' | 'returndate' | 'returntime'): Found =>
    trip[field].trim() === '' && [field, 'validation.required'];
  const [month, departed] = [firstOfMonth(row.date), firstOfMonth(trip.startdate)];
  const otherMonth = month !== undefined && departed !== undefined && month !== departed;
  return [
    missing('startdate'),
    missing('time'),
    missing('returndate'),
    missing('returntime'),
    minutes !== undefined && minutes < 0 && ['returndate', 'RETURN_BEFORE_DEPARTURE'],
    otherMonth && ['startdate', 'TRIP_IN_ANOTHER_MONTH'],
    others.some((other) => overlap(trip, other.trip)) && ['startdate', 'TRIPS_OVERLAP'],
    others.some((other) => shareAllowance(trip, other.trip)) && [
      'startdate',
      'SEVERAL_ALLOWANCES_ON_DAY',
    ],
    minutes !== undefined &&
      minutes >= 0 &&
      work > minutes && ['workTimeInMinutes', 'WORK_LONGER_THAN_TRIP'],
  ];
}

/** A moment as a number that grows with time. Undefined while it is not known. */
function momentOf(date: string, time: string): number | undefined {
  return minutesBetween({ date: '01.01.2000', time: '00:00' }, { date, time });
}

function overlap(one: DraftTrip, other: DraftTrip): boolean {
  if (!claimsTravel(other)) return false;
  const [from, to] = [momentOf(one.startdate, one.time), momentOf(one.returndate, one.returntime)];
  const start = momentOf(other.startdate, other.time);
  const end = momentOf(other.returndate, other.returntime);
  if (from === undefined || to === undefined || start === undefined || end === undefined)
    return false;
  return from < to && start < end && from < end && start < to;
}

function allowanceRules(trip: DraftTrip): Found[] {
  const full = countIn(trip.fulldaycompensation) ?? 0;
  const partial = countIn(trip.partialdaycompensation) ?? 0;
  const meals = countIn(trip.lunchcompensation) ?? 0;
  const foreign = (unitsOf(trip.foreignAllowance) ?? 0n) > 0n;
  const minutes = tripMinutes(trip);
  const length = minutes === undefined || minutes < 0 ? undefined : minutes;
  const near = (unitsOf(trip.kilometers, 'kilometers') ?? 0n) < FEWEST_KILOMETERS;
  const below = keyWith({ field: '', key: 'validation.outOfRange', least: '0' });
  return [
    full + partial > 0 && near && ['kilometers', 'KILOMETERS_AT_LEAST_30'],
    meals > 0 &&
      (full + partial > 0 || foreign) && ['lunchcompensation', 'LUNCH_WITH_OTHER_ALLOWANCE'],
    foreign &&
      !trip.workingAbroad && ['foreignAllowance', 'FOREIGN_ALLOWANCE_REQUIRES_WORK_ABROAD'],
    foreign &&
      trip.workingAbroad &&
      trip.foreignCountry === '' && ['foreignCountry', 'validation.required'],
    (unitsOf(trip.foreignAllowance) ?? 0n) < 0n && ['foreignAllowance', below],
    (unitsOf(trip.kilometers, 'kilometers') ?? 0n) < 0n && ['kilometers', below],
    ...(length === undefined ? [] : lengthRules(length, full, partial, foreign)),
    ...mealRules(trip, meals, length),
  ];
}

/** Each day of travel has one allowance at most. */
function lengthRules(length: number, full: number, partial: number, foreign: boolean): Found[] {
  const days = daysOf(length);
  const tooShort = 'TRAVEL_TIME_NOT_LONG_ENOUGH';
  const together = full + partial + Number(foreign) > Math.max(days.any, Number(foreign));
  return [
    full > days.full && ['fulldaycompensation', tooShort],
    partial > days.any && ['partialdaycompensation', tooShort],
    foreign && length < FOREIGN_DAY_FROM && ['foreignAllowance', tooShort],
    full <= days.full &&
      partial <= days.any &&
      full + partial > 0 &&
      together && [
        partial > 0 ? 'partialdaycompensation' : 'fulldaycompensation',
        'ONE_DAILY_ALLOWANCE_AT_A_TIME',
      ],
  ];
}

function mealRules(trip: DraftTrip, meals: number, length: number | undefined): Found[] {
  if (meals === 0) return [];
  const given = lengthIn(trip.workTimeInMinutes) ?? 0;
  const work = given === 0 ? length : given;
  if (work === undefined) return [['lunchcompensation', 'TRAVEL_TIME_MISSING']];
  if (given === 0 && hasNight(trip)) return [['workTimeInMinutes', 'validation.required']];
  return [meals > mealsFor(work) && ['lunchcompensation', 'WORK_DURATION_NOT_ENOUGH_FOR_LUNCH']];
}

/** The rules of a trip while it is filled in. The server has the last word. */
export function tripRules(row: DraftRow, around: AroundTrip): TripRules {
  const { trip } = row;
  const passengers = countIn(trip.passengers) ?? 0;
  const most = String(MOST_PASSENGERS);
  const found: Found[] = [
    passengers > MOST_PASSENGERS && [
      'passengers',
      keyWith({ field: '', key: 'validation.outOfRange', least: '0', most }),
    ],
    ...(claimsTravel(trip)
      ? [...wayRules(trip, around), ...timeRules(row, around), ...allowanceRules(trip)]
      : []),
  ];
  // The first of a field is told.
  return Object.fromEntries(found.filter((one) => one !== false).toReversed());
}

/** Whether the days that were not said to have ended abroad have room for what is claimed at home. */
function haveRoom(trip: DraftTrip, proposal: Proposal): boolean {
  const full = countIn(trip.fulldaycompensation) ?? 0;
  const partial = countIn(trip.partialdaycompensation) ?? 0;
  const { fulldaycompensation, partialdaycompensation } = proposal;
  return (
    full <= fulldaycompensation && full + partial <= fulldaycompensation + partialdaycompensation
  );
}

/**
 * What the table of foreign daily allowances says of the claim: by the days that were said to have ended abroad, as far
 * as the claims at home leave them, or else by all days. The server knows the rest.
 */
export function tableRules(trip: DraftTrip, proposal: Proposal): TripRules {
  const foreign = unitsOf(trip.foreignAllowance) ?? 0n;
  if (foreign <= 0n || (trip.foreignDays !== null && !haveRoom(trip, proposal))) return {};
  if (proposal.countryInTable === false) {
    return trip.foreignSource.trim() === '' ? { foreignSource: 'validation.required' } : {};
  }
  const most = exactUnits(proposal.foreignAllowance);
  const above = proposal.countryInTable === true && foreign > most;
  const key = 'FOREIGN_ALLOWANCE_ABOVE_TABLE';
  return above ? { foreignAllowance: keyWith({ field: '', key, most: plainUnits(most) }) } : {};
}
