import { daysAfter, daysBetween } from './calendar';
import { formatDate, parseDate } from './format/date';

/** As on the server (crates/finland/src/bank_days.rs); both are tested with the same days. */
const PAYDAY = 20;

function dayOf(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month, day));
}

function textOf(date: Date): string {
  return formatDate(date.toISOString().slice(0, 10));
}

function yesterday(date: Date): Date {
  return dayOf(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - 1);
}

/** Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
function easterSunday(year: number): Date {
  const moonCycle = year % 19;
  const [century, yearOfCentury] = [Math.floor(year / 100), year % 100];
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const fullMoon = (19 * moonCycle + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - fullMoon - (yearOfCentury % 4)) %
    7;
  const late = Math.floor((moonCycle + 11 * fullMoon + 22 * toSunday) / 451);
  return dayOf(year, 2, 1 + fullMoon + toSunday - 7 * late + 21);
}

/** Whether banks are closed on a day around the 20th: no other holiday is near it. */
function isClosed(date: Date): boolean {
  const [weekday, month, day] = [date.getUTCDay(), date.getUTCMonth(), date.getUTCDate()];
  const midsummerEve = month === 5 && day >= 19 && day <= 25 && weekday === 5;
  const easter = easterSunday(date.getUTCFullYear());
  const fromEaster = Math.round((date.getTime() - easter.getTime()) / 86_400_000);
  return weekday === 0 || weekday === 6 || midsummerEve || [-2, 1, 39].includes(fromEaster);
}

function paydayOf(year: number, month: number): Date {
  let date = dayOf(year, month, PAYDAY);
  while (isClosed(date)) date = yesterday(date);
  return date;
}

/** The dates of an invoice that waits for approval, both DD.MM.YYYY. */
interface Dates {
  readonly billingdate: string;
  readonly due: string;
}

/** One that has not left by its date is dated the day on which it leaves, today at the earliest, and due as much later. */
function dueIfSent({ billingdate, due }: Dates, today: string): string | undefined {
  const late = daysBetween(billingdate, today) ?? 0;
  return late > 0 ? daysAfter(due, late) : due;
}

interface Outlook {
  readonly today: string;
  /** The payday that comes next. */
  readonly next: string;
}

/**
 * The payday on which an invoice is paid out that is sent today and that its customer pays on its due date, all
 * DD.MM.YYYY. It is the first one after that, and not before the one that comes next. The server says the same of what
 * is on its way (crates/domain/src/payroll/on_its_way.rs); both are tested with the same days.
 */
export function expectedPayday(dates: Dates, { today, next }: Outlook): string | undefined {
  const [paid, earliest] = [parseDate(dueIfSent(dates, today) ?? ''), parseDate(next)];
  if (paid === undefined || earliest === undefined) return undefined;
  const after = new Date(paid);
  const ofMonth = paydayOf(after.getUTCFullYear(), after.getUTCMonth());
  const payday =
    after < ofMonth ? ofMonth : paydayOf(after.getUTCFullYear(), after.getUTCMonth() + 1);
  return payday < new Date(earliest) ? next : textOf(payday);
}
