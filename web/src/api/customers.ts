import {
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { billKeys } from './bills';
import { answer, api } from './client';
import { cursorList } from './listing';
import type { components } from './schema';
import { useSession } from './session';

export type PartyRole = components['schemas']['PartyRole'];
export type SendBillMethod = components['schemas']['SendBillMethod'];
export type ContactPerson = components['schemas']['ContactPerson'];
export type Customer = components['schemas']['Customer'];
/** A customer on the own list. What was billed is not known yet of one that was just put there. */
export type SavedCustomer = Customer &
  Partial<Pick<components['schemas']['SavedCustomer'], 'billed' | 'lastBilled'>>;
export type CustomerBody = components['schemas']['CustomerBody'];
type FoundCustomers = components['schemas']['FoundCustomers'];
export type CustomerOptions = components['schemas']['CustomerOptions'];

/** The server searches for no less; the app does not even ask. */
export const SHORTEST_SEARCH = 2;

const SEARCHES_KEY = ['customers', 'search'];

/** The user's saved customers, by name. */
export function savedCustomersQuery(personId: string | undefined) {
  return queryOptions({
    queryKey: ['customers', 'saved', personId],
    queryFn:
      personId === undefined
        ? skipToken
        : async ({ signal }) => {
            const params = { path: { personId } };
            const list = await answer(
              api.GET('/api/person/{personId}/sharedcustomers', { params, signal }),
            );
            const saved: SavedCustomer[] = list.customers;
            return saved;
          },
  });
}

/** Companies of the shared register and the user's own private persons that a search finds, best first. */
export function customerSearch(crit: string) {
  return cursorList(
    [...SEARCHES_KEY, crit],
    ({ cursor }, signal) =>
      answer(
        api.GET('/api/sharedcustomers', {
          params: { query: { crit, ...(cursor !== undefined && { page: cursor }) } },
          signal,
        }),
      ),
    ({ customers }) => customers,
    { keepPrevious: true, failAtOnce: true },
  );
}

/** The place of a Finnish postal code; it changes with the program only. */
export function postalPlaceQuery(code: string) {
  return queryOptions({
    queryKey: ['postal-place', code],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/customers/postal-codes/{postalCode}', {
          params: { path: { postalCode: code } },
          signal,
        }),
      ),
  });
}

/** The e-invoice operators and countries to choose from. They change with the program only. */
export const customerOptionsQuery = queryOptions({
  queryKey: ['customer-options'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => answer(api.GET('/api/customers/options', { signal })),
});

function byName<Named extends Customer>(customers: readonly Named[]): Named[] {
  const order = new Intl.Collator('fi').compare;
  return customers.toSorted((a, b) => order(a.name, b.name));
}

/** Puts a customer on the saved list, in place of its earlier record if it had one. */
function keepSaved(
  queryClient: QueryClient,
  personId: string,
  customer: Customer,
  before?: string,
) {
  const { queryKey } = savedCustomersQuery(personId);
  const isSame = ({ id }: Customer) => id === customer.id || id === before;
  const earlier = queryClient.getQueryData(queryKey)?.find(isSame);
  queryClient.setQueryData(queryKey, (saved) => {
    const others = saved?.filter((one) => !isSame(one));
    const { billed, lastBilled } = earlier ?? {};
    const known = billed === undefined ? {} : { billed, lastBilled: lastBilled ?? null };
    return others && byName([...others, { ...customer, ...known }]);
  });
  // It may have been billed while it was off the list.
  if (earlier === undefined) void queryClient.invalidateQueries({ queryKey });
}

/** Shows a customer in the searches already made as it is now. */
function changeInSearches(
  queryClient: QueryClient,
  id: string,
  change: (customer: Customer) => Customer,
) {
  queryClient.setQueriesData<InfiniteData<FoundCustomers>>({ queryKey: SEARCHES_KEY }, (found) =>
    found === undefined
      ? undefined
      : {
          ...found,
          pages: found.pages.map((page) => ({
            ...page,
            customers: page.customers.map((one) => (one.id === id ? change(one) : one)),
          })),
        },
  );
}

function usePersonId(): string {
  return useSession()?.id ?? '';
}

export interface NewCustomer {
  readonly body: CustomerBody;
  /** Made once per customer to be made, and sent at every try. */
  readonly key: string;
}

/** Creates a customer and saves it to the user's list. */
export function useCreateCustomer() {
  const personId = usePersonId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, key }: NewCustomer) => {
      const params = { header: { 'Idempotency-Key': key } };
      const { data, response } = await api.POST('/api/sharedcustomers', { params, body });
      // 200 means that an earlier try had made it already, whose answer did not arrive.
      return { customer: data as Customer, made: response.status === 201 };
    },
    onSuccess: ({ customer }) => {
      keepSaved(queryClient, personId, customer);
      void queryClient.invalidateQueries({ queryKey: SEARCHES_KEY });
    },
  });
}

/**
 * Changes a customer of the user, or begins to bill a company of the register. It gets a new id, which the user's drafts
 * take over.
 */
export function useUpdateCustomer() {
  const personId = usePersonId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ customer, body }: { customer: Customer; body: CustomerBody }) =>
      answer(
        api.PUT('/api/sharedcustomers/{customerId}', {
          params: { path: { customerId: customer.id } },
          body: { ...body, version: customer.version },
        }),
      ),
    onSuccess: (changed, { customer }) => {
      keepSaved(queryClient, personId, changed, customer.id);
      void queryClient.invalidateQueries({ queryKey: SEARCHES_KEY });
      void queryClient.invalidateQueries({ queryKey: billKeys.lists });
    },
    // It failed because of another user's change, so what is shown is outdated.
    onError: () => queryClient.invalidateQueries({ queryKey: ['customers'] }),
  });
}

/** Saves a customer of the shared register to the user's list. */
export function useSaveCustomer() {
  const personId = usePersonId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id: customerId }: Pick<Customer, 'id'>) =>
      answer(
        api.POST('/api/person/{personId}/sharedcustomers/{customerId}', {
          params: { path: { personId, customerId } },
        }),
      ),
    // A company of the register becomes a customer of one's own, with an id of its own.
    onSuccess: (customer, { id: asked }) => {
      keepSaved(queryClient, personId, customer);
      changeInSearches(queryClient, asked, () => customer);
    },
  });
}

/** Removes a customer from the user's list. It stays in the register and on its bills. */
export function useRemoveCustomer() {
  const personId = usePersonId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id: customerId }: Pick<Customer, 'id'>) =>
      api.DELETE('/api/person/{personId}/sharedcustomers/{customerId}', {
        params: { path: { personId, customerId } },
      }),
    onSuccess: (_, { id }) => {
      queryClient.setQueryData(savedCustomersQuery(personId).queryKey, (saved) =>
        saved?.filter((customer) => customer.id !== id),
      );
      changeInSearches(queryClient, id, (customer) => ({ ...customer, saved: false }));
    },
  });
}
