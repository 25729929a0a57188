import type { QueryClient } from '@tanstack/react-query';
import { archivedBills } from '@/api/billLists';
import { allPurchases } from '@/api/purchases';
import { receivedShares } from '@/api/shares';
import { billSection, otherSection } from '@/lib/archiveQuestion';
import type { readArchiveSearch } from './search';

interface Request {
  readonly queryClient: QueryClient;
  readonly personId: string;
  readonly search: ReturnType<typeof readArchiveSearch>;
}

/** Fetches the section of the archive that the address asks for. */
export function fetchArchive({ queryClient, personId, search }: Request): Promise<unknown> {
  const { search: words, order, section } = search;
  switch (otherSection(section)) {
    case 'shares':
      return queryClient.ensureInfiniteQueryData(receivedShares(personId).query);
    case 'purchases':
      return queryClient.ensureInfiniteQueryData(allPurchases(personId).query);
    case undefined: {
      const question = { search: words, order, section: billSection(section) };
      return queryClient.ensureInfiniteQueryData(archivedBills(personId, question).query);
    }
  }
}
