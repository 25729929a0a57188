import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetKey, keyFor } from '@/lib/idempotency';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
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

/** Deliveries of one state, the oldest first. */
export function deliveries(state: DeliveryState) {
  return cursorList(
    [...DELIVERIES_KEY, state],
    (cursor, signal) =>
      answer(
        api.GET('/api/provider/deliveries', { params: { query: { state, ...cursor } }, signal }),
      ),
    (page) => page.deliveries,
  );
}

export function useDeliveries(state: DeliveryState): Listing<Delivery> {
  return useCursorList(deliveries(state));
}

/** Print batches, the newest first. While a file is being made, the list is fetched again. */
const printBatches = cursorList(
  BATCHES_KEY,
  (cursor, signal) =>
    answer(api.GET('/api/provider/print-batches', { params: { query: cursor }, signal })),
  ({ batches }) => batches,
  {
    poll: (pages) =>
      pages.some(({ batches }) => batches.some(({ ready }) => !ready)) && MAKING_POLL_MS,
  },
);

export function usePrintBatches(): Listing<PrintBatch> {
  return useCursorList(printBatches);
}

/** Where the file of a batch is; the session travels in its cookie. */
export function printBatchAddress(batchId: string): string {
  return `/api/provider/print-batches/${encodeURIComponent(batchId)}/pdf`;
}

/** Tries a delivery once more, or believes that it arrived. */
export function useDeliveryAction(action: 'retry' | 'arrived') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => {
      const params = { path: { deliveryId } };
      return action === 'retry'
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
