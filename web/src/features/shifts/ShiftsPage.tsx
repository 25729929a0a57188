import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useToday } from '@/api/today';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';

// By itself, so that the first page that anybody opens need not know what the calendar is made of.
const Month = lazyPart(async () => (await import('./Month')).Month);

const MONTH = /^\d{4}-\d{2}$/;

/** The worker's shifts, a month at a time. */
export function ShiftsPage() {
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.page_shifts()}</PageTitle>
        <Text size="lg" c="dimmed" mt={4} maw={640}>
          {m.shifts_intro()}
        </Text>
      </div>
      <Shown />
    </Stack>
  );
}

function Shown() {
  const { today, error, retry } = useToday();
  const { period } = useSearch({ from: '/shifts' });
  const asked = period !== undefined && MONTH.test(period) ? period : undefined;
  if (today === undefined) {
    return error === null ? <PageLoader /> : <LoadFailure error={error} retry={retry} />;
  }
  const month = asked ?? today.slice(0, 7);
  // What was chosen in one month is not chosen in another.
  return (
    <Suspense fallback={<PageLoader />}>
      <Month key={month} month={month} today={today} />
    </Suspense>
  );
}
