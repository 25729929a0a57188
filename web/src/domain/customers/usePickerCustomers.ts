import { useQuery } from '@tanstack/react-query';
import { savedCustomersQuery, type Customer } from '@/api/customers';
import { useSession } from '@/api/session';
import { useCustomerSearch } from './useCustomerSearch';

/** Whether every word typed begins a word of the customer. */
function matches(customer: Customer, typed: string): boolean {
  const { name, organization, businessid, vat, city } = customer;
  const words = `${name} ${organization} ${businessid} ${vat} ${city}`.toLowerCase().split(/\s+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Longer than elsewhere: the editor saves meanwhile. */
const PAUSE_ON_INVOICE_MS = 500;

/** The customers to pick from: the user's own that match the typed text, and search results. */
export function usePickerCustomers() {
  const search = useCustomerSearch({ pause: PAUSE_ON_INVOICE_MS });
  const saved = useQuery(savedCustomersQuery(useSession()?.id));
  const typed = search.typed.trim();
  const own = saved.data?.filter((customer) => matches(customer, typed)) ?? [];
  const shown = new Set(own.map(({ id }) => id));
  const found = search.found ?? [];
  return {
    search,
    own: [...own, ...found.filter((customer) => customer.saved && !shown.has(customer.id))],
    others: found.filter((customer) => !customer.saved && !shown.has(customer.id)),
    loading: saved.isPending,
    error: search.error ?? saved.error,
    retry: () => {
      search.searchNow();
      void saved.refetch();
    },
    /** Also one that neither list shows any more, such as the one picked. */
    known: (id: string): Customer | undefined =>
      saved.data?.find((customer) => customer.id === id) ??
      found.find((customer) => customer.id === id),
  };
}

export type PickerCustomers = ReturnType<typeof usePickerCustomers>;
