import { formatDate, parseDate, type IsoDate } from './format/date';

export const MINUTES_OF_HOUR = 60;
const DAY_MS = 86_400_000;

function dayNumber(iso: IsoDate): number {
  return Date.parse(iso) / DAY_MS;
}

function isoOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A day so many days after another, both DD.MM.YYYY. Undefined if there is no such day. */
export function daysAfter(date: string, days: number): string | undefined {
  const iso = parseDate(date);
  if (iso === undefined) return undefined;
  const day = dayNumber(iso) + days;
  // Beyond the year 9999 or before 1 a day has no such form.
  return parseDate(formatDate(isoOf(day))) === undefined ? undefined : formatDate(isoOf(day));
}

/** How many days from one day to another, both DD.MM.YYYY. */
export function daysBetween(from: string, to: string): number | undefined {
  const [start, end] = [parseDate(from), parseDate(to)];
  return start === undefined || end === undefined ? undefined : dayNumber(end) - dayNumber(start);
}

/** The first day of the month of a day, both DD.MM.YYYY. */
export function firstOfMonth(date: string): string | undefined {
  return parseDate(date) === undefined ? undefined : `01.${date.trim().slice(3)}`;
}

/** The last day of the month of a day, both DD.MM.YYYY. */
export function lastOfMonth(date: string): string | undefined {
  const [year, month] = (parseDate(date) ?? '').split('-').map(Number);
  if (year === undefined || month === undefined) return undefined;
  // The day before the first of the next month.
  return formatDate(new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10));
}
