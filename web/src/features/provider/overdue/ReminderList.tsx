import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconFileTypePdf, IconMailCheck } from '@tabler/icons-react';
import {
  reminderAddress,
  usePosted,
  useReminders,
  type Reminder,
  type ReminderState,
} from '@/api/overdue';
import { NewTabLink } from '@/components/NewTabLink';
import { BillLink } from '@/domain/bills/BillLink';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { reminderName } from './reminderWords';

interface Props {
  state: ReminderState;
  empty: string;
}

/** The reminders of one state, each with its letter. */
export function ReminderList({ state, empty }: Props) {
  const list = useReminders(state);
  return (
    <ListView list={list} empty={empty}>
      {(reminders) => (
        <DataTable
          caption={
            state === 'TO_PRINT'
              ? m.providermoney_overdue_letters()
              : m.providermoney_overdue_sent()
          }
          items={reminders}
          keyOf={({ id }) => id}
          columns={columns()}
        />
      )}
    </ListView>
  );
}

function columns(): [Column<Reminder>, ...Column<Reminder>[]] {
  return [
    {
      name: m.bills_customer(),
      cell: ({ customer, billId, billNumber, number }) => (
        <>
          <Text fw={600} inherit>
            {customer}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            <BillLink billId={billId}>{m.bills_numbered({ number: billNumber })}</BillLink>
            {` · ${reminderName(number)}`}
          </Text>
        </>
      ),
    },
    { name: m.providermoney_reminder_date(), cell: ({ date }) => date, from: 'sm' },
    { name: m.providermoney_pay_by(), cell: ({ payBy }) => payBy, from: 'md' },
    {
      name: m.providermoney_interest(),
      cell: ({ interest }) => formatMoney(interest),
      numeric: true,
      from: 'md',
    },
    { name: m.providermoney_fee(), cell: ({ fee }) => formatMoney(fee), numeric: true, from: 'sm' },
    { name: m.bills_actions(), cell: (reminder) => <Actions reminder={reminder} />, silent: true },
  ];
}

function Actions({ reminder }: { reminder: Reminder }) {
  const { mutate, isPending } = usePosted();
  const { id, customer, state } = reminder;
  const post = () =>
    mutate(id, {
      onSuccess: () => notifyText('success', m.providermoney_posted_done({ customer })),
      onError: tellProblem,
    });
  return (
    <Group gap="xs" justify="flex-end">
      <NewTabLink
        href={reminderAddress(id)}
        size="compact-sm"
        variant="default"
        leftSection={<IconFileTypePdf size={14} aria-hidden="true" />}
      >
        {m.providermoney_letter()}
        <VisuallyHidden>{` ${customer}`}</VisuallyHidden>
      </NewTabLink>
      {state === 'TO_PRINT' && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconMailCheck size={14} aria-hidden="true" />}
          loading={isPending}
          aria-label={m.providermoney_posted_of({ customer })}
          onClick={post}
        >
          {m.providermoney_posted()}
        </Button>
      )}
    </Group>
  );
}
