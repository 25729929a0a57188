import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';
import { useSession } from './session';

export type Place = components['schemas']['Place'];
type DistanceBody = components['schemas']['DistanceBody'];
type CoordinatesBody = components['schemas']['CoordinatesBody'];
type PlaceBody = components['schemas']['PlaceBody'];

const MINUTE_MS = 60_000;

/** Addresses that a typed text may become. A newer text takes an older request back. */
export function addressSearchQuery(text: string) {
  return queryOptions({
    queryKey: ['addresses', 'search', text],
    staleTime: 5 * MINUTE_MS,
    retry: false,
    queryFn: ({ signal }) =>
      answer(api.GET('/api/address', { params: { query: { address: text } }, signal })),
  });
}

/** How long a way is. */
export function distanceQuery(body: DistanceBody) {
  return queryOptions({
    queryKey: ['addresses', 'distance', body],
    staleTime: 5 * MINUTE_MS,
    retry: false,
    queryFn: ({ signal }) => answer(api.POST('/api/address/distance', { body, signal })),
  });
}

/** The address of a position. */
export function useFindAddress() {
  return useMutation({
    mutationFn: (body: CoordinatesBody) => answer(api.POST('/api/address/coordinates', { body })),
  });
}

/** The places that the user can choose as addresses of trips. */
export function placesQuery(personId: string | undefined) {
  return queryOptions({
    queryKey: ['addresses', 'places', personId],
    queryFn:
      personId === undefined
        ? skipToken
        : async ({ signal }) => {
            const params = { path: { personId } };
            const call = api.GET('/api/person/{personId}/places', { params, signal });
            return (await answer(call)).places;
          },
  });
}

function usePlaceChange<Change>(send: (personId: string, change: Change) => Promise<unknown>) {
  const personId = useSession()?.id ?? '';
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => send(personId, change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: placesQuery(personId).queryKey }),
  });
}

/** Writes a place down. Sent twice, it is one. */
export function useAddPlace() {
  return usePlaceChange((personId, body: PlaceBody) =>
    answer(api.POST('/api/person/{personId}/places', { params: { path: { personId } }, body })),
  );
}

export function useRemovePlace() {
  return usePlaceChange((personId, placeId: string) =>
    answer(
      api.DELETE('/api/person/{personId}/places/{placeId}', {
        params: { path: { personId, placeId } },
      }),
    ),
  );
}
