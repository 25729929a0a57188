import { Button, Group, Loader, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { printBatchAddress, usePrintBatches, type PrintBatch } from '@/api/deliveries';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';

/** What was gathered for the printer, to be fetched as often as needed. */
export function PrintBatches() {
  const list = usePrintBatches();
  return (
    <ListView list={list} empty={m.providerbills_deliveries_batches_empty()}>
      {(batches) => (
        <DataTable
          caption={m.providerbills_deliveries_batches()}
          items={batches}
          keyOf={({ id }) => id}
          columns={batchColumns()}
        />
      )}
    </ListView>
  );
}

function batchColumns(): [Column<PrintBatch>, ...Column<PrintBatch>[]] {
  return [
    { name: m.providerbills_batch_made(), cell: ({ madeAt }) => formatInstant(madeAt) },
    { name: m.providerbills_batch_by(), cell: ({ madeBy }) => madeBy, from: 'sm' },
    { name: m.providerbills_batch_bills(), cell: ({ bills }) => bills, numeric: true },
    { name: m.bills_actions(), cell: (batch) => <Download batch={batch} />, silent: true },
  ];
}

function Download({ batch: { id, ready, madeAt } }: { batch: PrintBatch }) {
  if (!ready) {
    return (
      <Group gap="xs" justify="flex-end" role="status">
        <Loader size={14} aria-hidden="true" />
        <Text size="sm">{m.providerbills_batch_making()}</Text>
      </Group>
    );
  }
  return (
    <Button
      component="a"
      href={printBatchAddress(id)}
      download
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      aria-label={m.providerbills_batch_download_of({ made: formatInstant(madeAt) })}
    >
      {m.providerbills_batch_download()}
    </Button>
  );
}
