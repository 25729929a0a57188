import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';
import { sessionQuery } from './session';

export type Profile = components['schemas']['Profile'];
export type OwnTaxCard = components['schemas']['OwnTaxCard'];
export type ProfileChange = components['schemas']['PersonChange'];

/** The user's whole account. */
export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => answer(api.GET('/api/person', { signal })),
});

/**
 * Saves the given fields of the user's account. One save waits for the one before it,
 * for the server would refuse one of two that come at once.
 */
export function useSavePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'person' },
    mutationFn: (body: ProfileChange) => answer(api.PUT('/api/person', { body })),
    onSuccess: (profile) => keepProfile(queryClient, profile),
  });
}

/** Shows the account as the server has just answered it. */
export function keepProfile(queryClient: QueryClient, profile: Profile) {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  queryClient.setQueryData(sessionQuery.queryKey, profile);
}
