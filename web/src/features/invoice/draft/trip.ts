import type { Row, RowBody } from '@/api/bills';
import { daysAfter, daysBetween, MINUTES_OF_HOUR } from '@/lib/calendar';
import { parseDate } from '@/lib/format/date';
import { numberIn, type NumberKind } from '@/lib/number';
import { exactUnits, typedUnits, unitsOf } from '@/lib/price';
import { lengthIn, lengthText, minutesBetween, timeIn } from './times';

export const TRAILERS = ['NONE', 'TRAILER', 'CARAVAN', 'HEAVY_LOAD'] as const;
type Trailer = (typeof TRAILERS)[number];

export const CAR = '0';
export const OTHER_VEHICLE = '7';

/** The trip of a row and what is claimed for it, as typed. Names are those of the row on the wire. */
export interface DraftTrip {
  readonly addressStart: string;
  readonly wayPoint: readonly string[];
  readonly addressStop: string;
  readonly roundtrip: boolean;
  readonly startdate: string;
  readonly time: string;
  readonly returndate: string;
  readonly returntime: string;
  /** A code from 0 to 7. */
  readonly vehicle: string;
  readonly vehicleRegisterNumber: string;
  readonly trailer: Trailer;
  readonly passengers: string;
  readonly kilometers: string;
  /** As the distance service found it; nobody types it. */
  readonly travelTimeInMinutes: number;
  readonly stayOverNight: boolean;
  /** A length, such as 7:30. */
  readonly workTimeInMinutes: string;
  readonly workingAbroad: boolean;
  readonly foreignCountry: string;
  readonly foreignSource: string;
  /** Which of its days ended abroad, counted from 0; null where nobody said it. */
  readonly foreignDays: readonly number[] | null;
  readonly fulldaycompensation: string;
  readonly partialdaycompensation: string;
  readonly lunchcompensation: string;
  readonly foreignAllowance: string;
}

export type TripField = keyof DraftTrip;

export const NO_TRIP: DraftTrip = {
  addressStart: '',
  wayPoint: [],
  addressStop: '',
  roundtrip: false,
  startdate: '',
  time: '',
  returndate: '',
  returntime: '',
  vehicle: CAR,
  vehicleRegisterNumber: '',
  trailer: 'NONE',
  passengers: '',
  kilometers: '',
  travelTimeInMinutes: 0,
  stayOverNight: false,
  workTimeInMinutes: '',
  workingAbroad: false,
  foreignCountry: '',
  foreignSource: '',
  foreignDays: null,
  fulldaycompensation: '',
  partialdaycompensation: '',
  lunchcompensation: '',
  foreignAllowance: '',
};

/** The fields of a row that make its trip. */
export const TRIP_FIELDS = Object.keys(NO_TRIP) as readonly TripField[];

function typed(value: number | undefined, kind: NumberKind): string {
  return value === undefined || value === 0 ? '' : typedUnits(exactUnits(value), kind);
}

/** The trip of a row of the server, or of what is left in the journal of a row from before a field was there. */
export function tripOf(row: Partial<Pick<Row, TripField>>): DraftTrip {
  return {
    addressStart: row.addressStart ?? '',
    wayPoint: row.wayPoint ?? [],
    addressStop: row.addressStop ?? '',
    roundtrip: row.roundtrip ?? false,
    startdate: row.startdate ?? '',
    time: row.time ?? '',
    returndate: row.returndate ?? '',
    returntime: row.returntime ?? '',
    vehicle: row.vehicle ?? CAR,
    vehicleRegisterNumber: row.vehicleRegisterNumber ?? '',
    trailer: row.trailer ?? 'NONE',
    passengers: typed(row.passengers, 'amount'),
    kilometers: typed(row.kilometers, 'kilometers'),
    travelTimeInMinutes: row.travelTimeInMinutes ?? 0,
    stayOverNight: row.stayOverNight ?? false,
    workTimeInMinutes: lengthText(row.workTimeInMinutes ?? 0),
    workingAbroad: row.workingAbroad ?? false,
    foreignCountry: row.foreignCountry ?? '',
    foreignSource: row.foreignSource ?? '',
    foreignDays: row.foreignDays ?? null,
    fulldaycompensation: typed(row.fulldaycompensation, 'amount'),
    partialdaycompensation: typed(row.partialdaycompensation, 'amount'),
    lunchcompensation: typed(row.lunchcompensation, 'amount'),
    foreignAllowance: typed(row.foreignAllowance, 'price'),
  };
}

const COUNT = /^\d{1,3}$/;

/** How many of something: a whole number, or none where nothing is typed. Undefined where it is neither. */
export function countIn(text: string): number | undefined {
  if (text.trim() === '') return 0;
  return COUNT.test(text.trim()) ? Number(text.trim()) : undefined;
}

/** What becomes of a text that cannot be read: it is never sent. */
type Unread = (text: string) => string | null;

function textIn(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** What is sent of the trip. */
export function tripBodyOf(trip: DraftTrip, unread: Unread): Pick<RowBody, TripField> {
  const read = <Value extends number | string>(text: string, value: Value | undefined) =>
    text.trim() === '' ? null : (value ?? unread(text));
  const count = (text: string) => read(text, countIn(text));
  const told = (text: string, value: unknown) =>
    read(text, value === undefined ? undefined : text.trim());
  const date = (text: string) => told(text, parseDate(text));
  const time = (text: string) => told(text, timeIn(text));
  return {
    ...trip,
    wayPoint: trip.wayPoint.map((point) => point.trim()).filter((point) => point !== ''),
    startdate: date(trip.startdate),
    time: time(trip.time),
    returndate: date(trip.returndate),
    returntime: time(trip.returntime),
    // A number, so that a car says as little as a row without a trip.
    vehicle: Number(trip.vehicle),
    trailer: trip.trailer === 'NONE' ? null : trip.trailer,
    passengers: count(trip.passengers),
    kilometers: read(trip.kilometers, numberIn(trip.kilometers, 'kilometers')),
    workTimeInMinutes: read(trip.workTimeInMinutes, lengthIn(trip.workTimeInMinutes)),
    foreignCountry: textIn(trip.foreignCountry),
    foreignSource: textIn(trip.foreignSource),
    foreignDays: trip.foreignDays === null ? null : [...trip.foreignDays],
    fulldaycompensation: count(trip.fulldaycompensation),
    partialdaycompensation: count(trip.partialdaycompensation),
    lunchcompensation: count(trip.lunchcompensation),
    foreignAllowance: read(trip.foreignAllowance, numberIn(trip.foreignAllowance, 'price')),
  };
}

type Unreadable = 'validation.invalidDate' | 'validation.invalidTime' | 'validation.invalidNumber';

/** Which fields cannot be read at all, by name. */
export function unreadableOfTrip(trip: DraftTrip): [TripField, Unreadable][] {
  const wrong = (
    fields: readonly Exclude<TripField, 'wayPoint' | 'foreignDays' | 'travelTimeInMinutes'>[],
    read: (text: string) => unknown,
    key: Unreadable,
  ): [TripField, Unreadable][] =>
    fields
      .filter(
        (field) => String(trip[field]).trim() !== '' && read(String(trip[field])) === undefined,
      )
      .map((field) => [field, key]);
  return [
    ...wrong(['startdate', 'returndate'], parseDate, 'validation.invalidDate'),
    ...wrong(['time', 'returntime'], timeIn, 'validation.invalidTime'),
    ...wrong(['kilometers'], (text) => numberIn(text, 'kilometers'), 'validation.invalidNumber'),
    ...wrong(['workTimeInMinutes'], lengthIn, 'validation.invalidNumber'),
    ...wrong(['foreignAllowance'], (text) => numberIn(text, 'price'), 'validation.invalidNumber'),
    ...wrong(
      ['passengers', 'fulldaycompensation', 'partialdaycompensation', 'lunchcompensation'],
      countIn,
      'validation.invalidNumber',
    ),
  ];
}

/** Whether nothing is written of a trip. */
export function isWithoutTrip(trip: DraftTrip): boolean {
  return trip === NO_TRIP || JSON.stringify(trip) === JSON.stringify(NO_TRIP);
}

function isMore(text: string, kind: NumberKind): boolean {
  return (unitsOf(text, kind) ?? 0n) !== 0n;
}

/** Whether a daily allowance or a meal is claimed. */
function claimsAllowances(trip: DraftTrip): boolean {
  return (
    isMore(trip.fulldaycompensation, 'amount') ||
    isMore(trip.partialdaycompensation, 'amount') ||
    isMore(trip.lunchcompensation, 'amount') ||
    isMore(trip.foreignAllowance, 'price')
  );
}

export function hasKilometers({ kilometers }: DraftTrip): boolean {
  return isMore(kilometers, 'kilometers');
}

/** Whether anything is claimed, so that the trip has to be told as the tax authority asks for. */
export function claimsTravel(trip: DraftTrip): boolean {
  return hasKilometers(trip) || claimsAllowances(trip);
}

/** The minutes from leaving to coming back. Undefined while one of the four fields is not known. */
export function tripMinutes({ startdate, time, returndate, returntime }: DraftTrip) {
  return minutesBetween({ date: startdate, time }, { date: returndate, time: returntime });
}

/** A trip into the next day that takes longer has a night in it. */
const LONGEST_WITHOUT_NIGHT = 16 * MINUTES_OF_HOUR;

/** Whether the worker has to say how long the work was: nights are none. */
export function hasNight(trip: DraftTrip): boolean {
  const days = daysBetween(trip.startdate, trip.returndate) ?? 0;
  const intoNextDay = days > 1 || (days === 1 && timeIn(trip.returntime) !== 0);
  const long = (tripMinutes(trip) ?? 0) > LONGEST_WITHOUT_NIGHT;
  return trip.stayOverNight || (intoNextDay && long);
}

const USUAL_TIME = '09:00';

/** What the dialog of a row without a trip begins with. */
export function beginningOfTrip(date: string, vehicleRegisterNumber: string): DraftTrip {
  return {
    ...NO_TRIP,
    startdate: date,
    time: USUAL_TIME,
    returndate: daysAfter(date, 1) ?? '',
    returntime: USUAL_TIME,
    vehicleRegisterNumber,
  };
}

/** The trip from another day on: it lasts as many days as before. */
export function withDeparture(
  trip: DraftTrip,
  startdate: string,
  days: number | undefined = daysBetween(trip.startdate, trip.returndate),
): DraftTrip {
  const returndate = days === undefined ? undefined : daysAfter(startdate, days);
  return { ...trip, startdate, returndate: returndate ?? trip.returndate };
}

/** Trailers and passengers belong to a car. */
export function withVehicle(trip: DraftTrip, vehicle: string): DraftTrip {
  return vehicle === CAR
    ? { ...trip, vehicle }
    : { ...trip, vehicle, trailer: 'NONE', passengers: '' };
}

/** Without work abroad there is no country and no allowance for it. */
export function withWorkAbroad(trip: DraftTrip, workingAbroad: boolean): DraftTrip {
  return workingAbroad
    ? { ...trip, workingAbroad }
    : {
        ...trip,
        workingAbroad,
        foreignCountry: '',
        foreignSource: '',
        foreignDays: null,
        foreignAllowance: '',
      };
}

/** The way point moved one place up (-1) or down (1). */
export function withPointMoved(trip: DraftTrip, place: number, by: -1 | 1): DraftTrip {
  const point = trip.wayPoint[place];
  const there = trip.wayPoint[place + by];
  if (point === undefined || there === undefined) return trip;
  return { ...trip, wayPoint: trip.wayPoint.with(place, there).with(place + by, point) };
}

/** Which days of a trip abroad ended there, by their place: all of them, unless it was said which. */
export function endedAbroad({ foreignDays }: DraftTrip, days: number): readonly number[] {
  return foreignDays ?? Array.from({ length: days }, (_, place) => place);
}

/** The trip with one of its days ended abroad, or at home. */
export function withDayAbroad(
  trip: DraftTrip,
  days: number,
  place: number,
  abroad: boolean,
): DraftTrip {
  const others = endedAbroad(trip, days).filter((other) => other !== place);
  const foreignDays = abroad ? [...others, place].toSorted((one, other) => one - other) : others;
  return { ...trip, foreignDays };
}

/**
 * An earlier trip with its times on other days. What is claimed stays as it is, and which days ended abroad is asked
 * anew.
 */
export function withEarlierTrip(trip: DraftTrip, earlier: DraftTrip, date: string): DraftTrip {
  const { fulldaycompensation, partialdaycompensation, lunchcompensation, foreignAllowance } = trip;
  return {
    ...withDeparture(earlier, date),
    foreignDays: null,
    fulldaycompensation,
    partialdaycompensation,
    lunchcompensation,
    foreignAllowance,
  };
}
