import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MIDNIGHT = '00:00';

/** When an approved bill goes to its customer: in so many minutes, and from an hour on by the clock. */
export function leavingText(at: string, now_ms: number): string {
  const left_ms = Date.parse(at) - now_ms;
  if (left_ms < MINUTE_MS) return m.bills_leaves_now();
  if (left_ms < HOUR_MS) {
    return m.bills_leaves_minutes({ minutes: Math.ceil(left_ms / MINUTE_MS) });
  }
  const [date = '', time = ''] = formatInstant(at).split(' ');
  const [today] = formatInstant(new Date(now_ms).toISOString()).split(' ');
  if (date === today) return m.bills_leaves_at({ time });
  // What waits for its billing date leaves as that day begins.
  return time === MIDNIGHT ? m.bills_leaves_on({ date }) : m.bills_leaves_on_at({ date, time });
}
