import { formatCount } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import type { Distance } from './useDistance';

const MINUTES_PER_HOUR = 60;

function timeText(minutes: number): string {
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const rest = minutes % MINUTES_PER_HOUR;
  if (hours === 0) return m.address_minutes({ minutes: rest });
  return rest === 0
    ? m.address_hours({ hours })
    : m.address_hours_minutes({ hours, minutes: rest });
}

/** An estimate is not more exact than a kilometre. */
function estimateText(kilometers: number, between: readonly string[]): string {
  const km = formatCount(Math.max(1, Math.round(kilometers)));
  const [from, to] = between;
  if (from === undefined || to === undefined) return m.address_distance_estimate({ km });
  return between.length === 2
    ? m.address_distance_between({ from, to, km })
    : m.address_distance_through({ codes: between.join(' – '), km });
}

/** The way in words; empty where there is nothing to say. */
export function distanceText({ state, km = 0, minutes, estimate, between = [] }: Distance): string {
  switch (state) {
    case 'idle':
      return '';
    case 'loading':
      return m.address_distance_loading();
    case 'unknown':
    case 'down':
      return m.address_distance_unknown();
    case 'found':
      if (estimate === true) return estimateText(km, between);
      return minutes === undefined
        ? m.address_distance_km({ km: formatCount(km) })
        : m.address_distance_time({ km: formatCount(km), time: timeText(minutes) });
  }
}
