import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How soon an approved bill goes to its customer; the day where that is not before tomorrow. */
export function leavingText(at: string, now_ms: number): string {
  const left_ms = Date.parse(at) - now_ms;
  if (left_ms >= DAY_MS) return m.bills_leaves_on({ date: formatInstant(at).slice(0, 10) });
  if (left_ms >= HOUR_MS) return m.bills_leaves_hours({ hours: Math.ceil(left_ms / HOUR_MS) });
  if (left_ms >= MINUTE_MS) {
    return m.bills_leaves_minutes({ minutes: Math.ceil(left_ms / MINUTE_MS) });
  }
  return m.bills_leaves_now();
}
