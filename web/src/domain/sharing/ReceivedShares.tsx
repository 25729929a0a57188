import { Stack, Text } from '@mantine/core';
import { useCursorList } from '@/api/listing';
import { receivedShares, type ReceivedShare } from '@/api/shares';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { StateBadge } from '@/components/StateBadge';
import { m } from '@/paraglide/messages';
import { CountOf } from './CountOf';
import { SHARE_STATES, shareAmountText } from './sharingWords';

function columns(): [Column<ReceivedShare>, ...Column<ReceivedShare>[]] {
  return [
    {
      name: m.sharing_from(),
      cell: ({ contractor, description }) => (
        <>
          {contractor.fullName}
          <Text size="sm" c="dimmed" fw={400}>
            {description}
          </Text>
        </>
      ),
    },
    { name: m.sharing_date(), cell: ({ date }) => date, from: 'sm', unbroken: true },
    { name: m.sharing_state(), cell: ({ state }) => <StateBadge state={SHARE_STATES[state]} /> },
    { name: m.sharing_payday_column(), cell: paymentText, from: 'md' },
    { name: m.sharing_sum(), cell: shareAmountText, numeric: true },
  ];
}

/** Where the salary of an approved share is. */
function paymentText({ state, customerPaid, payday, paid }: ReceivedShare): string {
  if (state !== 'APPROVED') return '';
  if (paid) return m.sharing_paid({ payday: payday ?? '' });
  const customer = customerPaid ? m.sharing_customer_paid() : m.sharing_customer_pays();
  return payday === null ? customer : `${customer}. ${m.sharing_payday({ payday })}`;
}

/** All shares that others have given the worker. */
export function ReceivedShares({ personId }: { personId: string }) {
  const list = useCursorList(receivedShares(personId));
  return (
    <Stack>
      <CountOf list={list} words={m.sharing_count} />
      <ListView list={list} empty={m.sharing_archive_empty()}>
        {(shares) => (
          <DataTable
            caption={m.sharing_archive()}
            items={shares}
            keyOf={({ id }) => id}
            columns={columns()}
            stacked
          />
        )}
      </ListView>
    </Stack>
  );
}
