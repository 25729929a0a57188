import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';

/** Where a receipt is to be seen by itself; the session travels in its cookie. */
export function receiptAddress(receiptId: string): string {
  return `/api/billableitem/receipt/${encodeURIComponent(receiptId)}`;
}

/** A receipt as a file. It never changes, but it may be deleted. */
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
