import { useNavigate } from '@tanstack/react-router';
import { useQueue, useQueueCache, type QueueName } from '@/api/providerBills';
import { useWalk } from '@/components/provider/useWalk';
import { readQueueSearch } from '../search';

/** The way through a queue from the bill that is open. */
export function useBillWalk(queue: QueueName, billId: string) {
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
