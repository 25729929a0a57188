import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { daysOf, periodText, type Period } from '@/lib/period';
import { answer, api } from './client';
import { cursorList, useCursorList } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

export type TrialBalance = Schemas['TrialBalance'];
export type AccountBalance = Schemas['AccountBalance'];
export type LedgerAccount = Schemas['LedgerAccount'];
export type LedgerLine = Schemas['LedgerLine'];
export type EntryKind = Schemas['EntryKind'];
export type VatReport = Schemas['VatReport'];
export type SalesAtRate = Schemas['SalesAtRate'];

/** Every action is booked at once, so the books are fetched at each visit; what the route has just fetched counts. */
const BOOKS_STALE_MS = 2000;

/** Every account over a period. The last answer stays until the next is there. */
export function trialBalanceQuery(period: Period) {
  return queryOptions({
    queryKey: ['trial-balance', periodText(period)],
    staleTime: BOOKS_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/provider/ledger/trial-balance', {
          params: { query: daysOf(period) },
          signal,
        }),
      ),
  });
}

/** The lines of an account in a period, oldest first, with the balance before them. */
function accountLines(number: number, period: Period) {
  return cursorList(
    ['ledger-account', number, periodText(period)],
    (cursor, signal) =>
      answer(
        api.GET('/api/provider/ledger/accounts/{number}', {
          params: { path: { number }, query: { ...daysOf(period), ...cursor } },
          signal,
        }),
      ),
    ({ lines }) => lines,
    { staleTime: BOOKS_STALE_MS },
  );
}

export function useAccount(number: number, period: Period) {
  const list = useCursorList(accountLines(number, period));
  return { list, head: list.pages[0] };
}

/** Where everything that was booked in a period is as a file; the session travels in its cookie. */
export function ledgerExportAddress(period: Period, format: 'csv' | 'sie'): string {
  return `/api/provider/ledger/export?${new URLSearchParams({ ...daysOf(period), format })}`;
}

export function vatQuery(period: Period) {
  return queryOptions({
    queryKey: ['vat', periodText(period)],
    staleTime: BOOKS_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answer(api.GET('/api/provider/vat', { params: { query: daysOf(period) }, signal })),
  });
}

/** What was closed, when and by whom, the latest first. */
export const booksClosingsQuery = queryOptions({
  queryKey: ['books-closings'],
  staleTime: BOOKS_STALE_MS,
  queryFn: ({ signal }) => answer(api.GET('/api/provider/ledger/closings', { signal })),
});

/** Closes the books until a day, DD.MM.YYYY. */
export function useCloseBooks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (until: string) =>
      answer(api.POST('/api/provider/ledger/closings', { body: { until } })),
    onSuccess: (closings) => queryClient.setQueryData(booksClosingsQuery.queryKey, closings),
    // After a lost answer too: they may have been closed.
    onSettled: () => {
      for (const key of ['vat', 'trial-balance', 'books-closings']) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}
