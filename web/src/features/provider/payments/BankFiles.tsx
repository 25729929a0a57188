import { Group, Loader, Text } from '@mantine/core';
import { useBankFiles, type BankFile } from '@/api/bankFiles';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { FileRemarks } from './FileRemarks';

/** The statements that were brought in, and what became of each. */
export function BankFiles() {
  const list = useBankFiles();
  return (
    <ListView list={list} empty={m.providermoney_files_empty()}>
      {(files) => (
        <DataTable
          caption={m.providermoney_files()}
          items={files}
          keyOf={({ id }) => id}
          columns={columns()}
        />
      )}
    </ListView>
  );
}

function columns(): [Column<BankFile>, ...Column<BankFile>[]] {
  return [
    {
      name: m.providermoney_file(),
      cell: ({ name, uploadedAt, uploadedBy, remarks }) => (
        <>
          {name}
          <Text size="xs" c="dimmed">
            {`${formatInstant(uploadedAt)} · ${uploadedBy}`}
          </Text>
          <FileRemarks remarks={remarks} />
        </>
      ),
    },
    { name: m.providermoney_days(), cell: daysOf, from: 'md' },
    { name: m.providermoney_closing(), cell: closingOf, numeric: true, from: 'md' },
    {
      name: m.providermoney_transactions(),
      cell: ({ transactions }) => transactions,
      numeric: true,
      from: 'xs',
    },
    { name: m.providermoney_new(), cell: (file) => <New file={file} />, numeric: true, from: 'xs' },
    { name: m.providermoney_matched(), cell: ({ matched }) => matched, numeric: true, from: 'sm' },
    {
      name: m.providermoney_refundable(),
      cell: ({ refundable }) => refundable,
      numeric: true,
      from: 'md',
    },
    {
      name: m.providermoney_unmatched(),
      cell: ({ unmatched }) => (
        <Text span inherit fw={unmatched > 0 ? 600 : undefined}>
          {unmatched}
        </Text>
      ),
      numeric: true,
    },
  ];
}

function New({ file: { booked, new: count } }: { file: BankFile }) {
  if (booked) return count;
  return (
    <Group
      gap={6}
      justify="flex-end"
      wrap="nowrap"
      role="status"
      aria-label={m.providermoney_booking()}
    >
      <Loader size={14} aria-hidden="true" />
      {count}
    </Group>
  );
}

/** What the account had at the end of a statement, and on which day; notifications have none. */
function closingOf({ closingBalance, closingDate }: BankFile) {
  if (closingBalance === null) return '';
  return (
    <>
      {formatMoney(closingBalance)}
      <Text size="xs" c="dimmed">
        {closingDate}
      </Text>
    </>
  );
}

/** The days that a statement covers: one, or the first and the last. */
function daysOf({ firstDay, lastDay }: BankFile): string {
  if (firstDay === null || lastDay === null) return '';
  return firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`;
}
