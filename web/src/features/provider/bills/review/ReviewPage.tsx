import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { reviewQuery, useQueue, useQueueCache, type QueueName } from '@/api/providerBills';
import { LoadFailure } from '@/components/LoadFailure';
import { useWalk } from '@/components/list/useWalk';
import { m } from '@/paraglide/messages';
import { QUEUES, readQueueSearch } from '../search';
import { ReviewHead } from './ReviewHead';
import { ReviewView } from './ReviewView';
import { UnsavedMarks, useUnsaved } from './unsaved';
import { useMoves } from './useMoves';

/** One bill of a queue with all that it is judged by, and the way to the next one. */
export function ReviewPage() {
  const { billId } = useParams({ from: '/provider/bills/$billId' });
  const { queue = QUEUES[0] } = useSearch({ from: '/provider/bills/$billId' });
  const walk = useBillWalk(queue, billId);
  const moves = useMoves(walk);
  const { data: review, error, refetch } = useQuery(reviewQuery(billId));
  const [seen, setSeen] = useState('');
  const { unsaved, mark } = useUnsaved();
  const version = review && `${billId} ${review.bill.version}`;
  return (
    <Stack gap="md">
      <ReviewHead
        queue={queue}
        walk={walk}
        moves={moves}
        review={review}
        seen={seen === version}
        unsaved={unsaved}
      />
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {review === undefined && error === null && (
        <Skeleton height="60dvh" role="status" aria-label={m.loading()} />
      )}
      <UnsavedMarks value={mark}>
        {review !== undefined && (
          <ReviewView key={billId} review={review} onSeen={() => setSeen(version ?? '')} />
        )}
      </UnsavedMarks>
    </Stack>
  );
}

/** The way through a queue from the bill that is open. */
function useBillWalk(queue: QueueName, billId: string) {
  const navigate = useNavigate();
  const search = readQueueSearch({ queue });
  return useWalk({
    list: useQueue(queue),
    id: billId,
    expect: useQueueCache().expect,
    open: (id) => void navigate({ to: '/provider/bills/$billId', params: { billId: id }, search }),
    end: () => void navigate({ to: '/provider/bills', search }),
  });
}
