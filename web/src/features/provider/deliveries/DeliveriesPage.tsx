import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconPrinter } from '@tabler/icons-react';
import {
  useDeliveries,
  useMakePrintBatch,
  type Delivery,
  type DeliveryState,
} from '@/api/deliveries';
import { PageTitle } from '@/components/PageTitle';
import { FilterTabs } from '@/components/list/FilterTabs';
import { tellProblem } from '@/components/tellProblem';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { Failures } from './Failures';
import { PrintBatches } from './PrintBatches';
import { WriteAgain } from './WriteAgain';
import { PARTS, readDeliveriesSearch, type Part } from './search';
import { deliveryColumns } from './deliveryColumns';

const PART_NAMES: Readonly<Record<Part, () => string>> = {
  print: m.providerbills_deliveries_print,
  batches: m.providerbills_deliveries_batches,
  queued: m.providerbills_deliveries_queued,
  sent: m.providerbills_deliveries_sent,
};

/** Delivery of bills to customers: what needs attention first, then what is automatic. */
export function DeliveriesPage() {
  const { part = PARTS[0] } = useSearch({ from: '/provider/deliveries' });
  const navigate = useNavigate({ from: '/provider/deliveries' });
  const choose = (next: Part) =>
    void navigate({ search: readDeliveriesSearch({ part: next }), replace: true });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_deliveries()}</PageTitle>
        <ListKeys />
      </Group>
      <Failures />
      <FilterTabs
        label={m.provider_page_deliveries()}
        filters={PARTS.map((value) => ({ value, name: PART_NAMES[value]() }))}
        value={part}
        choose={choose}
      >
        <DeliveryPart part={part} />
      </FilterTabs>
    </Stack>
  );
}

function DeliveryPart({ part }: { part: Part }) {
  switch (part) {
    case 'print':
      return <PrintQueue />;
    case 'batches':
      return <PrintBatches />;
    case 'queued':
      return <DeliveryList state="QUEUED" empty={m.providerbills_deliveries_queued_empty()} />;
    case 'sent':
      return <DeliveryList state="SENT" empty={m.providerbills_deliveries_sent_empty()} />;
  }
}

/** The bills on paper that wait, and the button that gathers them into one file. */
function PrintQueue() {
  const { items, empty } = useDeliveries('TO_PRINT');
  const { mutate, isPending } = useMakePrintBatch();
  const navigate = useNavigate({ from: '/provider/deliveries' });
  const make = () =>
    mutate(undefined, {
      onSuccess: () => void navigate({ search: { part: 'batches' }, replace: true }),
      onError: tellProblem,
    });
  return (
    <Stack gap="sm">
      {items.length > 0 && (
        <Group>
          <Button
            size="sm"
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            loading={isPending}
            onClick={make}
          >
            {m.providerbills_print_make()}
          </Button>
          <Text size="sm" c="dimmed">
            {m.providerbills_print_help()}
          </Text>
        </Group>
      )}
      <DeliveryList
        state="TO_PRINT"
        empty={empty ? m.providerbills_deliveries_print_empty() : ''}
      />
    </Stack>
  );
}

interface ListProps {
  state: DeliveryState;
  empty: string;
}

/** The deliveries of one state. */
function DeliveryList({ state, empty }: ListProps) {
  const list = useDeliveries(state);
  const sent = state === 'SENT';
  return (
    <ListView list={list} empty={empty}>
      {(deliveries) => (
        <DataTable
          caption={m.provider_page_deliveries()}
          items={deliveries}
          keyOf={({ id }) => id}
          columns={sent ? [...deliveryColumns(), writeAgainColumn()] : deliveryColumns()}
          leading
          {...(sent && { stacked: true })}
        />
      )}
    </ListView>
  );
}

/** What has gone by mail or on paper is not in our hands any more. */
function writeAgainColumn(): Column<Delivery> {
  return {
    name: m.bills_actions(),
    cell: (delivery) => delivery.method === 'EBILL' && <WriteAgain delivery={delivery} />,
    silent: true,
  };
}
