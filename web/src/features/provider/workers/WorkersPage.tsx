import { Badge, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWorkers, type WorkerCard } from '@/api/providerPeople';
import { useSession } from '@/api/session';
import { PageTitle } from '@/components/PageTitle';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListSearch } from '@/components/list/ListSearch';
import { ListView } from '@/components/list/ListView';
import { RowLink } from '@/components/list/RowLink';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { DeletionRequests } from './DeletionRequests';
import { readWorkersSearch } from './search';
import { workerTypeName } from './workerTypes';

/** Everybody who bills through the provider, found by name or address. */
export function WorkersPage() {
  const { q = '' } = useSearch({ from: '/provider/workers' });
  const navigate = useNavigate({ from: '/provider/workers' });
  const list = useWorkers(q);
  const admin = useSession()?.roles.includes('ROLE_ADMIN') ?? false;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_workers()}</PageTitle>
        <ListKeys />
      </Group>
      {admin && <DeletionRequests />}
      <ListSearch
        label={m.providerpeople_workers_search()}
        asked={q}
        ask={(next) => void navigate({ search: readWorkersSearch({ q: next }), replace: true })}
      />
      <ListView
        list={list}
        empty={
          q === ''
            ? m.providerpeople_workers_empty()
            : m.providerpeople_workers_no_hits({ search: q })
        }
      >
        {(workers) => (
          <DataTable
            caption={m.provider_page_workers()}
            items={workers}
            keyOf={({ id }) => id}
            columns={columns()}
            leading
          />
        )}
      </ListView>
    </Stack>
  );
}

function columns(): [Column<WorkerCard>, ...Column<WorkerCard>[]] {
  return [
    {
      name: m.providerpeople_name(),
      cell: ({ id, name, email }) => (
        <>
          <RowLink to="/provider/workers/$personId" params={{ personId: id }}>
            {name}
          </RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {email}
          </Text>
        </>
      ),
    },
    { name: m.login_username(), cell: ({ email }) => email, from: 'sm' },
    {
      name: m.providerpeople_worker_type(),
      cell: ({ workerType }) => workerTypeName(workerType),
      from: 'xs',
    },
    {
      name: m.providerpeople_marks(),
      cell: ({ hasTaxCard, hasDistraint, hasAccount }) => (
        <Group gap={6}>
          {!hasTaxCard && <Mark>{m.providerpeople_mark_no_card()}</Mark>}
          {!hasAccount && <Mark>{m.providerpeople_mark_no_account()}</Mark>}
          {hasDistraint && <Mark>{m.invoice_line_distraint()}</Mark>}
        </Group>
      ),
    },
  ];
}

function Mark({ children }: { children: string }) {
  return <Badge variant="default">{children}</Badge>;
}
