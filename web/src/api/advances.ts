import { queryOptions, skipToken, useMutation } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';
import { useSession } from './session';
import { useBillOutdated } from './shares';

type Schemas = components['schemas'];

export type Advance = Schemas['AdvancePayment'];
export type AdvanceState = Schemas['AdvanceState'];
/** How the most that can be asked for is found. */
export type AdvanceLimit = Schemas['AdvanceLimit'];
export type AdvanceOffer = Schemas['AdvanceOffer'];

/** How much can be asked for on chosen rows of a bill. Always as it is now. */
export function advanceOfferQuery(personId: string, billId: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['bill', billId, 'advance', ids],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn:
      ids.length === 0
        ? skipToken
        : ({ signal }) =>
            answer(
              api.GET('/api/person/{personId}/bills/{billId}/advancePayment', {
                params: { path: { personId, billId }, query: { ids: ids.join(',') } },
                signal,
              }),
            ),
  });
}

interface Asked {
  readonly billId: string;
  readonly ids: readonly string[];
  /** Euros, as programs write them. */
  readonly amount: string;
}

export function useAskForAdvance() {
  const personId = useSession()?.id ?? '';
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({ billId, ids, amount }: Asked) =>
      api.POST('/api/person/{personId}/bills/{billId}/advancePayment', {
        params: { path: { personId, billId } },
        body: { ids: [...ids], billId, amount },
      }),
    // Nothing waits for it: with the new answer the part of the page is gone that tells how it went.
    onSettled: (_, __, { billId }) => void outdated(billId),
  });
}

/** Takes a request back before it is decided. */
export function useWithdrawAdvance() {
  const personId = useSession()?.id ?? '';
  const outdated = useBillOutdated();
  return useMutation({
    mutationFn: ({ billId, advanceId }: { billId: string; advanceId: string }) =>
      api.DELETE('/api/person/{personId}/bills/{billId}/advancePayment/{advanceId}', {
        params: { path: { personId, billId, advanceId } },
      }),
    // Nothing waits for it: with the new answer the part of the page is gone that tells how it went.
    onSettled: (_, __, { billId }) => void outdated(billId),
  });
}
