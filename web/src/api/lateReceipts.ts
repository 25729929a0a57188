import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList, useCursorList } from './listing';
import type { Receipt } from './receipts';
import type { components } from './schema';
import { useSession } from './session';
import { upload } from './upload';

export type LateReceipt = components['schemas']['LateReceipt'];
export type LateReceiptEffect = components['schemas']['LateReceiptEffect'];
export type LateReceiptOfWorker = components['schemas']['LateReceiptOfWorker'];
type LateReceiptBody = components['schemas']['LateReceiptBody'];
type Page = components['schemas']['LateReceiptsPage'];

const OWN_KEY = ['late-receipts'] as const;
const PROVIDER_KEY = ['provider-late-receipts'] as const;

/** All late receipts of the worker, the newest first. */
function lateReceiptsQuery(personId: string) {
  return queryOptions({
    queryKey: [...OWN_KEY, personId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/person/{personId}/late-receipts', { params: { path: { personId } }, signal }),
      ),
    select: ({ lateReceipts }) => lateReceipts,
  });
}

/** The late receipts of the signed-in worker. */
export function useLateReceipts() {
  const personId = useSession()?.id ?? '';
  return useQuery({ ...lateReceiptsQuery(personId), enabled: personId !== '' });
}

/** What a late receipt of this amount would do to the next salary. */
export function effectQuery(amount: `${number}`) {
  return queryOptions({
    queryKey: [...OWN_KEY, 'effect', amount],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answer(api.PUT('/api/calc/late-receipt', { body: { amount }, signal })),
  });
}

/** A draft of a late receipt; sent again with the same key it is the same one. */
export function makeLateReceipt(personId: string, body: LateReceiptBody, key: string) {
  return answer(
    api.POST('/api/person/{personId}/late-receipts', {
      params: { path: { personId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );
}

export function saveLateReceipt(lateReceiptId: string, body: LateReceiptBody) {
  return answer(
    api.PUT('/api/late-receipt/{lateReceiptId}', { params: { path: { lateReceiptId } }, body }),
  );
}

/** One late receipt as it is stored now. */
export function readLateReceipt(lateReceiptId: string) {
  return answer(
    api.GET('/api/late-receipt/{lateReceiptId}', { params: { path: { lateReceiptId } } }),
  );
}

/** Sends the draft to the clerks as it was in this version. */
export function sendLateReceipt(lateReceiptId: string, version: number) {
  return answer(
    api.POST('/api/late-receipt/{lateReceiptId}/send', {
      params: { path: { lateReceiptId } },
      body: { version },
    }),
  );
}

interface Sent {
  readonly file: Blob;
  readonly name: string;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** Attaches a file to a draft. Sent again with the same key, it gets the same receipt. */
export function addLateFile(lateReceiptId: string, key: string, sent: Sent) {
  const { file, name, onProgress, signal } = sent;
  const address = `/api/late-receipt/${encodeURIComponent(lateReceiptId)}/receipt`;
  return upload<Receipt>(address, file, onProgress, { key, name, signal });
}

/** Takes back a late receipt that nobody has decided about. */
export async function deleteLateReceipt(lateReceiptId: string) {
  await api.DELETE('/api/late-receipt/{lateReceiptId}', { params: { path: { lateReceiptId } } });
}

export function useDeleteLateReceipt() {
  const changed = useLateReceiptsChanged();
  return useMutation({
    mutationFn: ({ id }: LateReceipt) => deleteLateReceipt(id),
    onSettled: changed,
  });
}

/** The list is asked anew. */
export function useLateReceiptsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: OWN_KEY });
}

export type DecidedState = 'WAITING' | 'APPROVED' | 'REFUSED';

/** The late receipts that clerks decide about. */
export function lateReceiptsIn(state: DecidedState) {
  return cursorList(
    [...PROVIDER_KEY, state],
    (cursor, signal) =>
      answer(
        api.GET('/api/provider/late-receipts', { params: { query: { state, ...cursor } }, signal }),
      ),
    (page) => page.lateReceipts,
  );
}

export function useLateReceiptsIn(state: DecidedState) {
  return useCursorList(lateReceiptsIn(state));
}

/** What a clerk decides about a late receipt. */
export type Decision =
  | { readonly step: 'approve'; readonly vat: `${number}` | null }
  | { readonly step: 'refuse'; readonly reason: string }
  | { readonly step: 'undo' };

/** By this the decision about a late receipt is known while it is on its way. */
export function lateDecisionKey(lateReceiptId: string) {
  return [...PROVIDER_KEY, 'decision', lateReceiptId];
}

/** `onDecided`: the server has accepted it, and the late receipt is out of the list that it was in. */
export function useDecide(
  { lateReceipt: { id, version } }: LateReceiptOfWorker,
  onDecided: (step: Decision['step']) => void,
) {
  const queryClient = useQueryClient();
  const params = { path: { lateReceiptId: id } };
  return useMutation({
    mutationKey: lateDecisionKey(id),
    mutationFn: (decision: Decision) => {
      switch (decision.step) {
        case 'approve':
          return answer(
            api.PUT('/api/provider/late-receipts/{lateReceiptId}/approve', {
              params,
              body: { version, vat: decision.vat },
            }),
          );
        case 'refuse':
          return answer(
            api.PUT('/api/provider/late-receipts/{lateReceiptId}/refuse', {
              params,
              body: { version, reason: decision.reason },
            }),
          );
        case 'undo':
          return answer(
            api.PUT('/api/provider/late-receipts/{lateReceiptId}/undo', {
              params,
              body: { version },
            }),
          );
      }
    },
    // Not for each call: those are not made once the page is left.
    onSuccess: (_, { step }) => {
      queryClient.setQueriesData<InfiniteData<Page>>({ queryKey: PROVIDER_KEY }, (data) =>
        data === undefined ? data : { ...data, pages: data.pages.map(without(id)) },
      );
      onDecided(step);
    },
    // Also after a refusal: another clerk may have decided meanwhile. Nothing waits for it: with the new list the form may
    // be gone that tells why it was refused.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: PROVIDER_KEY });
      void queryClient.invalidateQueries({ queryKey: ['provider-dashboard'] });
    },
  });
}

function without(lateReceiptId: string) {
  return (page: Page): Page => ({
    ...page,
    lateReceipts: page.lateReceipts.filter(({ lateReceipt }) => lateReceipt.id !== lateReceiptId),
  });
}
