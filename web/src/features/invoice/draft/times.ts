import { daysBetween, MINUTES_OF_HOUR } from '@/lib/calendar';
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

/** A moment of the clock, without a zone: as long as from 9 to 9 is always a day. */
export interface Moment {
  /** DD.MM.YYYY */
  readonly date: string;
  /** HH:MM */
  readonly time: string;
}

/** The minutes from one moment to another. Undefined while one of them is not known. */
export function minutesBetween(from: Moment, to: Moment): number | undefined {
  const days = daysBetween(from.date, to.date);
  const [start, end] = [timeIn(from.time), timeIn(to.time)];
  if (days === undefined || start === undefined || end === undefined) return undefined;
  return days * MINUTES_OF_DAY + end - start;
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
