import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { companies, type Company } from '@/api/companies';
import { useCursorList } from '@/api/listing';
import { PageTitle } from '@/components/PageTitle';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListSearch } from '@/components/list/ListSearch';
import { ListView } from '@/components/list/ListView';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { CorrectionDialog } from './CorrectionDialog';
import { readCompaniesSearch } from './search';

/** The shared register of companies, which clerks correct. */
export function CompaniesPage() {
  const { q = '' } = useSearch({ from: '/provider/companies' });
  const navigate = useNavigate({ from: '/provider/companies' });
  const list = useCursorList(companies(q));
  const [open, setOpen] = useState<Company>();
  return (
    <Stack gap="md">
      <div>
        <Group justify="space-between">
          <PageTitle>{m.provider_page_companies()}</PageTitle>
          <ListKeys />
        </Group>
        <Text c="dimmed" mt={4} maw={640}>
          {m.customers_register_intro()}
        </Text>
      </div>
      <ListSearch
        label={m.customers_register_search()}
        asked={q}
        ask={(next) => void navigate({ search: readCompaniesSearch({ q: next }), replace: true })}
      />
      <ListView
        list={list}
        empty={
          q === '' ? m.customers_register_empty() : m.customers_register_no_hits({ search: q })
        }
      >
        {(found) => (
          <DataTable
            caption={m.provider_page_companies()}
            items={found}
            keyOf={({ id }) => id}
            columns={columns(setOpen)}
            leading
          />
        )}
      </ListView>
      {open !== undefined && (
        <CorrectionDialog key={open.id} company={open} close={() => setOpen(undefined)} />
      )}
    </Stack>
  );
}

function columns(open: (company: Company) => void): [Column<Company>, ...Column<Company>[]] {
  return [
    {
      name: m.customers_column_name(),
      cell: ({ name, organization, businessid, vat }) => (
        <>
          {name}
          {organization !== '' && (
            <Text size="sm" c="dimmed">
              {organization}
            </Text>
          )}
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {businessid || vat}
          </Text>
        </>
      ),
    },
    {
      name: m.customers_column_id(),
      cell: ({ businessid, vat }) => businessid || vat,
      from: 'sm',
    },
    { name: m.customers_column_city(), cell: ({ city }) => city, from: 'sm' },
    { name: m.customers_register_workers(), cell: ({ workers }) => workers, numeric: true },
    {
      name: m.customers_correct(),
      silent: true,
      cell: (company) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={m.customers_correct_of({ name: company.name })}
          onClick={() => open(company)}
        >
          {m.customers_correct()}
        </Button>
      ),
    },
  ];
}
