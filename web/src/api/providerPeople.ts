import {
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

export type WorkerCard = Schemas['WorkerCard'];
export type Worker = Schemas['WorkerView'];
export type TermsBody = Schemas['TermsBody'];
export type DistraintBody = Schemas['DistraintBody'];
export type TaxCard = Schemas['TaxCard'];
export type TaxCardBody = Schemas['TaxCardBody'];
export type CardOfWorker = Schemas['CardOfWorker'];
type CardsPage = Schemas['TaxCardsPage'];
export type Role = Schemas['Role'];
export type DeletionRequest = Schemas['DeletionRequest'];

const WORKERS_KEY = ['provider-workers'] as const;
const CARDS_KEY = ['provider-tax-cards'] as const;

/** Workers whose name or address contains the words; all of them without any. */
export function workers(q: string) {
  return cursorList(
    [...WORKERS_KEY, q],
    (cursor, signal) =>
      answer(
        api.GET('/api/provider/workers', {
          params: { query: { ...(q !== '' && { q }), ...cursor } },
          signal,
        }),
      ),
    (page) => page.workers,
    { keepPrevious: true },
  );
}

export function useWorkers(q: string): Listing<WorkerCard> {
  return useCursorList(workers(q));
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

/** A change to a worker, after which the worker is fetched again. */
function useWorkerChange<Variables>(
  personId: string,
  change: (variables: Variables) => Promise<unknown>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after a refusal: another user may have changed the worker meanwhile.
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

/** Erases the data of a person who asked for it, except what the law requires to keep. */
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

/** The tax cards that are waiting to be read, the oldest first. */
export const waitingCards = cursorList(
  CARDS_KEY,
  (cursor, signal) =>
    answer(
      api.GET('/api/provider/tax-cards', {
        params: { query: { state: 'WAITING', ...cursor } },
        signal,
      }),
    ),
  ({ cards }) => cards,
);

export function useWaitingCards(): Listing<CardOfWorker> {
  return useCursorList(waitingCards);
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

/** By this it is known that a card is on its way into use. */
export function handledCardKey(cardId: string) {
  return [...CARDS_KEY, 'handled', cardId];
}

/** Takes a card into use with the figures that were read off it, after which it does not wait any more. */
export function useHandleCard({ personId, card }: CardOfWorker) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: handledCardKey(card.id),
    mutationFn: (body: TaxCardBody) =>
      answer(
        api.PUT('/api/provider/tax-cards/{cardId}', {
          params: { path: { cardId: card.id } },
          body,
        }),
      ),
    onSuccess: () => {
      queryClient.setQueriesData<InfiniteData<CardsPage>>({ queryKey: CARDS_KEY }, (data) =>
        data === undefined ? data : { ...data, pages: data.pages.map(without(card.id)) },
      );
      void queryClient.invalidateQueries(workerQuery(personId));
    },
    // Also after a refusal: another clerk may have handled the card meanwhile.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: CARDS_KEY }),
  });
}

function without(cardId: string) {
  return (page: CardsPage): CardsPage => ({
    ...page,
    cards: page.cards.filter(({ card }) => card.id !== cardId),
  });
}
