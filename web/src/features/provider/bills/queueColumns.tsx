import { Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { QueuedBill, QueueName } from '@/api/providerBills';
import { BillStatus } from '@/domain/bills/BillStatus';
import { Leaving } from '@/domain/bills/Leaving';
import type { Column } from '@/components/list/DataTable';
import { RowLink } from '@/components/list/RowLink';
import { Waiting } from '@/components/Waiting';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { readQueueSearch } from './search';

/** The columns of a queue. */
export function queueColumns(queue: QueueName): [Column<QueuedBill>, ...Column<QueuedBill>[]] {
  return [
    {
      name: m.providerbills_worker(),
      cell: (bill) => (
        <>
          <RowLink
            to="/provider/bills/$billId"
            params={{ billId: bill.id }}
            search={readQueueSearch({ queue })}
          >
            {bill.worker.name}
          </RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {bill.customer}
          </Text>
          {bill.leavesAt !== null && (
            <Text size="xs" c="dimmed" hiddenFrom="md">
              <Leaving at={bill.leavesAt} />
            </Text>
          )}
        </>
      ),
    },
    { name: m.bills_customer(), cell: ({ customer }) => customer, from: 'sm' },
    { name: m.providerbills_waited(), cell: ({ sentAt }) => <Waiting since={sentAt} /> },
    { name: m.providerbills_remarks(), cell: (bill) => <Remarks bill={bill} />, from: 'xs' },
    {
      name: m.bills_status(),
      cell: ({ state, openRequest, takenBy, leavesAt }) => (
        <Group gap="xs">
          <BillStatus state={state} openRequest={openRequest} />
          {takenBy !== null && (
            <Text size="xs" c="dimmed">
              {takenBy}
            </Text>
          )}
          {leavesAt !== null && (
            <Text size="xs" c="dimmed">
              <Leaving at={leavesAt} />
            </Text>
          )}
        </Group>
      ),
      from: 'md',
    },
    {
      name: m.bills_total(),
      cell: ({ totalpriceWithAlv }) => formatMoney(totalpriceWithAlv),
      numeric: true,
    },
  ];
}

function Remarks({ bill: { remarks, own, creditNote, correction } }: { bill: QueuedBill }) {
  return (
    <Group gap={6}>
      {remarks > 0 && (
        <Badge
          color="yellow"
          variant="light"
          tt="none"
          miw="max-content"
          leftSection={<IconAlertTriangle size={14} aria-hidden="true" />}
        >
          {remarks === 1
            ? m.providerbills_remark_one()
            : m.providerbills_remark_many({ count: remarks })}
        </Badge>
      )}
      {creditNote && <Mark>{m.bills_credit_note()}</Mark>}
      {correction && <Mark>{m.bills_correction()}</Mark>}
      {own && <Mark>{m.providerbills_own()}</Mark>}
    </Group>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <Badge variant="default" tt="none" miw="max-content">
      {children}
    </Badge>
  );
}
