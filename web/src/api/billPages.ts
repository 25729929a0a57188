import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { billKeys } from './bills';
import type { Bill } from './billTypes';
import { answer, api } from './client';

/** Where the bill is as a PDF. The browser shows it; the session travels in its cookie. */
export function billPdfAddress(billId: string): string {
  return `/api/bill/${encodeURIComponent(billId)}/pdf?content-disposition=inline`;
}

/** The pages of one version of a bill as its customer sees them. The last ones stay meanwhile. */
export function billPagesQuery(bill: Pick<Bill, 'id' | 'version'> | undefined) {
  return queryOptions({
    queryKey: [...billKeys.one(bill?.id ?? ''), 'pages', bill?.version],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // A failure is shown at once, with a button to try again.
    retry: false,
    networkMode: 'always',
    placeholderData: keepPreviousData,
    queryFn:
      bill === undefined
        ? skipToken
        : ({ signal }) =>
            answer(
              api.GET('/api/bill/{billId}/pages', {
                params: { path: { billId: bill.id } },
                signal,
              }),
            ),
  });
}
