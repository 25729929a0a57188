import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

export type SalarySlip = components['schemas']['SalarySlip'];
export type Salary = components['schemas']['SalarySlipDetails'];

/** The user's pay slips, newest first, in pages from 1. The old page is shown until the next arrives. */
export function salariesQuery(personId: string, page: number) {
  return queryOptions({
    queryKey: ['salaries', personId, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/person/{personId}/salaries', {
          params: { path: { personId }, query: { page: String(page - 1) } },
          signal,
        }),
      ),
  });
}

/** A pay slip with every line of it. It never changes once it is published. */
export function salaryQuery(personId: string, salaryId: string) {
  return queryOptions({
    queryKey: ['salary', salaryId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/person/{personId}/salaries/{salaryId}', {
          params: { path: { personId, salaryId } },
          signal,
        }),
      ),
  });
}

/** Where the slip is as a PDF; the session travels in its cookie. */
export function slipAddress(personId: string, salaryId: string): string {
  return `/api/person/${encodeURIComponent(personId)}/salaries/${encodeURIComponent(salaryId)}/pdf`;
}
