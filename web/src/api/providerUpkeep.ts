import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { answer, api } from './client';
import { listingOf, type Listing } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

export type Job = Schemas['Job'];
export type JobState = Job['state'];
export type AuditEvent = Schemas['AuditEventOnWire'];
export type PromoCode = Schemas['PromoCode'];
export type PromoCodeBody = Schemas['PromoCodeBody'];
export type SettingsContent = Schemas['ProviderSettings'];
export type SettingsFrom = Schemas['SettingsFrom'];
export type ApiKey = Schemas['ApiKey'];
export type ImportedShifts = Schemas['ImportedShifts'];

const JOBS_KEY = ['provider-jobs'] as const;

function cursorOf(page: string): { cursor?: string } {
  return page === '' ? {} : { cursor: page };
}

const nextOf = ({ next }: { next: string | null }) => next;

/** The work that the program does by itself, the newest first. */
export function useJobs(state: JobState): Listing<Job> {
  const query = infiniteQueryOptions({
    queryKey: [...JOBS_KEY, state],
    // Work goes on while somebody looks.
    refetchInterval: 10_000,
    initialPageParam: '',
    getNextPageParam: nextOf,
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/provider/jobs', {
          params: { query: { state, ...cursorOf(pageParam) } },
          signal,
        }),
      ),
  });
  return listingOf(useInfiniteQuery(query), ({ jobs }) => jobs);
}

/** Has a job that was given up tried again. */
export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: string) =>
      api.POST('/api/provider/jobs/{jobId}/retry', { params: { path: { jobId } } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: JOBS_KEY }),
  });
}

/** What is asked of the audit log. Days are DD.MM.YYYY. */
export interface AuditQuestion {
  readonly q?: string;
  readonly from?: string;
  readonly until?: string;
}

export function useAudit(question: AuditQuestion): Listing<AuditEvent> {
  const query = infiniteQueryOptions({
    queryKey: ['provider-audit', question],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: nextOf,
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/provider/audit', {
          params: { query: { ...question, ...cursorOf(pageParam) } },
          signal,
        }),
      ),
  });
  return listingOf(useInfiniteQuery(query), ({ events }) => events);
}

export const promoCodesQuery = queryOptions({
  queryKey: ['provider-promo-codes'],
  queryFn: async ({ signal }) =>
    (await answer(api.GET('/api/provider/promo-codes', { signal }))).promoCodes,
});

/** Makes a promo code, or changes the terms of one. */
export function useSavePromoCode(before: PromoCode | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PromoCodeBody) =>
      before === undefined
        ? answer(api.POST('/api/provider/promo-codes', { body }))
        : answer(
            api.PUT('/api/provider/promo-codes/{code}', {
              params: { path: { code: before.code } },
              body: { ...body, version: before.version },
            }),
          ),
    onSuccess: () => queryClient.invalidateQueries(promoCodesQuery),
  });
}

/** What holds today, and all settings ever made; each counts from its day on. */
export const settingsQuery = queryOptions({
  queryKey: ['provider-settings'],
  queryFn: ({ signal }) => answer(api.GET('/api/provider/settings', { signal })),
});

export function useAddSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<SettingsFrom, 'validFrom' | 'settings'>) =>
      answer(api.POST('/api/provider/settings', { body })),
    onSuccess: (history) => queryClient.setQueryData(settingsQuery.queryKey, history),
  });
}

export const apiKeysQuery = queryOptions({
  queryKey: ['provider-api-keys'],
  queryFn: async ({ signal }) =>
    (await answer(api.GET('/api/provider/api-keys', { signal }))).apiKeys,
});

/** Makes a key for another program. Its text is in this answer and never again. */
export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => answer(api.POST('/api/provider/api-keys', { body: { name } })),
    onSuccess: () => queryClient.invalidateQueries(apiKeysQuery),
  });
}

export function useEndApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) =>
      api.DELETE('/api/provider/api-keys/{keyId}', { params: { path: { keyId } } }),
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  });
}

/**
 * Brings in the shifts of a file, all of them or none. The same file again changes nothing.
 */
export function useImportShifts() {
  return useMutation({
    mutationFn: async (file: File) => {
      const isJson = file.type === 'application/json' || file.name.endsWith('.json');
      return answer(
        api.POST('/api/provider/shifts', {
          body: await file.text(),
          bodySerializer: (text) => text,
          headers: { 'content-type': isJson ? 'application/json' : 'text/csv' },
        }),
      );
    },
  });
}
