import type { Language } from '../language';
import { parseDate } from './date';

/** The day of the week of DD.MM.YYYY, in words: "perjantai", "Friday". */
export function weekdayName(day: string, language: Language): string {
  const iso = parseDate(day);
  if (iso === undefined) return '';
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${iso}T00:00:00Z`),
  );
}
