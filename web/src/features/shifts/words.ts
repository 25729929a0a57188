import type { Entitlement, Shift } from '@/api/ownShifts';
import { daysBetween } from '@/lib/calendar';
import { formatDate } from '@/lib/format/date';
import { formatCount } from '@/lib/format/money';
import type { Language } from '@/lib/language';
import { m } from '@/paraglide/messages';

export const ENTITLEMENTS: Readonly<Record<Entitlement, () => string>> = {
  LUNCH_ALLOWANCE: m.shifts_lunch,
  KILOMETER_ALLOWANCE: m.shifts_kilometers,
  FULL_DAY_ALLOWANCE: m.shifts_full_day,
  PARTIAL_DAY_ALLOWANCE: m.shifts_partial_day,
  FOREIGN_ALLOWANCE: m.shifts_foreign,
};

/** The day of a time that is written 2026-11-16T08:00, as DD.MM.YYYY. */
export function dayOf(time: string): string {
  return formatDate(time.slice(0, 10));
}

/** The time of day, as HH:MM. */
export function clockOf(time: string): string {
  return time.slice(11, 16);
}

/** "maanantai 2.11.2026" */
export function longDay(time: string, language: Language): string {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number);
  const date = new Date(`${time.slice(0, 10)}T00:00Z`);
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return `${weekday.format(date)} ${day}.${month}.${year}`;
}

/** "marraskuu 2026" of a month that is written 2026-11. */
export function monthName(month: string, language: Language): string {
  const name = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return name.format(new Date(`${month}-01T00:00Z`));
}

/** "08:00–16:00", with the day of the end where it is another one. */
export function timesText(starts: string, ends: string): string {
  const end = dayOf(starts) === dayOf(ends) ? clockOf(ends) : `${dayOf(ends)} ${clockOf(ends)}`;
  return `${clockOf(starts)}–${end}`;
}

export function departmentText({ departmentName, departmentKey }: Shift): string {
  return departmentName || departmentKey || m.shifts_no_department();
}

/** Whether a bill can be made of it. */
export function isFree({ bill, difference }: Shift): boolean {
  return bill === null && difference?.givenAway !== true;
}

const MINUTES_PER_DAY = 24 * 60;

function minutesInDay(time: string): number {
  const [hours = 0, minutes = 0] = clockOf(time).split(':').map(Number);
  return hours * 60 + minutes;
}

/** How many hours the shifts have together, as people write it. */
export function hoursText(shifts: readonly Shift[]): string {
  const minutes = shifts.reduce((sum, { startDateTime, endDateTime }) => {
    const days = daysBetween(dayOf(startDateTime), dayOf(endDateTime)) ?? 0;
    return sum + days * MINUTES_PER_DAY + minutesInDay(endDateTime) - minutesInDay(startDateTime);
  }, 0);
  return formatCount(Math.round(minutes / 0.6) / 100);
}
