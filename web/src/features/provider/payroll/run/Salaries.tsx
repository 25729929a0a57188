import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRunSalaries, type Run, type SalaryFilter } from '@/api/payroll';
import { DataTable } from '@/components/list/DataTable';
import { FilterTabs } from '@/components/list/FilterTabs';
import { ListSearch } from '@/components/list/ListSearch';
import { ListView } from '@/components/list/ListView';
import { m } from '@/paraglide/messages';
import { readRunSearch, SALARY_FILTERS, type RunSearch } from '../search';
import { salaryColumns } from './salaryColumns';
import { SalaryDrawer } from './SalaryDrawer';

const FILTERS: Readonly<
  Record<SalaryFilter, { name: () => string; empty: () => string; count: keyof Run['counts'] }>
> = {
  all: {
    name: m.providerpayroll_filter_all,
    empty: m.providerpayroll_filter_all_empty,
    count: 'calculated',
  },
  errors: {
    name: m.providerpayroll_filter_errors,
    empty: m.providerpayroll_filter_errors_empty,
    count: 'withProblems',
  },
  held: {
    name: m.providerpayroll_filter_held,
    empty: m.providerpayroll_filter_held_empty,
    count: 'held',
  },
  changed: {
    name: m.providerpayroll_filter_changed,
    empty: m.providerpayroll_filter_changed_empty,
    count: 'changed',
  },
};

/** Every salary of the run, with its remarks. */
export function Salaries({ run }: { run: Run }) {
  const {
    only = SALARY_FILTERS[0],
    q = '',
    salary,
  } = useSearch({ from: '/provider/payroll/$runId' });
  const navigate = useNavigate({ from: '/provider/payroll/$runId' });
  const show = (search: RunSearch) =>
    void navigate({ search: readRunSearch({ ...search }), replace: true, resetScroll: false });
  const choose = (next: SalaryFilter) => show({ only: next, q });
  return (
    <section aria-label={m.providerpayroll_salaries()}>
      {only !== 'errors' && run.state === 'CALCULATED' && run.counts.withProblems > 0 && (
        <ProblemNote count={run.counts.withProblems} show={() => choose('errors')} />
      )}
      <FilterTabs
        label={m.providerpayroll_salaries()}
        filters={SALARY_FILTERS.map((value) => ({
          value,
          name: FILTERS[value].name(),
          count: run.counts[FILTERS[value].count],
        }))}
        value={only}
        choose={choose}
      >
        <Stack gap="sm">
          <ListSearch
            label={m.providerpayroll_search_salaries()}
            asked={q}
            ask={(next) => show({ only, q: next })}
          />
          <SalaryList key={only} run={run} only={only} search={q} />
        </Stack>
      </FilterTabs>
      <SalaryDrawer run={run} salaryId={salary} close={() => show({ only, q })} />
    </section>
  );
}

interface ListProps {
  run: Run;
  only: SalaryFilter;
  search: string;
}

function SalaryList({ run, only, search }: ListProps) {
  const list = useRunSalaries(run, only, search);
  return (
    <ListView
      list={list}
      empty={search === '' ? FILTERS[only].empty() : m.providerpayroll_search_no_hits({ search })}
    >
      {(salaries) => (
        <DataTable
          caption={m.providerpayroll_salaries()}
          items={salaries}
          keyOf={({ id }) => id}
          columns={salaryColumns(run, { only, q: search })}
          leading
        />
      )}
    </ListView>
  );
}

function ProblemNote({ count, show }: { count: number; show: () => void }) {
  return (
    <Alert
      variant="light"
      color="yellow"
      mb="md"
      icon={<IconAlertTriangle aria-hidden="true" />}
      role="status"
    >
      <Group justify="space-between" gap="sm">
        <Text>{m.providerpayroll_problems_note({ count })}</Text>
        <Button size="compact-sm" variant="default" onClick={show}>
          {m.providerpayroll_problems_show()}
        </Button>
      </Group>
    </Alert>
  );
}
