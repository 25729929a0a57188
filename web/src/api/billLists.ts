import type { ArchiveQuestion } from '@/lib/archiveQuestion';
import { billKeys } from './bills';
import { answer, api, given } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import type { components } from './schema';

/** A bill in a list. */
export type BillCard = components['schemas']['BillCard'];
/** What the shares of a draft come to. */
export type DraftShares = components['schemas']['DraftShares'];
export type BillPage = components['schemas']['BillPage'];

/** The lists of the page of invoices. */
export const BILL_SECTIONS = ['open', 'pending', 'sent'] as const;
type BillSection = (typeof BILL_SECTIONS)[number];

/** Bills, fetched a page at a time. What changes one bill makes all of these outdated. */
function billList(
  key: readonly unknown[],
  fetchPage: (page: { page?: string }, signal: AbortSignal) => Promise<BillPage>,
  keepPrevious = false,
) {
  return cursorList(
    [...billKeys.lists, ...key],
    ({ cursor }, signal) => fetchPage(cursor === undefined ? {} : { page: cursor }, signal),
    ({ bills }) => bills,
    { keepPrevious },
  );
}

export function currentBills(personId: string, section: BillSection) {
  return billList(['list', section], (page, signal) =>
    answer(
      api.GET('/api/person/{personId}/bills', {
        params: { path: { personId }, query: { section, ...page } },
        signal,
      }),
    ),
  );
}

/** Bills that a search of the archive finds; the last results stay until the next ones come. */
export function archivedBills(personId: string, question: ArchiveQuestion) {
  return billList(
    ['archive', question],
    (page, signal) =>
      answer(
        api.GET('/api/person/{personId}/archive', {
          params: { path: { personId }, query: { ...given(question), ...page } },
          signal,
        }),
      ),
    true,
  );
}

export type BillList = Listing<BillCard>;

/** The bills on their way, and whether there has never been any bill (undefined: not known yet). */
export function useCurrentBills(personId: string) {
  const open = useCursorList(currentBills(personId, 'open'));
  const pending = useCursorList(currentBills(personId, 'pending'));
  const sent = useCursorList(currentBills(personId, 'sent'));
  const lists = [open, pending, sent];

  const noneNow = lists.every(({ total }) => total === 0);
  const archive = useCursorList(archivedBills(personId, {}), noneNow);
  const known = !noneNow || archive.total !== undefined || archive.failure !== null;
  return {
    open,
    pending,
    sent,
    never: known ? noneNow && archive.total === 0 : undefined,
  };
}
