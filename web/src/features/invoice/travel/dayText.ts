import { parseDate } from '@/lib/format/date';
import { formatCount, formatMoney } from '@/lib/format/money';
import type { Language } from '@/lib/language';
import { plainUnits, unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { DraftTrip } from '../draft/trip';
import { isAbroad, type DayKind, type DayReason, type TravelDay } from './travelApi';

const KINDS: Readonly<Record<DayKind, () => string>> = {
  FULL: m.trips_full_lower,
  PARTIAL: m.trips_partial_lower,
  FOREIGN: m.trips_foreign_lower,
  FOREIGN_HALF: m.trips_foreign_half,
  NONE: m.trips_no_allowance,
};

const REASONS: Readonly<Record<DayReason, () => string>> = {
  OVER_10_H: m.trips_reason_over_10,
  OVER_6_H: m.trips_reason_over_6,
  LAST_DAY_OVER_6_H: m.trips_reason_last_over_6,
  LAST_DAY_FROM_2_H: m.trips_reason_last_from_2,
  WHOLE_DAY: m.trips_reason_whole_day,
  TOO_SHORT: m.trips_reason_too_short,
  TOO_NEAR: m.trips_reason_too_near,
};

/** A moment of the server, "09.11.2026 07:00", as one says it: "ma 9.11. klo 7". */
export function momentText(moment: string, language: Language): string {
  const [date = '', time = ''] = moment.split(' ');
  const iso = parseDate(date);
  if (iso === undefined) return moment;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const [, month, day] = iso.split('-').map(Number);
  const [hours = '', minutes = ''] = time.split(':');
  const clock = minutes === '00' ? String(Number(hours)) : `${Number(hours)}.${minutes}`;
  return m.trips_moment({
    weekday: weekday.format(new Date(iso)),
    day: `${day}.${month}.`,
    time: language === 'fi' ? clock : `${Number(hours)}:${minutes}`,
  });
}

/**
 * What a day of travel gives and why: "ma 9.11. klo 7: yli 10 h, 118 km: kokopäiväraha 54,00 €". Without a trip its
 * kilometres are left out: those on the screen may be newer than the answer.
 */
export function dayText(day: TravelDay, trip: DraftTrip | undefined, language: Language): string {
  const kilometers = unitsOf(trip?.kilometers ?? '', 'kilometers') ?? 0n;
  // How far one went decides in Finland alone.
  const far = kilometers > 0n && !isAbroad(day);
  const reason = [
    REASONS[day.reason](),
    ...(far ? [m.trips_kilometers_of({ km: formatCount(plainUnits(kilometers)) })] : []),
  ].join(', ');
  const kind = KINDS[day.kind]();
  const what = day.kind === 'NONE' ? kind : `${kind} ${formatMoney(day.amount)}`;
  return m.trips_day({ from: momentText(day.from, language), reason, what });
}
