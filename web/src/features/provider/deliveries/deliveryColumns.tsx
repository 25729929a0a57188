import { Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconHelpCircle,
  IconHourglass,
  IconPrinter,
} from '@tabler/icons-react';
import type { Delivery, DeliveryState } from '@/api/deliveries';
import { methodText } from '@/domain/customers/texts';
import type { Column } from '@/components/list/DataTable';
import { RowLink } from '@/components/list/RowLink';
import { StateBadge, type StateWords } from '@/components/StateBadge';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

const STATES: Readonly<Record<DeliveryState, StateWords>> = {
  QUEUED: { text: m.providerbills_delivery_queued, colour: 'blue', icon: IconHourglass },
  TO_PRINT: { text: m.providerbills_delivery_to_print, colour: 'blue', icon: IconPrinter },
  SENT: { text: m.providerbills_delivery_sent, colour: 'green', icon: IconCircleCheck },
  FAILED: { text: m.providerbills_delivery_failed, colour: 'red', icon: IconAlertTriangle },
  UNSURE: { text: m.providerbills_delivery_unsure, colour: 'yellow', icon: IconHelpCircle },
};

/** A delivery in a few words. */
export function deliveryLabel({ billNumber, customer }: Delivery): string {
  return billNumber === null
    ? customer
    : `${m.bills_numbered({ number: billNumber })}, ${customer}`;
}

export function deliveryColumns(): [Column<Delivery>, ...Column<Delivery>[]] {
  return [
    {
      name: m.bills_customer(),
      cell: (delivery) => (
        <>
          <RowLink to="/provider/bills/$billId" params={{ billId: delivery.billId }}>
            {delivery.customer}
          </RowLink>
          <Text size="xs" c="dimmed">
            {[
              delivery.billNumber !== null && m.bills_numbered({ number: delivery.billNumber }),
              delivery.worker,
            ]
              .filter((part) => part !== false)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      name: m.providerbills_delivery(),
      cell: ({ method, address }) => (
        <>
          {methodText(method)}
          <Text size="xs" c="dimmed">
            {address}
          </Text>
        </>
      ),
      from: 'sm',
    },
    {
      name: m.bills_status(),
      cell: ({ state, error }) => (
        <>
          <StateBadge state={STATES[state]} />
          {error !== null && (
            <Text size="xs" mt={4} c="var(--mantine-color-error)">
              {error}
            </Text>
          )}
        </>
      ),
    },
    {
      name: m.providerbills_delivery_time(),
      cell: ({ sentAt, createdAt }) => formatInstant(sentAt ?? createdAt),
      from: 'md',
    },
    {
      name: m.bills_total(),
      cell: ({ totalpriceWithAlv }) => formatMoney(totalpriceWithAlv),
      numeric: true,
      from: 'xs',
    },
  ];
}
