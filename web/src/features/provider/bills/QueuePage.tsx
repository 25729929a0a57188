import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dashboardQuery, type Dashboard } from '@/api/dashboard';
import { useQueue, type QueuedBill, type QueueName } from '@/api/providerBills';
import { PageTitle } from '@/components/PageTitle';
import { BeginButton } from '@/components/list/BeginButton';
import { DataTable, type Choosing } from '@/components/list/DataTable';
import { FilterTabs } from '@/components/list/FilterTabs';
import { ListView } from '@/components/list/ListView';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { BulkApprove } from './BulkApprove';
import { billLabel } from './billLabel';
import { queueColumns } from './queueColumns';
import { QUEUES, readQueueSearch } from './search';

const QUEUE_NAMES: Readonly<Record<QueueName, { name: () => string; empty: () => string }>> = {
  pending: { name: m.providerbills_queue_pending, empty: m.providerbills_queue_pending_empty },
  mine: { name: m.providerbills_queue_mine, empty: m.providerbills_queue_mine_empty },
  'open-requests': {
    name: m.providerbills_queue_requests,
    empty: m.providerbills_queue_requests_empty,
  },
  approved: { name: m.providerbills_queue_approved, empty: m.providerbills_queue_approved_empty },
};

/** Where the dashboard counts a queue. */
const COUNTED = {
  pending: 'pendingBills',
  mine: 'myBills',
  'open-requests': 'openRequests',
  approved: 'approvedBills',
} as const satisfies Record<QueueName, keyof Dashboard>;

/** The bills that wait for the clerks, the oldest first. */
export function QueuePage() {
  const { queue = QUEUES[0] } = useSearch({ from: '/provider/bills' });
  const navigate = useNavigate({ from: '/provider/bills' });
  const { total } = useQueue(queue);
  const { data: counts } = useQuery(dashboardQuery);
  const choose = (next: QueueName) =>
    void navigate({ search: readQueueSearch({ queue: next }), replace: true });
  return (
    <FilterTabs
      label={m.providerbills_queues()}
      filters={QUEUES.map((value) => ({
        value,
        name: QUEUE_NAMES[value].name(),
        count: value === queue ? total : counts?.[COUNTED[value]].count,
      }))}
      value={queue}
      choose={choose}
      title={<PageTitle>{m.provider_page_bills()}</PageTitle>}
    >
      <QueueList key={queue} queue={queue} />
    </FilterTabs>
  );
}

/** Why a bill is not approved together with others; undefined where it can be. */
function whyNotUnseen({ own, remarks, openRequest }: QueuedBill): string | undefined {
  if (own) return m.providerbills_whynot_own();
  if (openRequest) return m.providerbills_whynot_request();
  return remarks.length > 0 ? m.providerbills_whynot_remarks() : undefined;
}

function QueueList({ queue }: { queue: QueueName }) {
  const list = useQueue(queue);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const inBulk = queue === 'pending' || queue === 'mine';
  const choosing: Choosing<QueuedBill> | undefined = inBulk
    ? {
        chosen,
        choose: setChosen,
        nameOf: (bill) => m.providerbills_choose({ bill: billLabel(bill) }),
        whyNot: whyNotUnseen,
      }
    : undefined;
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <Group gap="sm" align="flex-start">
          <BeginQueue queue={queue} first={list.items[0]} />
          {inBulk && (
            <BulkApprove
              bills={list.items.filter(({ id }) => chosen.has(id))}
              clear={() => setChosen(new Set())}
            />
          )}
        </Group>
        <ListKeys
          enter={m.providerbills_key_open()}
          choosing={inBulk}
          more={[
            { key: 'n', name: m.providerbills_key_oldest() },
            ...(inBulk ? [{ key: 'a', name: m.providerbills_key_bulk() }] : []),
          ]}
        />
      </Group>
      <ListView list={list} empty={QUEUE_NAMES[queue].empty()}>
        {(bills) => (
          <DataTable
            caption={QUEUE_NAMES[queue].name()}
            items={bills}
            keyOf={({ id }) => id}
            columns={queueColumns(queue)}
            choosing={choosing}
            leading
          />
        )}
      </ListView>
    </Stack>
  );
}

/** Opens the oldest bill; from there on each leads to the next. */
function BeginQueue({ queue, first }: { queue: QueueName; first: QueuedBill | undefined }) {
  const navigate = useNavigate();
  const search = readQueueSearch({ queue });
  const open =
    first &&
    (() => void navigate({ to: '/provider/bills/$billId', params: { billId: first.id }, search }));
  return <BeginButton name={m.providerbills_begin()} open={open} />;
}
