import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { archivedBills } from '@/api/billLists';
import {
  customerSearch,
  savedCustomersQuery,
  SHORTEST_SEARCH,
  type Customer,
} from '@/api/customers';
import { useCursorList } from '@/api/listing';
import { useSession } from '@/api/session';
import { isWorker } from '@/api/viewer';
import { m } from '@/paraglide/messages';
import {
  billItem,
  customerItem,
  matches,
  recentItem,
  type Destinations,
  type PaletteGroup,
} from './items';
import { recentChoices } from './recent';
import { useFixedItems } from './useFixedItems';

const SEARCH_DEBOUNCE_MS = 200;
const SHOWN_PER_GROUP = 6;

interface Palette {
  readonly groups: readonly PaletteGroup[];
  readonly searching: boolean;
  /** Why some of what may be there is not shown. */
  readonly failure: Error | null;
  readonly retry: () => void;
}

/** What the palette offers for the words typed so far. */
export function usePaletteGroups(typed: string): Palette {
  const { actions, pages } = useFixedItems();
  const navigate = useNavigate();
  const destinations: Destinations = {
    openBill: (id) => void navigate({ to: '/invoice', search: { id } }),
    openCustomer: (name) => void navigate({ to: '/customers', search: { search: name } }),
  };
  const search = typed.trim();
  const found = useFound(search, destinations);

  if (search === '') {
    const fixed = [...actions.items, ...pages.items];
    const recent = recentChoices().flatMap((one) => recentItem(one, fixed, destinations) ?? []);
    const again = new Set(recent.map(({ id }) => id));
    const rest = [actions, pages].map(({ name, items }) => ({
      name,
      items: items.filter(({ id }) => !again.has(id)),
    }));
    return { ...found, groups: filled([{ name: m.palette_recent(), items: recent }, ...rest]) };
  }
  const fitting = [actions, pages].map(({ name, items }) => ({
    name,
    items: items.filter(({ label }) => matches(label, search)),
  }));
  return { ...found, groups: filled([...fitting, ...found.groups]) };
}

function filled(groups: readonly PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

/** The bills and customers that fit a search, asked of the server once the typing pauses. */
function useFound(search: string, destinations: Destinations): Palette {
  const user = useSession();
  const [asked] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const long = search.length >= SHORTEST_SEARCH && isWorker(user);
  const enabled = long && asked.length >= SHORTEST_SEARCH;

  const bills = useCursorList(archivedBills(user?.id ?? '', { search: asked }), enabled);
  const saved = useQuery({ ...savedCustomersQuery(user?.id), enabled: long });
  const register = useCursorList(customerSearch(asked), enabled);

  if (!long) return { groups: [], searching: false, failure: null, retry: () => undefined };
  const customers = ownFirst(saved.data ?? [], register.items, search);
  return {
    groups: [
      {
        name: m.palette_bills(),
        items: bills.items.slice(0, SHOWN_PER_GROUP).map((bill) => billItem(bill, destinations)),
      },
      {
        name: m.palette_customers(),
        items: customers
          .slice(0, SHOWN_PER_GROUP)
          .map((customer) => customerItem(customer, destinations)),
      },
    ],
    searching:
      asked !== search ||
      bills.loading ||
      bills.outdated ||
      saved.isFetching ||
      register.loading ||
      register.outdated,
    failure: bills.failure ?? saved.error ?? register.failure,
    retry: () => {
      bills.retry();
      void saved.refetch();
      register.retry();
    },
  };
}

/** The user's own customers before those of the register, without duplicates. */
function ownFirst(saved: readonly Customer[], register: readonly Customer[], search: string) {
  const own = saved.filter(({ name, businessid }) => matches(`${name} ${businessid}`, search));
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...register.filter(({ id }) => !known.has(id))];
}
