import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ArchiveQuestion } from '@/lib/archiveQuestion';
import { billKeys } from './bills';
import { answer, api } from './client';
import { listingOf, type Listing } from './listing';
import type { components } from './schema';

/** A bill in a list. */
export type BillCard = components['schemas']['BillCard'];
export type BillPage = components['schemas']['BillPage'];

/** The lists of the page of invoices. */
type BillSection = 'open' | 'pending' | 'sent';

type FetchPage = (query: { page?: string }, signal: AbortSignal) => Promise<BillPage>;

/** Bills, fetched a page at a time. What changes one bill makes all of these outdated. */
function pagesQuery(key: readonly unknown[], fetchPage: FetchPage) {
  return infiniteQueryOptions({
    queryKey: [...billKeys.lists, ...key],
    initialPageParam: '',
    getNextPageParam: ({ next }: BillPage) => next,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(pageParam === '' ? {} : { page: pageParam }, signal),
  });
}

function billListQuery(personId: string, section: BillSection) {
  return pagesQuery(['list', section], (page, signal) =>
    answer(
      api.GET('/api/person/{personId}/bills', {
        params: { path: { personId }, query: { section, ...page } },
        signal,
      }),
    ),
  );
}

export function archiveQuery(personId: string, question: ArchiveQuestion) {
  const query = pagesQuery(['archive', question], (page, signal) =>
    answer(
      api.GET('/api/person/{personId}/archive', {
        params: { path: { personId }, query: { ...question, ...page } },
        signal,
      }),
    ),
  );
  // Whoever searches sees the last results until the next ones come.
  return { ...query, placeholderData: keepPreviousData };
}

type PagesQuery = ReturnType<typeof pagesQuery>;

/** A list of bills as a page shows it. */
export interface BillList extends Omit<Listing<BillCard>, 'items'> {
  readonly bills: readonly BillCard[];
}

export function useBillPages(query: PagesQuery): BillList {
  const { items, ...list } = listingOf(useInfiniteQuery(query), ({ bills }) => bills);
  return { bills: items, ...list };
}

/** The bills on their way, and whether there has never been any bill (undefined: not known yet). */
export function useCurrentBills(personId: string) {
  const open = useBillPages(billListQuery(personId, 'open'));
  const pending = useBillPages(billListQuery(personId, 'pending'));
  const sent = useBillPages(billListQuery(personId, 'sent'));
  const lists = [open, pending, sent];

  const noneNow = lists.every(({ total }) => total === 0);
  const archive = useBillPages({ ...archiveQuery(personId, {}), enabled: noneNow });
  const known = !noneNow || archive.total !== undefined || archive.failure !== null;
  return {
    open,
    pending,
    sent,
    never: known ? noneNow && archive.total === 0 : undefined,
  };
}
