import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import { formatInstant } from '@/lib/format/instant';
import { daysWaited, momentOn, waitingText } from '@/lib/waiting';

/** From this many days on a wait is too long. */
const LONG_DAYS = 2;

/** How long something has waited; the moment it began is in its tip. */
export function Waiting({ since }: { since: string }) {
  const { data: app } = useQuery(appInfoQuery);
  if (app === undefined) return null;
  const now = momentOn(app.today);
  const long = daysWaited(since, now) >= LONG_DAYS;
  return (
    <Text
      component="time"
      dateTime={since}
      title={formatInstant(since)}
      inherit
      {...(long && { c: 'var(--mantine-color-error)', fw: 600 })}
    >
      {waitingText(since, now)}
    </Text>
  );
}
