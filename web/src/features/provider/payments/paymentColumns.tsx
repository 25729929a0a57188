import { Text } from '@mantine/core';
import type { Payment, PaymentState } from '@/api/payments';
import type { Column } from '@/components/list/DataTable';
import { RowLink } from '@/components/list/RowLink';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { movedBy, payerName } from './paymentWords';
import { readPaymentSearch } from './search';

/** The columns of a list of payments. What was set aside shows why. */
export function paymentColumns(state: PaymentState): [Column<Payment>, ...Column<Payment>[]] {
  return [
    {
      name: m.providermoney_payer(),
      cell: (payment) => (
        <>
          <RowLink
            to="/provider/payments/$paymentId"
            params={{ paymentId: payment.id }}
            search={readPaymentSearch({ view: state })}
          >
            {payerName(payment)}
          </RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {[payment.bookingDate, toldBy(payment)].filter((part) => part !== '').join(' · ')}
          </Text>
        </>
      ),
    },
    { name: m.providermoney_booked(), cell: ({ bookingDate }) => bookingDate, from: 'sm' },
    {
      name: m.providermoney_told(),
      cell: (payment) => (
        <Text size="sm" lineClamp={2}>
          {toldBy(payment)}
        </Text>
      ),
      from: 'sm',
    },
    ...(state === 'SET_ASIDE' ? [noteColumn()] : []),
    ...(state === 'UNMATCHED' || state === 'REFUNDABLE' ? [restColumn(state)] : []),
    {
      name: m.providermoney_amount(),
      cell: (payment) => formatMoney(movedBy(payment)),
      numeric: true,
    },
  ];
}

/** What the payer wrote, the reference first. */
function toldBy({ reference, message }: Payment): string {
  return [reference, message].filter((part) => part !== '').join(' · ');
}

function noteColumn(): Column<Payment> {
  return { name: m.providermoney_note(), cell: ({ note }) => note };
}

function restColumn(state: 'UNMATCHED' | 'REFUNDABLE'): Column<Payment> {
  return {
    name: state === 'UNMATCHED' ? m.providermoney_rest() : m.providermoney_rest_refundable(),
    cell: ({ rest }) => formatMoney(rest),
    numeric: true,
    from: 'sm',
  };
}
