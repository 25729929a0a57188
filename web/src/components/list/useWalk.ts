import { useEffect, useEffectEvent, useState } from 'react';
import type { Listing } from '@/api/listing';

/** So many items before the end of what is fetched, more are fetched. */
const FETCH_AHEAD = 5;

interface Way {
  /** What is worked through. */
  readonly list: Listing<{ readonly id: string }>;
  /** The one that is open. */
  readonly id: string;
  readonly open: (id: string) => void;
  /** Fetches one that will be opened next. */
  readonly expect: (id: string) => void;
  /** Where to go when nothing is left. */
  readonly end: () => void;
}

/** The way through a list from the item that is open. */
export function useWalk({ list, id, open, expect, end }: Way) {
  const { items, total, hasMore, loadingMore, loadMore, failure } = list;
  const ids = items.map((item) => item.id);

  const [lastPlace, setLastPlace] = useState(0);
  const { place, previous, next } = neighbours(ids, id, lastPlace);
  if (ids.includes(id) && place !== lastPlace) setLastPlace(place);

  // What failed is not asked for again by itself: the list has a button for that.
  const nearEnd = hasMore && !loadingMore && failure === null && place + FETCH_AHEAD >= ids.length;
  const fetchMore = useEffectEvent(loadMore);
  useEffect(() => {
    if (nearEnd) fetchMore();
  }, [nearEnd]);
  // The next page is fetched before it is needed.
  const fetchNext = useEffectEvent(expect);
  useEffect(() => {
    if (next !== undefined) fetchNext(next);
  }, [next]);

  const openKnown = (known: string | undefined) => {
    if (known !== undefined) open(known);
  };
  return {
    place,
    total,
    previous,
    next,
    open: openKnown,
    /** Goes on to the next one; after the last one, back to those skipped, or to the end. */
    goOn: () => {
      if (next !== undefined || previous !== undefined) openKnown(next ?? previous);
      else end();
    },
  };
}

export type Walk = ReturnType<typeof useWalk>;

interface Neighbours {
  /** Where in the list the item is, or was while it was there. */
  readonly place: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/**
 * The items before and after an item of a list. One that has left the list, for example because
 * another user took it, keeps its place: the item after it is still the next.
 */
export function neighbours(ids: readonly string[], id: string, lastPlace: number): Neighbours {
  const found = ids.indexOf(id);
  if (found !== -1) return { place: found, previous: ids[found - 1], next: ids[found + 1] };
  const place = Math.min(lastPlace, ids.length);
  return { place, previous: ids[place - 1], next: ids[place] };
}
