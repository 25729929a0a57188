import { daysAfter, daysBetween, MINUTES_OF_HOUR } from '@/lib/calendar';
import { numberIn } from '@/lib/number';

const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;
const WRITTEN = /^(\d{1,2})(?:[.:]?([0-5]\d))?$/;
const HOURS_AND_MINUTES = /^(\d{1,3})[.:]([0-5]\d)$/;
const HOURS_WITH_UNIT = /^(\d{1,3})\s*h(?:\s*(\d{1,2})\s*min)?$/;

/** The minutes from midnight of a time of the clock, HH:MM. Undefined where it is none. */
export function timeIn(text: string): number | undefined {
  const [, hours, minutes] = CLOCK.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * MINUTES_OF_HOUR + Number(minutes);
}

/** A time as many people write it, 9, 9.30 or 930, in its full form. Any other text is returned as it is. */
export function completeTime(text: string): string {
  const [, hours, minutes = '00'] = WRITTEN.exec(text.trim()) ?? [];
  const complete = `${(hours ?? '').padStart(2, '0')}:${minutes}`;
  return hours === undefined || timeIn(complete) === undefined ? text : complete;
}

/** A moment of the Finnish clock. */
export interface Moment {
  /** DD.MM.YYYY */
  readonly date: string;
  /** HH:MM */
  readonly time: string;
}

const FIRST_DAY = '01.01.1970';
const MINUTE_MS = 60_000;

/** What the clock shows, in minutes from the beginning of the first day. */
function clockAt({ date, time }: Moment): number | undefined {
  const [days, minutes] = [daysBetween(FIRST_DAY, date), timeIn(time)];
  return days === undefined || minutes === undefined ? undefined : days * MINUTES_OF_DAY + minutes;
}

/** The last Sunday of a month at four in the morning. */
function clockIsMoved(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 0));
  return last.getTime() / MINUTE_MS - last.getUTCDay() * MINUTES_OF_DAY + 4 * MINUTES_OF_HOUR;
}

/**
 * By how much the clock is moved then. The hour that there is twice counts as the first one, and one that there is not
 * as winter time: as in crates/domain/src/finnish_time.rs.
 */
function summerMinutes(clock: number): number {
  const year = new Date(clock * MINUTE_MS).getUTCFullYear();
  const isSummer = clock >= clockIsMoved(year, 3) && clock < clockIsMoved(year, 10);
  return isSummer ? MINUTES_OF_HOUR : 0;
}

function instantOf(moment: Moment): number | undefined {
  const clock = clockAt(moment);
  return clock === undefined ? undefined : clock - summerMinutes(clock);
}

/** The minutes that pass from one moment to another. Undefined while one of them is not known. */
export function minutesBetween(from: Moment, to: Moment): number | undefined {
  const [start, end] = [instantOf(from), instantOf(to)];
  return start === undefined || end === undefined ? undefined : end - start;
}

/** The day on which so many minutes have passed. */
export function dateAfter(from: Moment, minutes: number): string | undefined {
  const instant = instantOf(from);
  if (instant === undefined) return undefined;
  const then = instant + minutes;
  const clock = then + summerMinutes(then + MINUTES_OF_HOUR);
  return daysAfter(FIRST_DAY, Math.floor(clock / MINUTES_OF_DAY));
}

/** How many minutes a length is: 7:30, 7.30, 7,5 or 7 h 30 min. Undefined where it is none. */
export function lengthIn(text: string): number | undefined {
  const typed = text.trim();
  const [, hours, minutes] = HOURS_AND_MINUTES.exec(typed) ?? HOURS_WITH_UNIT.exec(typed) ?? [];
  if (hours !== undefined) return Number(hours) * MINUTES_OF_HOUR + Number(minutes ?? 0);
  const decimal = numberIn(typed, 'amount');
  if (decimal === undefined || decimal.startsWith('-')) return undefined;
  return Math.round(Number(decimal) * MINUTES_OF_HOUR);
}

/** The same as a person would type it: 7:30. Nothing where there is no length. */
export function lengthText(minutes: number): string {
  if (minutes === 0) return '';
  const rest = String(minutes % MINUTES_OF_HOUR).padStart(2, '0');
  return `${Math.floor(minutes / MINUTES_OF_HOUR)}:${rest}`;
}

/** Hours of so many minutes, to two decimals, half up: as the server counts them. */
export function hoursOf(minutes: number): `${number}` {
  const hundredths = Math.floor((minutes * 100 + MINUTES_OF_HOUR / 2) / MINUTES_OF_HOUR);
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100];
  return `${whole}.${String(rest).padStart(2, '0')}` as `${number}`;
}
