import {
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { billKeys } from './bills';
import type { Bill } from './billTypes';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import { ApiProblem, endedSession } from './problem';
import type { components, operations } from './schema';

type Schemas = components['schemas'];

/** The lists of bills that the clerks work through. */
export type QueueName = NonNullable<
  NonNullable<operations['queue']['parameters']['query']>['queue']
>;
/** A bill in one of them. */
export type QueuedBill = Schemas['QueuedBill'];
type Queue = Schemas['Queue'];
/** A bill with all that a clerk judges it by. */
export type Review = Schemas['Review'];
export type Approval = Schemas['BulkApproval']['results'][number];

/** What a clerk does to a bill. */
export type ClerkMove =
  | { readonly kind: 'take' | 'approve' | 'unapprove' | 'send' | 'grant' | 'refuse' }
  | { readonly kind: 'return'; readonly reason: string };

const QUEUES_KEY = billKeys.queues;
/** The mutations that take bills out of the queues. */
export const MOVES_KEY = ['provider-bills', 'move'] as const;

export function queuedBills(queue: QueueName) {
  return cursorList(
    [...QUEUES_KEY, queue],
    (cursor, signal) =>
      answer(api.GET('/api/provider/bills', { params: { query: { queue, ...cursor } }, signal })),
    ({ bills }) => bills,
  );
}

export function useQueue(queue: QueueName): Listing<QueuedBill> {
  return useCursorList(queuedBills(queue));
}

export function reviewQuery(billId: string) {
  return queryOptions({
    queryKey: [...billKeys.one(billId), 'review'],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/provider/bills/{billId}', { params: { path: { billId } }, signal })),
  });
}

/** Does a move and answers the bill as it then stands. */
export function moveBill(billId: string, move: ClerkMove): Promise<Bill> {
  // The next bill is open before the answer comes: a clerk who closes the page then has still made the move.
  const options = { params: { path: { billId } }, keepalive: true } as const;
  switch (move.kind) {
    case 'take':
      return answer(api.PUT('/api/provider/bills/{billId}/take', options));
    case 'approve':
      return answer(api.PUT('/api/provider/bills/{billId}/approve', options));
    case 'unapprove':
      return answer(api.PUT('/api/provider/bills/{billId}/unapprove', options));
    case 'send':
      return answer(api.PUT('/api/provider/bills/{billId}/send', options));
    case 'grant':
      return answer(api.PUT('/api/provider/bills/{billId}/open-request/grant', options));
    case 'refuse':
      return answer(api.PUT('/api/provider/bills/{billId}/open-request/refuse', options));
    case 'return':
      return answer(
        api.PUT('/api/provider/bills/{billId}/return', {
          ...options,
          body: { reason: move.reason },
        }),
      );
  }
}

/** Says what VAT of a receipt is deducted. */
export function useSetReceiptVat(billId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = reviewQuery(billId);
  return useMutation({
    // One after the other: each change names the version that the one before it made.
    scope: { id: `receipt-vat ${billId}` },
    mutationFn: async (receipt: Schemas['ReceiptVatBody']) => {
      // An answer that is on its way has the bill as it was before.
      await queryClient.cancelQueries({ queryKey });
      const version = queryClient.getQueryData(queryKey)?.bill.version ?? null;
      const body = { version, receipts: [receipt] };
      const params = { path: { billId } };
      return answer(api.PUT('/api/provider/bills/{billId}/receipt-vat', { params, body }));
    },
    onSuccess: ({ receipts: receiptVat, version }) =>
      queryClient.setQueryData(
        queryKey,
        (review) => review && { ...review, receiptVat, bill: { ...review.bill, version } },
      ),
    onError: () => queryClient.invalidateQueries({ queryKey: billKeys.one(billId) }),
  });
}

/** Approves bills without remarks, each by itself; returns the result of each. */
export async function approveBills(ids: readonly string[]): Promise<readonly Approval[]> {
  const { results } = await answer(
    api.POST('/api/provider/bills/approve', { body: { ids: [...ids] } }),
  );
  return results;
}

/** A bill whose approval could not be taken back, and why. */
export interface Unchanged {
  readonly id: string;
  readonly key: string;
}

/**
 * Takes approvals back, one after the other, and returns those that stay: a bill may have left meanwhile, which is no
 * reason to let the others leave too.
 */
export async function unapproveBills(ids: readonly string[]): Promise<readonly Unchanged[]> {
  const unchanged: Unchanged[] = [];
  for (const id of ids) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- Hundreds at once would only queue in the server.
      await moveBill(id, { kind: 'unapprove' });
    } catch (error) {
      if (endedSession(error)) throw error;
      unchanged.push({ id, key: error instanceof ApiProblem ? error.errorKey : 'ERROR' });
    }
  }
  return unchanged;
}

/** What changed about bills makes all queues outdated. */
export function useQueueCache() {
  const queryClient = useQueryClient();
  return {
    /** Takes a bill out of the queues before the server has answered. */
    leave: async (billId: string) => {
      // An answer that is on its way still has the bill.
      await queryClient.cancelQueries({ queryKey: QUEUES_KEY });
      queryClient.setQueriesData<InfiniteData<Queue>>({ queryKey: QUEUES_KEY }, (data) =>
        data === undefined ? data : { ...data, pages: data.pages.map(without(billId)) },
      );
    },
    refresh: (...billIds: readonly string[]) => {
      // Another move that is under way refreshes the queues when it is done: before that they still
      // have its bill.
      if (queryClient.isMutating({ mutationKey: MOVES_KEY }) <= 1) {
        void queryClient.invalidateQueries({ queryKey: QUEUES_KEY });
      }
      for (const billId of billIds) {
        void queryClient.invalidateQueries({ queryKey: billKeys.one(billId) });
      }
    },
    /** Fetches a bill that will be opened next. */
    expect: (billId: string) => void queryClient.prefetchQuery(reviewQuery(billId)),
  };
}

function without(billId: string) {
  return (page: Queue): Queue => {
    const bills = page.bills.filter(({ id }) => id !== billId);
    return { ...page, bills, total: page.total - (page.bills.length - bills.length) };
  };
}
