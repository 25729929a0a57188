import { Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageTitle } from '@/components/PageTitle';
import { FilterTabs } from '@/components/provider/FilterTabs';
import { m } from '@/paraglide/messages';
import { DeliveryList } from './DeliveryList';
import { Failures } from './Failures';
import { PrintBatches } from './PrintBatches';
import { PrintQueue } from './PrintQueue';
import { PARTS, readDeliveriesSearch, type Part } from './search';

const PART_NAMES: Readonly<Record<Part, () => string>> = {
  print: m.providerbills_deliveries_print,
  batches: m.providerbills_deliveries_batches,
  queued: m.providerbills_deliveries_queued,
  sent: m.providerbills_deliveries_sent,
};

/** How bills get to their customers: what needs somebody first, then what goes by itself. */
export function DeliveriesPage() {
  const { part = PARTS[0] } = readDeliveriesSearch(useSearch({ from: '/provider/deliveries' }));
  const navigate = useNavigate({ from: '/provider/deliveries' });
  const choose = (next: Part) =>
    void navigate({ search: readDeliveriesSearch({ part: next }), replace: true });
  return (
    <Stack gap="lg">
      <PageTitle>{m.provider_page_deliveries()}</PageTitle>
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
