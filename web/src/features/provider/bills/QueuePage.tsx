import { Group, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useQueue, type QueuedBill, type QueueName } from '@/api/providerBills';
import { PageTitle } from '@/components/PageTitle';
import { BeginButton } from '@/components/list/BeginButton';
import { DataTable, type Choosing } from '@/components/list/DataTable';
import { FilterTabs } from '@/components/list/FilterTabs';
import { KeyHelp } from '@/components/shortcuts/KeyHelp';
import { ListView } from '@/components/list/ListView';
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

/** The bills that wait for the clerks, the oldest first. */
export function QueuePage() {
  const { queue = QUEUES[0] } = useSearch({ from: '/provider/bills' });
  const navigate = useNavigate({ from: '/provider/bills' });
  const choose = (next: QueueName) =>
    void navigate({ search: readQueueSearch({ queue: next }), replace: true });
  return (
    <FilterTabs
      label={m.providerbills_queues()}
      filters={QUEUES.map((value) => ({ value, name: QUEUE_NAMES[value].name() }))}
      value={queue}
      choose={choose}
      title={<PageTitle>{m.provider_page_bills()}</PageTitle>}
    >
      <QueueList key={queue} queue={queue} />
    </FilterTabs>
  );
}

/** Only these wait for a decision that may be taken for many at once. */
function mayApproveUnseen({ own, remarks, openRequest }: QueuedBill): boolean {
  return !own && remarks === 0 && !openRequest;
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
        mayChoose: mayApproveUnseen,
      }
    : undefined;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="sm">
          <BeginQueue queue={queue} first={list.items[0]} />
          {inBulk && (
            <BulkApprove
              bills={list.items.filter(({ id }) => chosen.has(id))}
              clear={() => setChosen(new Set())}
            />
          )}
        </Group>
        <KeyHelp
          keys={[
            { key: 'j', name: m.providerbills_key_down() },
            { key: 'k', name: m.providerbills_key_up() },
            { key: 'enter', name: m.providerbills_key_open() },
            { key: 'n', name: m.providerbills_key_oldest() },
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
