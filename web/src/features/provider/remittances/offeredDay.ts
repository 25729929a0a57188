import { daysAfter, daysBetween } from '@/lib/calendar';
import { parseDate } from '@/lib/format/date';

const [SUNDAY, SATURDAY] = [0, 6];

/**
 * The day that is offered to pay on, all DD.MM.YYYY: the due date, or when that is over, today or the Monday after a
 * weekend. Holidays are left to the server, which refuses them. Empty where the receiver's own bill says the day.
 */
export function offeredDay(due: string | null, today: string): string {
  if (due === null) return '';
  if ((daysBetween(today, due) ?? 0) >= 0) return due;
  const weekday = new Date(parseDate(today) ?? '').getUTCDay();
  const wait = { [SATURDAY]: 2, [SUNDAY]: 1 }[weekday] ?? 0;
  return daysAfter(today, wait) ?? due;
}
