import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { forgetKey, keyFor } from '@/lib/idempotency';
import { answer, api } from './client';
import { listingOf, type Listing } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

/** A bill on its way to its customer. */
export type Delivery = Schemas['Delivery'];
export type DeliveryState = Schemas['DeliveryState'];
/** Bills that are printed and posted together. */
export type PrintBatch = Schemas['PrintBatch'];

const DELIVERIES_KEY = ['deliveries'] as const;
const BATCHES_KEY = ['print-batches'] as const;

/** How often to look whether a file that is being made is there. */
const MAKING_POLL_MS = 2000;

function deliveriesQuery(state: DeliveryState) {
  return infiniteQueryOptions({
    queryKey: [...DELIVERIES_KEY, state],
    initialPageParam: '',
    getNextPageParam: ({ next }: Schemas['DeliveryPage']) => next,
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/provider/deliveries', {
          params: { query: { state, ...(pageParam !== '' && { cursor: pageParam }) } },
          signal,
        }),
      ),
  });
}

/** Deliveries of one state, the oldest first. */
export function useDeliveries(state: DeliveryState): Listing<Delivery> {
  return listingOf(useInfiniteQuery(deliveriesQuery(state)), ({ deliveries }) => deliveries);
}

/** Print batches, the newest first. While a file is being made, the list is read again. */
export function usePrintBatches(): Listing<PrintBatch> {
  const query = useInfiniteQuery({
    queryKey: BATCHES_KEY,
    initialPageParam: '',
    getNextPageParam: ({ next }: Schemas['BatchPage']) => next,
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/provider/print-batches', {
          params: { query: pageParam === '' ? {} : { cursor: pageParam } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => {
      const batches = state.data?.pages.flatMap((page) => page.batches) ?? [];
      return batches.some(({ ready }) => !ready) && MAKING_POLL_MS;
    },
  });
  return listingOf(query, ({ batches }) => batches);
}

/** Where the file of a batch is; the session travels in its cookie. */
export function printBatchAddress(batchId: string): string {
  return `/api/provider/print-batches/${encodeURIComponent(batchId)}/pdf`;
}

/** Tries a delivery once more, or believes that it arrived. */
export function useDeliveryDeed(deed: 'retry' | 'arrived') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => {
      const params = { path: { deliveryId } };
      return deed === 'retry'
        ? api.POST('/api/provider/deliveries/{deliveryId}/retry', { params })
        : api.POST('/api/provider/deliveries/{deliveryId}/arrived', { params });
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: DELIVERIES_KEY }),
  });
}

/** Gathers all that waits for the printer; a lost answer and a second click make one batch. */
export function useMakePrintBatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answer(
        api.POST('/api/provider/print-batches', {
          params: { header: { 'Idempotency-Key': keyFor('print-batch') } },
        }),
      ),
    onSuccess: () => forgetKey('print-batch'),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: DELIVERIES_KEY });
      void queryClient.invalidateQueries({ queryKey: BATCHES_KEY });
    },
  });
}
