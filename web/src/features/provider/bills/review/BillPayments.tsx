import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billPaymentsQuery, type PaymentsOfBill } from '@/api/payments';
import { TextLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { formatMoney } from '@/lib/format/money';
import { useMayOpen } from '@/domain/useMayOpen';
import { m } from '@/paraglide/messages';
import classes from './Review.module.css';

type Came = PaymentsOfBill['payments'][number];

const KINDS: Readonly<Record<Came['kind'], () => string>> = {
  BILL: m.providermoney_part_kind_bill,
  INTEREST: m.providermoney_part_kind_interest,
  FEE: m.providermoney_part_kind_fee,
};

/** What has come for a bill that is out, what is still owed, and the reminders about it. */
export function BillPayments({ billId }: { billId: string }) {
  const { data, error, refetch } = useQuery(billPaymentsQuery(billId));
  if (error !== null && data === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height={60} role="status" aria-label={m.loading()} />;
  return (
    <Stack gap="sm">
      {data.payments.map((came) => (
        <Line
          key={`${came.paymentId} ${came.kind}`}
          name={<Payer came={came} />}
          details={`${came.date} · ${KINDS[came.kind]()}`}
          amount={came.amount}
        />
      ))}
      {data.payments.length === 0 && (
        <Text size="sm" c="dimmed">
          {m.providermoney_bill_nothing_came()}
        </Text>
      )}
      {data.credits.map(({ number, amount }) => (
        <Line
          key={number}
          name={m.bills_credit_note_numbered({ number })}
          details={m.providermoney_bill_credited()}
          amount={amount}
        />
      ))}
      {data.reminders.map(({ id, number, date, payBy, fee, interest }) => (
        <Line
          key={id}
          name={number === 1 ? m.providermoney_reminder_first() : m.providermoney_reminder_second()}
          details={m.providermoney_bill_reminder({ date, payBy, interest: formatMoney(interest) })}
          amount={fee}
        />
      ))}
      <Line name={m.providermoney_open()} amount={data.open} />
    </Stack>
  );
}

/** Who paid; those who handle payments get to the payment from here. */
function Payer({ came: { paymentId, payerName } }: { came: Came }) {
  const mayOpen = useMayOpen();
  const name = payerName === '' ? m.providermoney_payer_unknown() : payerName;
  if (!mayOpen('/provider/payments/$paymentId')) return name;
  return (
    <TextLink
      to="/provider/payments/$paymentId"
      params={{ paymentId }}
      search={{ view: 'MATCHED' }}
      inherit
    >
      {name}
    </TextLink>
  );
}

interface LineProps {
  name: ReactNode;
  details?: string;
  amount: number;
}

function Line({ name, details, amount }: LineProps) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text size="sm" fw={600} component="div">
          {name}
        </Text>
        {details !== undefined && (
          <Text size="xs" c="dimmed">
            {details}
          </Text>
        )}
      </div>
      <Text size="sm" className={classes.amount}>
        {formatMoney(amount)}
      </Text>
    </Group>
  );
}
