import { queryOptions } from '@tanstack/react-query';
import { billKeys } from './bills';
import { answer, api } from './client';
import type { components } from './schema';

/** The home page of a worker. */
export type Info = components['schemas']['Info'];
/** What was invoiced, or paid to the account, in a month YYYY-MM. */
export type MonthAmount = components['schemas']['MonthAmount'];
export type OnItsWay = components['schemas']['OnItsWay'];
export type ComingPart = components['schemas']['OnItsWayPart'];
export type ComingReason = components['schemas']['OnItsWayReason'];
/** A year for the tax return. */
export type TaxInfo = components['schemas']['TaxInfo'];

/** How many months the charts of the home page reach back at most. */
const MONTHS = 24;

/** What the home page shows, in one call. Whatever changes a bill makes it outdated. */
export function infoQuery(personId: string) {
  return queryOptions({
    queryKey: [...billKeys.lists, 'info', personId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/info/{personId}', {
          params: { path: { personId }, query: { months: String(MONTHS) } },
          signal,
        }),
      ),
  });
}

/** The figures of one year for the tax return. */
export function taxInfoQuery(personId: string, year: number) {
  return queryOptions({
    queryKey: ['tax-info', personId, year],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/info/{personId}/taxinfo/{year}', {
          params: { path: { personId, year } },
          signal,
        }),
      ),
  });
}

interface Days {
  readonly from: string;
  readonly until: string;
}

function expensesAddress(personId: string, part: string, { from, until }: Days): string {
  const query = new URLSearchParams({ from, to: until, 'content-disposition': 'attachment' });
  return `/api/travel-expense/${encodeURIComponent(personId)}/${part}?${query.toString()}`;
}

/** Where the trips and receipts of some days are as a PDF; the session travels in its cookie. */
export function tripsAddress(personId: string, days: Days): string {
  return expensesAddress(personId, 'pdf', days);
}

/** The same for the tax-free allowances alone. */
export function taxFreeAddress(personId: string, days: Days): string {
  return expensesAddress(personId, 'taxfree/pdf', days);
}
