import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useRuns, type RunLine } from '@/api/payroll';
import { PageTitle } from '@/components/PageTitle';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { RowLink } from '@/components/list/RowLink';
import { StateBadge } from '@/components/StateBadge';
import { formatMoney } from '@/lib/format/money';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { Corrections } from './Corrections';
import { NextPayday } from './NextPayday';
import { SalariesLeftAgain } from './SalariesLeftAgain';
import { stateOf } from './runStates';

/** The payday ahead, and every run that was made. */
export function RunsPage() {
  const { list, ahead } = useRuns();
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_payroll()}</PageTitle>
        <ListKeys />
      </Group>
      {ahead === undefined ? (
        list.loading && <Skeleton height={132} />
      ) : (
        <NextPayday ahead={ahead} />
      )}
      <SalariesLeftAgain left={ahead?.leftAgain ?? []} />
      <ListView list={list} empty={m.providerpayroll_runs_empty()}>
        {(runs) => (
          <DataTable
            caption={m.provider_page_payroll()}
            items={runs}
            keyOf={({ id }) => id}
            columns={columns()}
            leading
          />
        )}
      </ListView>
      <Corrections />
    </Stack>
  );
}

function columns(): [Column<RunLine>, ...Column<RunLine>[]] {
  return [
    {
      name: m.calculator_payday(),
      cell: ({ id, payday, people }) => (
        <>
          <RowLink to="/provider/payroll/$runId" params={{ runId: id }}>
            {payday}
          </RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {m.providerpayroll_people_count({ count: people })}
          </Text>
        </>
      ),
    },
    { name: m.bills_status(), cell: (run) => <StateBadge state={stateOf(run)} /> },
    {
      name: m.providerpayroll_made_by(),
      cell: ({ made }) => made.name,
      from: 'md',
    },
    {
      name: m.providerpayroll_approved_by(),
      cell: ({ approved }) => approved?.name,
      from: 'md',
    },
    {
      name: m.providerpayroll_people(),
      cell: ({ people }) => people,
      numeric: true,
      from: 'sm',
    },
    {
      name: m.providerpayroll_to_accounts(),
      cell: ({ salary }) => formatMoney(salary),
      numeric: true,
    },
  ];
}
