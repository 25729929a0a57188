import { daysAfter, daysBetween } from '@/lib/calendar';
import { parseDate } from '@/lib/format/date';

const [SUNDAY, SATURDAY] = [0, 6];

function weekdayOf(day: string): number {
  return new Date(parseDate(day) ?? '').getUTCDay();
}

function isBefore(day: string, other: string): boolean {
  return (daysBetween(day, other) ?? 0) > 0;
}

/**
 * The day that is offered to pay several payouts on, all DD.MM.YYYY: the first of their due days, the Friday before
 * where that is in a weekend, and today or the Monday after it where that is over. Holidays are left to the server,
 * which refuses them.
 */
export function offeredPayDay(dues: readonly [string, ...string[]], today: string): string {
  const first = dues.reduce((earliest, day) => (isBefore(day, earliest) ? day : earliest));
  const back = { [SATURDAY]: 1, [SUNDAY]: 2 }[weekdayOf(first)] ?? 0;
  const wanted = daysAfter(first, -back) ?? first;
  if (!isBefore(wanted, today)) return wanted;
  const on = { [SATURDAY]: 2, [SUNDAY]: 1 }[weekdayOf(today)] ?? 0;
  return daysAfter(today, on) ?? today;
}

/** Whether the last day to pay has passed. */
export function isLate(due: string, today: string | undefined): boolean {
  return today !== undefined && isBefore(due, today);
}
