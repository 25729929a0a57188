import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** A list as a page shows it, fetched a page at a time. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  /** How many there are on the server; undefined until it has told, and where it does not. */
  readonly total: number | undefined;
  /** There is nothing in it, and that is certain. */
  readonly empty: boolean;
  /** The items answer an earlier question; the answer to this one is on its way. */
  readonly outdated: boolean;
  /** Why there is nothing to show; the items that were fetched before a failure stay. */
  readonly failure: Error | null;
  readonly loading: boolean;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
}

/** The pages of a query as one list. */
export function listingOf<Page extends { next: string | null; total?: number }, Item>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  itemsOf: (page: Page) => readonly Item[],
): Listing<Item> {
  const { data, error, isPending, isFetching } = query;
  const items = data?.pages.flatMap(itemsOf) ?? [];
  return {
    items,
    total: data?.pages.at(-1)?.total,
    empty: data !== undefined && items.length === 0 && error === null,
    outdated: query.isPlaceholderData,
    failure: error,
    loading: isPending && isFetching,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
