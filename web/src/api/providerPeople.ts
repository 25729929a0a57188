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

export type WorkerCard = Schemas['WorkerCard'];
export type Worker = Schemas['WorkerView'];
export type TermsBody = Schemas['TermsBody'];
export type DistraintBody = Schemas['DistraintBody'];
export type TaxCard = Schemas['TaxCard'];
export type TaxCardBody = Schemas['TaxCardBody'];
export type CardOfWorker = Schemas['CardOfWorker'];
export type Role = Schemas['Role'];
export type DeletionRequest = Schemas['DeletionRequest'];

const WORKERS_KEY = ['provider-workers'] as const;
const CARDS_KEY = ['provider-tax-cards'] as const;

/** Workers whose name or address the words are found in; all of them where there are none. */
export function useWorkers(q: string): Listing<WorkerCard> {
  const query = infiniteQueryOptions({
    queryKey: [...WORKERS_KEY, q],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: ({ next }: Schemas['WorkersPage']) => next,
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/provider/workers', {
          params: {
            query: { ...(q !== '' && { q }), ...(pageParam !== '' && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
  });
  return listingOf(useInfiniteQuery(query), ({ workers }) => workers);
}

export function workerQuery(personId: string) {
  return queryOptions({
    queryKey: ['provider-worker', personId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/provider/workers/{personId}', { params: { path: { personId } }, signal }),
      ),
  });
}

/** A change to a worker, after which they are fetched anew. */
function useWorkerChange<Variables>(
  personId: string,
  change: (variables: Variables) => Promise<unknown>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after a refusal: somebody else may have changed the worker meanwhile.
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: WORKERS_KEY });
      await queryClient.invalidateQueries(workerQuery(personId));
    },
  });
}

export function useSaveTerms(personId: string) {
  return useWorkerChange(personId, (body: TermsBody) =>
    api.PUT('/api/provider/workers/{personId}/terms', { params: { path: { personId } }, body }),
  );
}

export function useSaveDistraint(personId: string) {
  return useWorkerChange(personId, (body: DistraintBody) =>
    api.PUT('/api/provider/workers/{personId}/distraint', {
      params: { path: { personId } },
      body,
    }),
  );
}

export function useEndDistraint(personId: string) {
  return useWorkerChange<void>(personId, () =>
    api.DELETE('/api/provider/workers/{personId}/distraint', { params: { path: { personId } } }),
  );
}

export function rolesQuery(personId: string) {
  return queryOptions({
    queryKey: ['provider-roles', personId],
    queryFn: async ({ signal }) => {
      const params = { path: { personId } };
      return (await answer(api.GET('/api/provider/people/{personId}/roles', { params, signal })))
        .roles;
    },
  });
}

export function useSaveRoles(personId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (roles: Role[]) =>
      answer(
        api.PUT('/api/provider/people/{personId}/roles', {
          params: { path: { personId } },
          body: { roles },
        }),
      ),
    onSuccess: ({ roles }) => queryClient.setQueryData(rolesQuery(personId).queryKey, roles),
  });
}

/** Who wants their account removed. For administrators alone. */
export const deletionRequestsQuery = queryOptions({
  queryKey: ['provider-deletion-requests'],
  queryFn: ({ signal }) => answer(api.GET('/api/provider/deletion-requests', { signal })),
});

/** Removes what the law does not keep of somebody who asked for it. */
export function useErasePerson(personId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.POST('/api/provider/deletion-requests/{personId}/erase', {
        params: { path: { personId } },
      }),
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: WORKERS_KEY });
      await queryClient.invalidateQueries(deletionRequestsQuery);
    },
  });
}

/** The cards that nobody has read yet, the oldest first. */
export function useWaitingCards(): Listing<CardOfWorker> {
  const query = infiniteQueryOptions({
    queryKey: CARDS_KEY,
    initialPageParam: '',
    getNextPageParam: ({ next }: Schemas['TaxCardsPage']) => next,
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/provider/tax-cards', {
          params: {
            query: { state: 'WAITING', ...(pageParam !== '' && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
  });
  return listingOf(useInfiniteQuery(query), ({ cards }) => cards);
}

/** The card as the worker sent it. */
export function taxCardFileQuery(cardId: string) {
  return queryOptions({
    queryKey: ['provider-tax-card-file', cardId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      answer<Blob>(
        api.GET('/api/provider/tax-cards/{cardId}/file', {
          params: { path: { cardId } },
          parseAs: 'blob',
          signal,
        }),
      ),
  });
}

/** Takes a card into use with the figures that were read off it. */
export function useHandleCard({ personId, card }: CardOfWorker) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TaxCardBody) =>
      answer(
        api.PUT('/api/provider/tax-cards/{cardId}', {
          params: { path: { cardId: card.id } },
          body,
        }),
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: CARDS_KEY });
      void queryClient.invalidateQueries(workerQuery(personId));
    },
  });
}
