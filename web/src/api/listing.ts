import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

/** How long an answer that may change at any time serves the parts of the page that asked for it, in milliseconds. */
export const SAME_PAGE_MS = 1000;

/** A list as a page shows it, fetched a page at a time. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  /** Number of items on the server; undefined until it is known, and where the server does not count. */
  readonly total: number | undefined;
  /** The list is known to have no items. */
  readonly empty: boolean;
  /** The items belong to an earlier search; the answer to this one is on its way. */
  readonly outdated: boolean;
  /** Why fetching failed; items fetched before the failure stay. */
  readonly failure: Error | null;
  readonly loading: boolean;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
}

interface Page {
  readonly next: string | null;
  readonly total?: number;
}

interface ListOptions<P> {
  /** Shows the last answer until the next one arrives. */
  readonly keepPrevious?: boolean;
  readonly staleTime?: number;
  /** Shows a failure at once, with a button to try again. */
  readonly failAtOnce?: boolean;
  /** Milliseconds until the list is fetched again; false: not at all. */
  readonly poll?: (pages: readonly P[]) => number | false;
}

/** A list that the server gives a page at a time: its query, and the items of one page. */
export function cursorList<P extends Page, Item>(
  queryKey: readonly unknown[],
  fetchPage: (cursor: { cursor?: string }, signal: AbortSignal) => Promise<P>,
  items: (page: P) => readonly Item[],
  { keepPrevious = false, failAtOnce = false, staleTime, poll }: ListOptions<P> = {},
) {
  const query = infiniteQueryOptions({
    queryKey,
    initialPageParam: '',
    getNextPageParam: ({ next }: P) => next,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(pageParam === '' ? {} : { cursor: pageParam }, signal),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(failAtOnce && { retry: false }),
    ...(staleTime !== undefined && { staleTime }),
    ...(poll !== undefined && {
      refetchInterval: ({ state }: { state: { data: { pages: P[] } | undefined } }) =>
        poll(state.data?.pages ?? []),
    }),
  });
  return { query, items };
}

export type CursorList<P extends Page, Item> = ReturnType<typeof cursorList<P, Item>>;

/** Fetches a cursor list and shows its pages as one list. */
export function useCursorList<P extends Page, Item>(
  list: CursorList<P, Item>,
  enabled = true,
): Listing<Item> & { readonly pages: readonly P[] } {
  const query = useInfiniteQuery({ ...list.query, enabled });
  const { data, error, isPending, fetchStatus } = query;
  const pages = data?.pages ?? [];
  const items = pages.flatMap(list.items);
  return {
    pages,
    items,
    total: pages.at(-1)?.total,
    empty: data !== undefined && items.length === 0 && error === null,
    outdated: query.isPlaceholderData,
    failure: error,
    loading: isPending && fetchStatus !== 'idle',
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
