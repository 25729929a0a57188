import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useQueue, useQueueCache, type QueueName } from '@/api/providerBills';
import { readQueueSearch } from '../search';
import { neighbours } from './neighbours';

/** So many bills before the end of what is fetched, more are fetched. */
const FETCH_AHEAD = 5;

/** The way through a queue from the bill that is open. */
export function useWalk(queue: QueueName, billId: string) {
  const { items, total, hasMore, loadingMore, loadMore } = useQueue(queue);
  const { expect } = useQueueCache();
  const navigate = useNavigate();
  const ids = items.map(({ id }) => id);

  const [lastPlace, setLastPlace] = useState(0);
  const { place, previous, next } = neighbours(ids, billId, lastPlace);
  if (ids.includes(billId) && place !== lastPlace) setLastPlace(place);

  const nearEnd = hasMore && !loadingMore && place + FETCH_AHEAD >= ids.length;
  useEffect(() => {
    if (nearEnd) loadMore();
  });
  // The next bill is there before anybody asks for it.
  useEffect(() => {
    if (next !== undefined) expect(next);
  });

  const search = readQueueSearch({ queue });
  const open = (id: string | undefined) => {
    if (id === undefined) return;
    void navigate({ to: '/provider/bills/$billId', params: { billId: id }, search });
  };
  return {
    place,
    total,
    previous,
    next,
    open,
    /** Goes on to the next bill; after the last one, back to those skipped, or to the queue. */
    goOn: () => {
      if (next !== undefined || previous !== undefined) open(next ?? previous);
      else void navigate({ to: '/provider/bills', search });
    },
  };
}

export type Walk = ReturnType<typeof useWalk>;
