import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList } from './listing';
import { useBillOutdated } from './shares';
import type { components } from './schema';
import { upload } from './upload';

type Schemas = components['schemas'];

/** An invoice of others that the provider pays out of a bill. */
export type Purchase = Schemas['Purchase'];
export type PurchaseBody = Schemas['NewPurchase'];
/** The copy of an invoice. */
export type PurchaseReceipt = Schemas['PurchaseReceipt'];
export type PurchaseState = Schemas['PurchaseState'];
/** What was read from the copy of an invoice, for the worker to confirm. */
export type ReadInvoice = Schemas['PurchaseProposal'];

/** The server refuses more. */
export const MOST_PURCHASES = 50;
export const MOST_COPIES = 20;

interface Saving {
  readonly billId: string;
  /** The purchase to change; a new one is made without it. */
  readonly id?: string | undefined;
  readonly body: PurchaseBody;
  /** Sent again with the same key, one purchase is made. */
  readonly key: string;
}

export function useSavePurchase() {
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({ billId, id, body, key }: Saving) =>
      answer(
        id === undefined
          ? api.POST('/api/bill/{billId}/extcontractoritems', {
              params: { path: { billId }, header: { 'idempotency-key': key } },
              body,
            })
          : api.PUT('/api/bill/{billId}/extcontractoritems/{purchaseId}', {
              params: { path: { billId, purchaseId: id } },
              body,
            }),
      ),
    onSettled: (_, __, { billId }) => outdated(billId),
  });
}

export function useDeletePurchase() {
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({ billId, id, version }: Purchase) =>
      api.DELETE('/api/bill/{billId}/extcontractoritems/{purchaseId}', {
        params: { path: { billId, purchaseId: id }, query: { version } },
      }),
    // Nothing waits for it: with the new answer the part of the page is gone that tells how it went.
    onSettled: (_, __, { billId }) => void outdated(billId),
  });
}

/** Has a purchase paid when the customer has paid, or at once for a commission. */
export function useSendForPayment() {
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({
      purchase: { billId, id, version },
      paynow,
    }: {
      purchase: Purchase;
      paynow: boolean;
    }) =>
      answer(
        api.POST('/api/bill/{billId}/extcontractoritems/{purchaseId}/sendForPayment', {
          params: { path: { billId, purchaseId: id } },
          body: { paynow, version },
        }),
      ),
    onSettled: (_, __, { purchase }) => outdated(purchase.billId),
  });
}

/** Takes back that a purchase is to be paid. */
export function useOpenPurchase() {
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({ billId, id, version }: Purchase) =>
      answer(
        api.POST('/api/bill/{billId}/extcontractoritems/{purchaseId}/open', {
          params: { path: { billId, purchaseId: id }, query: { version } },
        }),
      ),
    onSettled: (_, __, { billId }) => outdated(billId),
  });
}

interface Copy {
  readonly billId: string;
  /** The purchase that gets the copy; without it the copy waits for one that is made with it. */
  readonly purchaseId?: string | undefined;
  readonly file: Blob;
  readonly name: string;
  readonly key: string;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** Sends the copy of an invoice. */
export function sendCopy({ billId, purchaseId, file, onProgress, ...options }: Copy) {
  const of = `/api/bill/${encodeURIComponent(billId)}/extcontractoritems`;
  const address =
    purchaseId === undefined
      ? `${of}/receipts`
      : `${of}/${encodeURIComponent(purchaseId)}/receipts`;
  return upload<PurchaseReceipt>(address, file, onProgress, options);
}

/** Reads an invoice without storing it: nothing is proposed where it says nothing, or tells of several payments. */
export function readInvoice({
  billId,
  file,
  ...options
}: Pick<Copy, 'billId' | 'file' | 'name' | 'signal'>) {
  const address = `/api/bill/${encodeURIComponent(billId)}/extcontractoritems/read`;
  return upload<Schemas['PurchaseProposals']>(address, file, () => undefined, options);
}

export function useDeleteCopy(billId: string) {
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: (receiptId: string) =>
      api.DELETE('/api/extcontractoritems/receipts/{purchaseReceiptId}', {
        params: { path: { purchaseReceiptId: receiptId } },
      }),
    onSettled: () => outdated(billId),
  });
}

/** The copy of an invoice as a file. */
export function copyQuery(receiptId: string) {
  return queryOptions({
    queryKey: ['purchase-receipt', receiptId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/extcontractoritems/receipt/{purchaseReceiptId}', {
          params: { path: { purchaseReceiptId: receiptId } },
          parseAs: 'blob',
          signal,
        }),
      ),
  });
}

/** All purchases of a person's bills, the newest first. */
export function allPurchases(personId: string) {
  return cursorList(
    ['purchases', personId],
    ({ cursor }, signal) =>
      answer(
        api.GET('/api/person/{personId}/extcontractoritems', {
          params: { path: { personId }, query: { ...(cursor !== undefined && { page: cursor }) } },
          signal,
        }),
      ),
    ({ purchases }) => purchases,
    { staleTime: 0 },
  );
}
