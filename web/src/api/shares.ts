import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { billKeys, billQuery, type Bill } from './bills';
import { answer, api } from './client';
import { cursorList, SAME_PAGE_MS } from './listing';
import { useSession } from './session';
import type { components } from './schema';

type Schemas = components['schemas'];

/** A part of a bill that another worker is paid. */
export type Share = Schemas['Share'];
export type ShareState = Schemas['ShareState'];
/** A share as its subcontractor sees it. */
export type ReceivedShare = Schemas['ReceivedShare'];
/** Another worker, as one may know them. */
export type Subcontractor = Schemas['Subcontractor'];

/** A shorter search answers nothing: nobody learns by it who else works here. */
export const SHORTEST_NAME = 3;

export const MOST_SHARES = 50;

const RECEIVED = ['received-shares'] as const;

/** The newest that is known of a saved bill; the editor's own copy follows only when its text changes. */
export function useSavedBill(billId: string | undefined): Bill | undefined {
  const personId = useSession()?.id ?? '';
  return useQuery({
    ...billQuery(personId, billId ?? ''),
    enabled: personId !== '' && billId !== undefined,
  }).data;
}

/** A bill was changed beside its own fields: it, its summary and the lists are asked for anew. */
export function useBillOutdated() {
  const queryClient = useQueryClient();
  return (billId: string) =>
    Promise.all(
      [billKeys.one(billId), ['bill-summary'], billKeys.lists].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** Workers by their exact e-mail address, or by name among those one has shared with. */
export function subcontractorsQuery(query: string) {
  return queryOptions({
    queryKey: ['subcontractors', query],
    staleTime: 30_000,
    queryFn:
      query.length < SHORTEST_NAME
        ? skipToken
        : ({ signal }) =>
            answer(
              api.GET('/api/person/subcontractors', {
                params: { query: { query } },
                signal,
              }),
            ),
  });
}

/** Invites by mail somebody who is not a worker yet; a worker is told that they can be named. */
export function useInviteSubcontractor() {
  return useMutation({
    mutationFn: (body: { email: string }) =>
      api.POST('/api/person/subcontractors/invitations', { body }),
  });
}

interface Saving {
  readonly billId: string;
  /** The share to change; a new one is made without it. */
  readonly id?: string | undefined;
  readonly body: Schemas['ShareToWrite'];
  /** Sent again with the same key, one share is made. */
  readonly key: string;
}

export function useSaveShare() {
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({ billId, id, body, key }: Saving) =>
      answer(
        id === undefined
          ? api.POST('/api/bill/{billId}/contractoritems', {
              params: { path: { billId }, header: { 'Idempotency-Key': key } },
              body,
            })
          : api.PUT('/api/bill/{billId}/contractoritems/{itemId}', {
              params: { path: { billId, itemId: id } },
              body,
            }),
      ),
    onSettled: (_, __, { billId }) => outdated(billId),
  });
}

export function useDeleteShare() {
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({ billId, id, version }: Share) =>
      api.DELETE('/api/bill/{billId}/contractoritems/{itemId}', {
        params: { path: { billId, itemId: id }, query: { version } },
      }),
    // Nothing waits for it: with the new answer the part of the page is gone that tells how it went.
    onSettled: (_, __, { billId }) => void outdated(billId),
  });
}

/** Asks the subcontractor. From then on the share is a sum. */
export function useAskSubcontractor() {
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({ id, version }: Share) =>
      answer(
        api.PUT('/api/contractoritems/{itemId}/approve-request', {
          params: { path: { itemId: id }, query: { version } },
        }),
      ),
    onSettled: (_, __, { billId }) => outdated(billId),
  });
}

interface Decision {
  readonly share: ReceivedShare;
  readonly approve: boolean;
  readonly reason?: string;
}

/** The subcontractor's answer to what they see: the server refuses it where the share has changed meanwhile. */
export function useDecideShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ share: { id, version }, approve, reason }: Decision) => {
      const params = { path: { itemId: id }, query: { version } };
      return answer(
        approve
          ? api.PUT('/api/contractoritems/{itemId}/approve', { params })
          : api.PUT('/api/contractoritems/{itemId}/decline', {
              params,
              body: reason === undefined ? {} : { reason },
            }),
      );
    },
    // What is on its way to the account depends on it too. Nothing waits for it: with the new list the buttons are gone
    // that tell a failure.
    onSettled: () => {
      for (const queryKey of [RECEIVED, billKeys.lists])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** The page after one that is counted from 0 on; null at the end. */
function nextPage({ page, pageSize, total }: Schemas['ReceivedShares']): string | null {
  return (page + 1) * pageSize < total ? String(page + 1) : null;
}

/** The shares that others have given a person: those that wait for them, or all. */
export function receivedShares(personId: string, state?: 'WAITING_SUBCONTRACTOR') {
  return cursorList(
    [...RECEIVED, personId, state],
    async ({ cursor }, signal) => {
      const page = await answer(
        api.GET('/api/person/{personId}/contractoritems', {
          params: {
            path: { personId },
            query: {
              ...(state !== undefined && { state }),
              ...(cursor !== undefined && { page: cursor }),
            },
          },
          signal,
        }),
      );
      return { items: page.items, total: page.total, next: nextPage(page) };
    },
    ({ items }) => items,
    { staleTime: SAME_PAGE_MS },
  );
}
