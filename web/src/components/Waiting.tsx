import { Text } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '@/lib/format/instant';
import { isPastGoal } from '@/lib/waiting';
import { m } from '@/paraglide/messages';

/** How long something has waited, with the start in its tooltip. Red is what should have been handled by now. */
export function Waiting({ since }: { since: string }) {
  const [now] = useState(() => Date.now());
  const late = isPastGoal(since, now);
  return (
    <Text
      component="time"
      dateTime={since}
      title={formatInstant(since)}
      inherit
      {...(late && { c: 'var(--mantine-color-error)', fw: 600 })}
    >
      {waitingText(since, now)}
    </Text>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago an instant was, in its largest unit: "3 days", "5 h", "12 min". */
function waitingText(since: string, now: number): string {
  const waited_ms = Math.max(0, now - Date.parse(since));
  const days = Math.floor(waited_ms / DAY_MS);
  if (days >= 1) return m.provider_waited_days({ days });
  const hours = Math.floor(waited_ms / HOUR_MS);
  if (hours >= 1) return m.provider_waited_hours({ hours });
  return m.provider_waited_minutes({ minutes: Math.floor(waited_ms / MINUTE_MS) });
}
