import { m } from '@/paraglide/messages';
import { formatDate } from './format/date';
import type { Language } from './language';
import { PERIOD } from './search';

export const PERIOD_KINDS = ['month', 'quarter', 'year'] as const;

export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** A stretch of the calendar that books are looked at by. */
export interface Period {
  readonly kind: PeriodKind;
  readonly year: number;
  /** Which month or quarter of the year, from 1 on; 1 of a year. */
  readonly part: number;
}

const MONTHS_IN: Readonly<Record<PeriodKind, number>> = { month: 1, quarter: 3, year: 12 };
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

/** The period of a kind that a day YYYY-MM-DD lies in. */
export function periodOf(kind: PeriodKind, day: string): Period {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return { kind, year, part: Math.ceil(month / MONTHS_IN[kind]) };
}

/** As written in an address: 2026-11, 2026-q4 or 2026. */
export function periodText({ kind, year, part }: Period): string {
  switch (kind) {
    case 'month':
      return `${year}-${String(part).padStart(2, '0')}`;
    case 'quarter':
      return `${year}-q${part}`;
    case 'year':
      return `${year}`;
  }
}

/** Reads what periodText wrote. */
export function parsePeriod(text: unknown): Period | undefined {
  const [, yearText, quarter, month] = PERIOD.exec(typeof text === 'string' ? text : '') ?? [];
  const year = Number(yearText);
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return undefined;
  if (quarter !== undefined) return { kind: 'quarter', year, part: Number(quarter) };
  if (month !== undefined) return { kind: 'month', year, part: Number(month) };
  return { kind: 'year', year, part: 1 };
}

function iso(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** The first day of a period, YYYY-MM-DD. */
function firstDay({ kind, year, part }: Period): string {
  return iso(year, (part - 1) * MONTHS_IN[kind] + 1, 1);
}

/** The last day of a period, YYYY-MM-DD: the day before the first of the next month. */
function lastDay({ kind, year, part }: Period): string {
  return iso(year, part * MONTHS_IN[kind] + 1, 0);
}

/** The days of a period as the server takes them, DD.MM.YYYY. */
export function daysOf(period: Period): { from: string; until: string } {
  return { from: formatDate(firstDay(period)), until: formatDate(lastDay(period)) };
}

/** The period before or after; none beyond the years that there are books of. */
export function neighbour(period: Period, step: -1 | 1): Period | undefined {
  const { kind, year, part } = period;
  const day = iso(year, (part - 1 + step) * MONTHS_IN[kind] + 1, 1);
  return parsePeriod(periodText(periodOf(kind, day)));
}

/** Another kind of period near the same days: the one at its end, or today's where that is earlier. */
export function asKind(period: Period, kind: PeriodKind, today: string): Period {
  const end = lastDay(period);
  const within = today < end && today >= firstDay(period);
  return periodOf(kind, within ? today : end);
}

/** Made once for each language: that takes longer than writing all months of a table. */
const monthFormats: Partial<Record<Language, Intl.DateTimeFormat>> = {};

function monthFormat(language: Language): Intl.DateTimeFormat {
  return (monthFormats[language] ??= new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }));
}

export function periodName({ kind, year, part }: Period, language: Language): string {
  switch (kind) {
    case 'month': {
      const name = monthFormat(language).format(new Date(Date.UTC(year, part - 1, 1)));
      return name.charAt(0).toUpperCase() + name.slice(1);
    }
    case 'quarter':
      return m.providerpayroll_period_quarter_name({ quarter: part, year });
    case 'year':
      return String(year);
  }
}
