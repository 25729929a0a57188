import { Paper, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { modals } from '@mantine/modals';
import { useRemoveCustomer, useSaveCustomer, type Customer } from '@/api/customers';
import { endedSession } from '@/api/problem';
import { PageTitle } from '@/components/PageTitle';
import { CustomerModal, needsDelivery, type CustomerView } from '@/domain/customers/CustomerModal';
import { useCustomerSearch } from '@/domain/customers/useCustomerSearch';
import { notify } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import classes from './CustomersPage.module.css';
import { FindCustomer } from './FindCustomer';
import { SavedCustomers } from './SavedCustomers';

/** The customers: the search of the shared register, and the saved ones. */
export function CustomersPage() {
  const { search = '' } = useSearch({ from: '/customers' });
  return <Customers key={search} start={search} />;
}

/** `start`: what the address asks to be searched for. */
function Customers({ start }: { readonly start: string }) {
  const [view, setView] = useState<CustomerView>();
  const search = useCustomerSearch({ start });
  const searchField = useRef<HTMLInputElement>(null);
  const { add, confirmRemoval } = useOwnList(setView);
  const show = (customer: Customer) => setView({ kind: 'details', customer });
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.page_customers()}</PageTitle>
        <Text size="lg" c="dimmed" mt={4} maw={640}>
          {m.customers_intro()}
        </Text>
      </div>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} className={classes.card}>
        <FindCustomer
          search={search}
          searchField={searchField}
          onAddToList={add}
          onShow={show}
          onCreate={() => setView({ kind: 'create', searched: search.typed.trim() })}
        />
      </Paper>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} className={classes.card}>
        <SavedCustomers
          onShow={show}
          onEdit={(customer) => setView({ kind: 'edit', customer })}
          onRemove={confirmRemoval}
          onStart={() => searchField.current?.focus()}
        />
      </Paper>
      <CustomerModal view={view} onView={setView} onChosen={add} />
    </Stack>
  );
}

function tellFailure(key: string) {
  return (error: Error) => {
    if (!endedSession(error)) notify('error', key);
  };
}

/** Saves customers, and removes them after a question. */
function useOwnList(onView: (view: CustomerView) => void) {
  const { mutate: save } = useSaveCustomer();
  const { mutate: remove } = useRemoveCustomer();

  return {
    add: (customer: Customer) => {
      if (customer.saved) return;
      if (needsDelivery(customer)) {
        onView({ kind: 'edit', customer });
        return;
      }
      save(customer, {
        onSuccess: () => notify('success', 'SAVE_CUSTOMERS_SUCCESS'),
        onError: tellFailure('SAVE_CUSTOMERS_FAILURE'),
      });
    },
    confirmRemoval: (customer: Customer) =>
      modals.openConfirmModal({
        title: m.customers_remove_title(),
        children: <Text>{m.customers_remove_body({ name: customer.name })}</Text>,
        labels: { confirm: m.customers_remove(), cancel: m.dialog_cancel() },
        confirmProps: { color: 'red' },
        onConfirm: () =>
          remove(customer, {
            onSuccess: () => notify('success', 'DELETE_CUSTOMERS_SUCCESS'),
            onError: tellFailure('DELETE_CUSTOMERS_FAILURE'),
          }),
      }),
  };
}
