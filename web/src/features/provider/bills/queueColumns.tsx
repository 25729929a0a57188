import { Badge, Box, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { QueuedBill, QueueName } from '@/api/providerBills';
import { Leaving } from '@/domain/bills/Leaving';
import { fieldText } from '@/domain/bills/fieldText';
import { reasonText } from '@/domain/bills/reasonText';
import type { Column } from '@/components/list/DataTable';
import { RowLink } from '@/components/list/RowLink';
import { Waiting } from '@/components/Waiting';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Queue.module.css';
import { readQueueSearch } from './search';

/** The columns of a queue. The state of a bill is that of its queue, so no column says it. */
export function queueColumns(queue: QueueName): [Column<QueuedBill>, ...Column<QueuedBill>[]] {
  return [
    {
      name: m.providerbills_worker(),
      cell: (bill) => <BillCell bill={bill} queue={queue} />,
    },
    { name: m.bills_customer(), cell: ({ customer }) => customer, from: 'sm' },
    queue === 'approved'
      ? { name: m.providerbills_leaves(), cell: leavingText, from: 'sm' }
      : { name: m.providerbills_waited(), cell: ({ sentAt }) => <Waiting since={sentAt} /> },
    ...(queue === 'open-requests'
      ? [
          {
            name: m.providerbills_taker(),
            cell: ({ takenBy }: QueuedBill) => takenBy,
            from: 'md' as const,
          },
        ]
      : []),
    { name: m.providerbills_remarks(), cell: (bill) => <Remarks bill={bill} />, from: 'sm' },
    {
      name: m.bills_total(),
      cell: ({ totalpriceWithAlv }) => formatMoney(totalpriceWithAlv),
      numeric: true,
    },
  ];
}

/** A bill without a time leaves on its invoice date. */
function leavingText({ leavesAt }: QueuedBill) {
  return leavesAt !== null && <Leaving at={leavesAt} />;
}

/** The worker; on a phone all that has no column there, too. */
function BillCell({ bill, queue }: { bill: QueuedBill; queue: QueueName }) {
  return (
    <>
      <RowLink
        to="/provider/bills/$billId"
        params={{ billId: bill.id }}
        search={readQueueSearch({ queue })}
      >
        {bill.worker.name}
      </RowLink>
      <Box hiddenFrom="sm">
        <Text size="xs" c="dimmed">
          {bill.customer}
        </Text>
        {bill.leavesAt !== null && (
          <Text size="xs" c="dimmed">
            <Leaving at={bill.leavesAt} />
          </Text>
        )}
        <Remarks bill={bill} />
      </Box>
    </>
  );
}

/** So many remarks are told in a row; the review tells all of them. */
const MOST_REMARKS = 2;

function Remarks({ bill: { remarks, own, creditNote, correction } }: { bill: QueuedBill }) {
  const told = remarks.slice(0, MOST_REMARKS);
  return (
    <Group gap={6}>
      {told.length > 0 && (
        <Group gap={6} wrap="nowrap" align="flex-start" c="var(--mantine-color-yellow-light-color)">
          <IconAlertTriangle size={16} aria-hidden="true" className={classes.sign} />
          <div>
            {told.map((remark) => (
              <Text size="xs" key={`${remark.field} ${remark.key}`}>
                {m.bills_problem({ field: fieldText(remark.field), reason: reasonText(remark) })}
              </Text>
            ))}
            {remarks.length > told.length && (
              <Text size="xs">
                {m.providerbills_remarks_more({ count: remarks.length - told.length })}
              </Text>
            )}
          </div>
        </Group>
      )}
      {creditNote && <Mark>{m.bills_credit_note()}</Mark>}
      {correction && <Mark>{m.bills_correction()}</Mark>}
      {own && <Mark>{m.providerbills_own()}</Mark>}
    </Group>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <Badge variant="default" miw="max-content">
      {children}
    </Badge>
  );
}
