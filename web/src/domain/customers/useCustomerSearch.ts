import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { customerSearch, SHORTEST_SEARCH } from '@/api/customers';
import { useCursorList } from '@/api/listing';

const PAUSE_IN_TYPING_MS = 200;

interface Options {
  /** What is searched for at first. */
  readonly start?: string;
  /** How long a pause in typing is waited for. */
  readonly pause?: number;
}

/** A search of the shared register: a short pause after typing, or at once when asked. */
export function useCustomerSearch({ start = '', pause = PAUSE_IN_TYPING_MS }: Options = {}) {
  const [typed, setTyped] = useState(start);
  const [crit, setCrit] = useState(start.trim());
  const searchLater = useDebouncedCallback(setCrit, pause);
  const list = useCursorList(customerSearch(crit), crit.length >= SHORTEST_SEARCH);
  const wanted = typed.trim();
  const tooShort = wanted.length < SHORTEST_SEARCH;
  const answered = list.pages.length > 0 && !list.outdated;

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
      if (crit === wanted) list.retry();
      else setCrit(wanted);
    },
    tooShort,
    /** What the results belong to. */
    crit,
    found: tooShort || list.pages.length === 0 ? undefined : list.items,
    /** How many there are in all, of which `found` are those fetched so far. */
    total: list.total ?? 0,
    /** Whether the results belong to the current text of the field. */
    settled: !tooShort && crit === wanted && answered && list.failure === null,
    searching: !tooShort && (crit !== wanted || list.loading || list.outdated),
    error: crit === wanted ? list.failure : null,
    hasMore: !tooShort && list.hasMore,
    loadingMore: list.loadingMore,
    loadMore: list.loadMore,
  };
}

export type CustomerSearch = ReturnType<typeof useCustomerSearch>;
