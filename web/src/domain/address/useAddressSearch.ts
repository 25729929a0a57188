import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressSearchQuery, placesQuery, type Place } from '@/api/addresses';
import { profileQuery } from '@/api/profile';
import { useSession } from '@/api/session';

/** So long a pause in typing is waited for before anything is asked. */
export const PAUSE_IN_TYPING_MS = 1000;
const SHORTEST_SEARCH = 2;

/** The user's own places, and whether they want no search. */
export function usePlaces() {
  const session = useSession();
  const profile = useQuery(profileQuery);
  const { data: places, error, refetch } = useQuery(placesQuery(session?.id));
  const disabled = profile.data?.personSettings.disableAddressSearch;
  return {
    places,
    loadError: error,
    retry: () => void refetch(),
    /** Undefined until it is known: nothing is searched before. */
    searchDisabled: disabled,
  };
}

function matches({ name, address }: Place, typed: string): boolean {
  const text = typed.toLowerCase();
  return name.toLowerCase().includes(text) || address.toLowerCase().includes(text);
}

/** What is offered for a typed text: own places at once, found addresses after a pause. */
export function useAddressSearch(value: string, places: readonly Place[], enabled: boolean) {
  // What was typed since an address was chosen; what was chosen is not searched for.
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_IN_TYPING_MS);
  const asked = settled === typed.trim() && settled.length >= SHORTEST_SEARCH;
  const { data, isError, isFetching } = useQuery({
    // Another query as soon as typing goes on: the request for the older text is aborted by that.
    ...addressSearchQuery(asked ? settled : ''),
    enabled: enabled && asked,
  });
  const found = asked && data !== undefined ? data.addresses : [];
  const wanted = typed === '' ? '' : value.trim();
  // Two places of one's own may have the same address, which is offered once.
  const byAddress = new Map(places.toReversed().map((place) => [place.address, place]));
  const own = places.filter(
    (place) => byAddress.get(place.address) === place && matches(place, wanted),
  );
  const known = new Set(own.map(({ address }) => address));
  return {
    type: setTyped,
    own,
    found: found.filter((address) => !known.has(address)),
    searching: enabled && asked && isFetching,
    answered: asked && data !== undefined,
    down: enabled && asked && (isError || data?.reason === 'SERVICE_DOWN'),
    townsOnly: asked && data?.source === 'POSTAL_CODES' && data.reason === null,
  };
}
