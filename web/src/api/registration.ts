import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

export type Registration = components['schemas']['Registration'];
export type RegisteringUser = components['schemas']['RegisteringUser'];
export type BankVisit = components['schemas']['Sent'];

/** What came back from the bank in the address of the page. */
export interface BankAnswer {
  readonly code?: string;
  readonly state: string;
  readonly error?: string;
}

const VISIT_KEY = ['registration', 'visit'] as const;

/** A visit is good for a quarter of an hour; a page that stood open for long asks for a new one. */
const VISIT_GOOD_FOR_MS = 10 * 60_000;

/** The visit of the registration that this browser began. After a reload the server makes a new one. */
export const bankVisitQuery = queryOptions({
  queryKey: VISIT_KEY,
  staleTime: VISIT_GOOD_FOR_MS,
  retry: false,
  queryFn: () => answer(api.POST('/api/registration/retry')),
});

/** Keeps the visit of a registration that was begun. */
export function keepBankVisit(queryClient: QueryClient, visit: BankVisit) {
  queryClient.setQueryData(VISIT_KEY, visit);
}

export function useStartRegistration() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Registration) => answer(api.POST('/api/registration/start', { body })),
    onSuccess: (visit) => keepBankVisit(queryClient, visit),
  });
}

/** A bank visit works once: a user who comes back without success needs another. */
export function forgetBankVisit(queryClient: QueryClient) {
  queryClient.removeQueries({ queryKey: VISIT_KEY });
}

/** Sends the bank's answer to the server, which signs in a user who has an account. */
export function finishIdentification(body: BankAnswer) {
  return answer(api.PUT('/api/registration/oidc/finish', { body }));
}

/** Goes on in this browser with the registration whose mail has this token. */
export function useResumeRegistration() {
  return useMutation({
    mutationFn: (token: string) =>
      answer(api.GET('/api/registration/confirm', { params: { query: { token } } })),
  });
}

export function useAcceptTerms() {
  return useMutation({
    mutationFn: (body: components['schemas']['Acceptance']) =>
      answer(api.PUT('/api/registration/confirm', { body })),
  });
}
