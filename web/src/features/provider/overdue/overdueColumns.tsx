import { Text } from '@mantine/core';
import type { OverdueBill } from '@/api/overdue';
import { BillLink } from '@/domain/bills/BillLink';
import type { Column } from '@/components/list/DataTable';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { reminderName } from './reminderWords';
import { whyNotRemind } from './remind';

/** From this many days on a bill is late enough to stand out. */
const LONG_DAYS = 30;

/** A bill in a few words. */
export function overdueLabel({ billNumber, customer }: OverdueBill): string {
  return `${m.bills_numbered({ number: billNumber })}, ${customer}`;
}

export function overdueColumns(): [Column<OverdueBill>, ...Column<OverdueBill>[]] {
  return [
    {
      name: m.bills_customer(),
      cell: (bill) => (
        <>
          <Text fw={600} inherit>
            {bill.customer}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            <BillLink billId={bill.billId}>
              {m.bills_numbered({ number: bill.billNumber })}
            </BillLink>
            {` · ${bill.worker}`}
          </Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
            <NextStep bill={bill} />
          </Text>
        </>
      ),
    },
    {
      name: m.providermoney_late(),
      cell: ({ dueDate, daysLate }) => (
        <>
          <Text
            inherit
            {...(daysLate >= LONG_DAYS && { c: 'var(--mantine-color-error)', fw: 600 })}
          >
            {m.provider_waited_days({ days: daysLate })}
          </Text>
          <Text size="xs" c="dimmed">
            {dueDate}
          </Text>
        </>
      ),
    },
    {
      name: m.providermoney_reminded(),
      cell: ({ reminded }) =>
        reminded === null ? m.providermoney_reminded_never() : <Reminded reminded={reminded} />,
      from: 'md',
    },
    { name: m.providermoney_next(), cell: (bill) => <NextStep bill={bill} />, from: 'sm' },
    {
      name: m.providermoney_open(),
      cell: ({ open, billed }) => (
        <>
          {formatMoney(open)}
          {open !== billed && (
            <Text size="xs" c="dimmed">
              {m.providermoney_open_from({ sum: formatMoney(billed) })}
            </Text>
          )}
        </>
      ),
      numeric: true,
    },
  ];
}

function Reminded({ reminded }: { reminded: NonNullable<OverdueBill['reminded']> }) {
  return (
    <>
      {reminderName(reminded.number)}
      <Text size="xs" c="dimmed">
        {reminded.date}
      </Text>
    </>
  );
}

/** What the law allows next, and what that would cost the customer. */
function NextStep({ bill }: { bill: OverdueBill }) {
  const reason = whyNotRemind(bill);
  if (reason !== undefined || bill.today === null) return reason;
  const { number, fee, interest } = bill.today;
  return (
    <>
      {m.providermoney_next_reminder({ reminder: reminderName(number), fee: formatMoney(fee) })}
      <Text size="xs" c="dimmed">
        {interest === null
          ? m.providermoney_interest_unknown()
          : m.providermoney_next_interest({ interest: formatMoney(interest) })}
      </Text>
    </>
  );
}
