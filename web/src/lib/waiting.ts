import { m } from '@/paraglide/messages';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The moment now on the server's calendar: a demo may live on another day than its visitors. */
export function momentOn(today: string, now = new Date()): Date {
  const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return new Date(now.getTime() + Date.parse(today) - day);
}

/** How long ago an instant was, in the one unit that matters: "3 days", "5 h", "12 min". */
export function waitingText(since: string, now: Date): string {
  const waited_ms = Math.max(0, now.getTime() - Date.parse(since));
  const days = Math.floor(waited_ms / DAY_MS);
  if (days >= 1) return days === 1 ? m.provider_waited_day() : m.provider_waited_days({ days });
  const hours = Math.floor(waited_ms / HOUR_MS);
  if (hours >= 1) return m.provider_waited_hours({ hours });
  return m.provider_waited_minutes({ minutes: Math.floor(waited_ms / MINUTE_MS) });
}

/** How many whole days ago an instant was. */
export function daysWaited(since: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / DAY_MS));
}
