import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { untilNextLook } from '@/lib/midnight';
import { answer, api } from './client';

/** The business date. It changes at midnight in Finland, whatever the device's own zone is. */
const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: async ({ signal }) => (await answer(api.GET('/api/app', { signal }))).today,
  staleTime: ({ state }) => untilNextLook(state.dataUpdatedAt),
  refetchInterval: () => untilNextLook(Date.now()),
  refetchOnWindowFocus: 'always',
});

/**
 * The business date, YYYY-MM-DD. A page that opens waits for the date of now; while it stays open it
 * keeps the last known one until another is known.
 */
export function useToday() {
  const { data, isStale, isError, isPaused, error, refetch } = useQuery(todayQuery);
  const [known, setKnown] = useState<string>();
  // Without the server yesterday's date is better than no page.
  const current = isStale && !isError && !isPaused ? undefined : data;
  if (current !== undefined && current !== known) setKnown(current);
  return { today: current ?? known, error, retry: () => void refetch() };
}
