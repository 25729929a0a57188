import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import { SAME_PAGE_MS } from './listing';
import type { components } from './schema';
import { useSession } from './session';
import { isWorker } from './viewer';

export type Readiness = components['schemas']['Readiness'];
export type ReadinessItem = components['schemas']['ReadinessItem'];
export type NeedState = components['schemas']['NeedState'];
export type SalaryNeed = components['schemas']['SalaryNeed'];

const KEY = ['readiness'] as const;

/** What is there of what a salary needs, and what is missing. */
export function readinessQuery(personId: string) {
  return queryOptions({
    queryKey: [...KEY, personId],
    // What is missing is given on other pages, and by the provider's staff. The parts of a page ask once.
    staleTime: SAME_PAGE_MS,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/person/{personId}/readiness', { params: { path: { personId } }, signal }),
      ),
  });
}

/** Whether the signed-in worker can be paid; undefined until that is known, and for staff. */
export function useReadiness(wanted = true): Readiness | undefined {
  const user = useSession();
  const enabled = wanted && isWorker(user);
  return useQuery({ ...readinessQuery(user?.id ?? ''), enabled }).data;
}

/** Asks again after something was given. The estimates may depend on it too. */
export function useReadinessChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [KEY, ['bill-summary'], ['calculation']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
