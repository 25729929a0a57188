import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList } from './listing';
import type { components } from './schema';

export type Company = components['schemas']['Company'];

const COMPANIES_KEY = ['provider-companies'] as const;

/** Companies of the shared register that the words find; all of them without any. */
export function companies(q: string) {
  return cursorList(
    [...COMPANIES_KEY, q],
    (cursor, signal) =>
      answer(
        api.GET('/api/provider/companies', {
          params: { query: { ...(q !== '' && { q }), ...cursor } },
          signal,
        }),
      ),
    (page) => page.companies,
    { keepPrevious: true },
  );
}

/** Corrects who a company is, for all workers. */
export function useCorrectCompany({ id, version }: Company) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['CustomerBody']) =>
      answer(
        api.PUT('/api/provider/companies/{companyId}', {
          params: { path: { companyId: id } },
          body: { ...body, version },
        }),
      ),
    // Also after a refusal: another user may have changed the company meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: COMPANIES_KEY }),
  });
}
