import { MINUTES_OF_HOUR } from '@/lib/calendar';
import { unitsOf } from '@/lib/price';
import { dateAfter } from '../draft/times';
import { claimsTravel, countIn, tripMinutes, type DraftTrip } from '../draft/trip';

// The same as in crates/domain/src/travel/days.rs and clashes.rs; both are tested at the same bounds.
const DAY = 24 * MINUTES_OF_HOUR;
const PARTIAL_DAY_AFTER = 6 * MINUTES_OF_HOUR;
const FULL_DAY_AFTER = 10 * MINUTES_OF_HOUR;
const LAST_PARTIAL_DAY_FROM = 2 * MINUTES_OF_HOUR;
const LAST_FULL_DAY_AFTER = 6 * MINUTES_OF_HOUR;
export const FOREIGN_DAY_FROM = 10 * MINUTES_OF_HOUR;
const LAST_HALF_DAY_ABROAD_AFTER = 2 * MINUTES_OF_HOUR;
const LAST_DAY_ABROAD_AFTER = 10 * MINUTES_OF_HOUR;
const MOST_DAYS = 366;

/** What so much of a trip gives at home: the first day of it, or what is left over after whole days. */
function atHome(minutes: number, isFirst: boolean) {
  return isFirst
    ? { full: minutes > FULL_DAY_AFTER, any: minutes > PARTIAL_DAY_AFTER }
    : { full: minutes > LAST_FULL_DAY_AFTER, any: minutes >= LAST_PARTIAL_DAY_FROM };
}

/** How many days of a trip may be full, and how many may have any allowance. */
export function daysOf(minutes: number): { readonly full: number; readonly any: number } {
  const whole = Math.floor(minutes / DAY);
  const { full, any } = atHome(minutes % DAY, whole === 0);
  return { full: whole + Number(full), any: whole + Number(any) };
}

/** 24 hours from departure, or what is left of the trip after such days. */
interface TravelDay {
  /** The day on which it begins, by which it is compared with other trips. */
  readonly date: string;
  readonly whole: boolean;
  readonly full: boolean;
  readonly any: boolean;
  readonly abroad: 'none' | 'half' | 'full';
}

function abroadIn(minutes: number, isFirst: boolean): TravelDay['abroad'] {
  if (isFirst) return minutes >= FOREIGN_DAY_FROM ? 'full' : 'none';
  if (minutes > LAST_DAY_ABROAD_AFTER) return 'full';
  return minutes > LAST_HALF_DAY_ABROAD_AFTER ? 'half' : 'none';
}

function travelDays(trip: DraftTrip): readonly TravelDay[] {
  const minutes = tripMinutes(trip) ?? 0;
  const count = Math.ceil(minutes / DAY);
  if (count <= 0 || count > MOST_DAYS + 1) return [];
  return Array.from({ length: count }, (_, place) => {
    const length = Math.min(DAY, minutes - place * DAY);
    const departure = { date: trip.startdate, time: trip.time };
    return {
      ...atHome(length, place === 0),
      date: dateAfter(departure, place * DAY) ?? trip.startdate,
      whole: length === DAY,
      abroad: abroadIn(length, place === 0),
    };
  });
}

interface Claims {
  readonly full: number;
  readonly partial: number;
  readonly meals: number;
  readonly foreign: boolean;
}

function claimsOf(trip: DraftTrip): Claims {
  return {
    full: countIn(trip.fulldaycompensation) ?? 0,
    partial: countIn(trip.partialdaycompensation) ?? 0,
    meals: countIn(trip.lunchcompensation) ?? 0,
    foreign: (unitsOf(trip.foreignAllowance) ?? 0n) > 0n,
  };
}

/** The days with an allowance where it was said which ended abroad. Undefined where the claims do not fit. */
function asTold(
  days: readonly TravelDay[],
  { full, partial, foreign }: Claims,
  told: readonly number[],
): readonly TravelDay[] | undefined {
  const left = { full, partial };
  const claimed: TravelDay[] = [];
  let wasAbroad = false;
  let anyAbroad = false;
  for (const [place, day] of days.entries()) {
    const follows: boolean = place === 0 || day.whole || wasAbroad;
    const isAbroad: boolean = told.includes(place) && follows && day.abroad !== 'none';
    wasAbroad = isAbroad && day.abroad === 'full';
    anyAbroad ||= isAbroad;
    if (isAbroad) {
      if (foreign) claimed.push(day);
    } else if (left.full > 0 && day.full) {
      left.full -= 1;
      claimed.push(day);
    } else if (left.partial > 0 && day.any) {
      left.partial -= 1;
      claimed.push(day);
    }
  }
  const fits = left.full === 0 && left.partial === 0 && (anyAbroad || !foreign);
  return fits ? claimed : undefined;
}

/** The days that may have an allowance where nobody said which ended abroad. */
function asCounted(
  days: readonly TravelDay[],
  { full, partial, foreign }: Claims,
): readonly TravelDay[] {
  const count = full + partial;
  if (foreign) return days.filter((day) => day.any || day.abroad !== 'none');
  const fits = count <= days.filter(({ whole }) => whole).length;
  return count === 0 || fits ? days.slice(0, count) : days;
}

function datesOf(days: readonly TravelDay[]): readonly string[] {
  return days.map(({ date }) => date);
}

function claimedDays(trip: DraftTrip) {
  const [days, claims] = [travelDays(trip), claimsOf(trip)];
  const told = trip.workingAbroad ? trip.foreignDays : null;
  const daily = (told && asTold(days, claims, told)) ?? asCounted(days, claims);
  return { daily: datesOf(daily), meals: datesOf(days.slice(0, claims.meals)) };
}

function share(days: readonly string[], others: readonly string[]): boolean {
  return days.some((day) => others.includes(day));
}

/** Whether two trips claim a daily allowance for one day, or one of them that and the other a meal. */
export function shareAllowance(one: DraftTrip, other: DraftTrip): boolean {
  if (!claimsTravel(one) || !claimsTravel(other)) return false;
  const [of, ofOther] = [claimedDays(one), claimedDays(other)];
  return (
    share(of.daily, ofOther.daily) ||
    share(of.daily, ofOther.meals) ||
    share(of.meals, ofOther.daily)
  );
}
