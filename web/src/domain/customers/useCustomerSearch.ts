import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerSearchQuery, SHORTEST_SEARCH } from '@/api/customers';

const PAUSE_IN_TYPING_MS = 200;

/** A search of the shared register: a short pause after typing, or at once when asked. */
export function useCustomerSearch(start = '') {
  const [typed, setTyped] = useState(start);
  const [crit, setCrit] = useState(start.trim());
  const searchLater = useDebouncedCallback(setCrit, PAUSE_IN_TYPING_MS);
  const query = useQuery(customerSearchQuery(crit));
  const wanted = typed.trim();
  const tooShort = wanted.length < SHORTEST_SEARCH;
  const answered = query.isSuccess && !query.isPlaceholderData;

  // Once a search has been answered, a customer that it did not find may be added.
  const [made, setMade] = useState(false);
  if (answered && !made) setMade(true);

  return {
    /** As typed. */
    typed,
    type: (text: string) => {
      setTyped(text);
      searchLater(text.trim());
    },
    searchNow: () => {
      searchLater.cancel();
      if (tooShort) return;
      if (crit === wanted) void query.refetch();
      else setCrit(wanted);
    },
    tooShort,
    /** What the results belong to. */
    crit,
    found: tooShort ? undefined : query.data,
    /** Whether the results belong to the current text of the field. */
    settled: !tooShort && crit === wanted && answered,
    searching: !tooShort && (query.isFetching || crit !== wanted),
    error: crit === wanted ? query.error : null,
    /** Whether any search has been answered. */
    made,
  };
}

export type CustomerSearch = ReturnType<typeof useCustomerSearch>;
