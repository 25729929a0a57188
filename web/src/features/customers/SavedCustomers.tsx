import { Button, EmptyState, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconAddressBook } from '@tabler/icons-react';
import { savedCustomersQuery, type SavedCustomer } from '@/api/customers';
import { useSession } from '@/api/session';
import { LoadFailure } from '@/components/LoadFailure';
import { m } from '@/paraglide/messages';
import type { CustomerActions } from './RowActions';
import { CustomerCards, CustomerTable } from './CustomerLists';

interface Props extends CustomerActions {
  /** Shows where to begin. */
  onStart: () => void;
}

/** The user's customers: a table, or cards on a narrow screen. */
export function SavedCustomers({ onStart, ...actions }: Props) {
  const { data, error, refetch } = useQuery(savedCustomersQuery(useSession()?.id));
  return (
    <Stack gap="md">
      <Group gap="xs" align="baseline">
        <Title order={2}>{m.customers_saved_title()}</Title>
        {data !== undefined && data.length > 0 && (
          <Text c="dimmed" component="span">
            {data.length}
          </Text>
        )}
      </Group>
      {data !== undefined ? (
        <List customers={data} onStart={onStart} actions={actions} />
      ) : error === null ? (
        <ComingList />
      ) : (
        <LoadFailure error={error} retry={() => void refetch()} />
      )}
    </Stack>
  );
}

interface ListProps {
  customers: readonly SavedCustomer[];
  onStart: () => void;
  actions: CustomerActions;
}

function List({ customers, onStart, actions }: ListProps) {
  const wide = useMediaQuery('(min-width: 52em)', undefined, { getInitialValueInEffect: false });
  if (customers.length === 0) return <NoCustomers onStart={onStart} />;
  const Customers = wide ? CustomerTable : CustomerCards;
  return <Customers customers={customers} actions={actions} />;
}

function NoCustomers({ onStart }: { onStart: () => void }) {
  return (
    <EmptyState
      variant="light"
      icon={<IconAddressBook aria-hidden="true" />}
      title={m.customers_empty_title()}
      description={m.customers_empty_body()}
    >
      <EmptyState.Actions>
        <Button variant="light" onClick={onStart}>
          {m.customers_empty_action()}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

function ComingList() {
  return (
    <Stack gap="sm" role="status" aria-label={m.loading()}>
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </Stack>
  );
}
