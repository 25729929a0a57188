import { Paper, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Customer } from '@/api/customers';
import { CustomerModal, type CustomerView } from '@/components/customers/CustomerModal';
import { useCustomerSearch } from '@/components/customers/useCustomerSearch';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';
import classes from './CustomersPage.module.css';
import { FindCustomer } from './FindCustomer';
import { SavedCustomers } from './SavedCustomers';
import { useOwnList } from './useOwnList';

/** Whom one invoices: the search of the shared register and one's own list. */
export function CustomersPage() {
  const { search = '' } = useSearch({ from: '/customers' });
  return <Customers key={search} start={search} />;
}

/** `start`: what the address asks to be searched for. */
function Customers({ start }: { readonly start: string }) {
  const [view, setView] = useState<CustomerView>();
  const search = useCustomerSearch(start);
  const searchField = useRef<HTMLInputElement>(null);
  const { add, confirmRemoval } = useOwnList();
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
