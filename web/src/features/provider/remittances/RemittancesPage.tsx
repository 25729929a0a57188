import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useRemittances } from '@/api/remittances';
import { PageTitle } from '@/components/PageTitle';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { OwedList } from './OwedList';
import { RemittanceList } from './RemittanceList';
import { SeparateReports } from './SeparateReports';

/** What is owed to authorities and insurers, what was paid to them, and the monthly report about it. */
export function RemittancesPage() {
  const { list, owed } = useRemittances();
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_remittances()}</PageTitle>
        <ListKeys enter={m.provider_key_first()} choosing />
      </Group>
      <Text c="dimmed">{m.providerpayroll_remit_help()}</Text>
      <Stack component="section" gap="sm" aria-label={m.providerpayroll_owed()}>
        <Title order={2}>{m.providerpayroll_owed()}</Title>
        {owed === undefined ? list.loading && <Skeleton height={132} /> : <OwedList owed={owed} />}
      </Stack>
      <RemittanceList list={list} />
      <SeparateReports />
    </Stack>
  );
}
