import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

export type SalarySlip = components['schemas']['SalarySlip'];
export type Salary = components['schemas']['SalarySlipDetails'];
/** So many kilometres, days or meals at one rate. */
export type ReimbursementLine = components['schemas']['ReimbursementLine'];
/** Why a salary is not what its worker was shown. */
export type Explanation = components['schemas']['SalaryExplanation'];
export type SalaryLine = components['schemas']['SalaryLine'];
export type DifferenceReason = components['schemas']['DifferenceReason'];

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

/** A pay slip with every line of it. The lines never change; a correction may be added later. */
export function salaryQuery(personId: string, salaryId: string) {
  return queryOptions({
    queryKey: ['salary', salaryId],
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
