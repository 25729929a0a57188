import type { SalarySlip } from '@/api/salaries';
import type { Language } from '@/lib/language';
import { parseDate } from '@/lib/format/date';

export interface Month {
  /** "Marraskuu 2026" */
  readonly name: string;
  readonly slips: readonly SalarySlip[];
}

/** Day DD.MM.YYYY as its month, in words. */
function monthName(day: string, language: Language): string {
  const iso = parseDate(day);
  if (iso === undefined) return day;
  const name = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${iso}T00:00:00Z`));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The slips by the month and year of their payday, in the order they came. */
export function byMonth(slips: readonly SalarySlip[], language: Language): Month[] {
  const months = Map.groupBy(slips, ({ payday }) => monthName(payday, language));
  return [...months].map(([name, own]) => ({ name, slips: own }));
}
