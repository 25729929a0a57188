import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';
import { upload } from './upload';

export type Receipt = components['schemas']['Receipt'];

/** The server refuses more. */
export const MOST_RECEIPTS = 20;
export const LARGEST_RECEIPT_MB = 10;
export const LARGEST_RECEIPT_BYTES = LARGEST_RECEIPT_MB * 1024 * 1024;

/** Where a receipt is to be seen by itself; the session travels in its cookie. */
export function receiptAddress(receiptId: string): string {
  return `/api/billableitem/receipt/${encodeURIComponent(receiptId)}`;
}

/** A receipt as a file. It is known until the receipt gets another one. */
export function receiptQuery(receiptId: string) {
  return queryOptions({
    queryKey: ['receipt', receiptId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      answer<Blob>(
        api.GET('/api/billableitem/receipt/{receiptId}', {
          params: { path: { receiptId } },
          parseAs: 'blob',
          signal,
        }),
      ),
  });
}

/** The receipts of a row that is saved. */
export async function receiptsOf(rowId: string, signal: AbortSignal): Promise<readonly Receipt[]> {
  const row = await answer(
    api.GET('/api/billableitem/{rowId}', { params: { path: { rowId } }, signal }),
  );
  return row.receipts;
}

interface Sent {
  readonly file: Blob;
  readonly name: string;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** Attaches a receipt to a row. Sent again with the same key, it gets the same receipt. */
export function addReceipt(rowId: string, key: string, { file, onProgress, name, signal }: Sent) {
  const address = `/api/billableitem/${encodeURIComponent(rowId)}/receipt`;
  return upload<Receipt>(address, file, onProgress, { key, name, signal });
}

/** Puts another file in the place of a receipt's. */
export function replaceReceipt(receiptId: string, { file, onProgress, name, signal }: Sent) {
  const address = receiptAddress(receiptId);
  return upload<Receipt>(address, file, onProgress, { method: 'PUT', name, signal });
}

export function deleteReceipt(receiptId: string) {
  return api.DELETE('/api/billableitem/receipt/{receiptId}', {
    params: { path: { receiptId } },
  });
}
