import { Group, Loader, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { formatMoney } from '@/lib/format/money';
import { plainUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { expenseTotal, hasExpenses } from '../draft/expenses';
import { useLocked } from '../editor';
import { PartButton } from '../rows/PartButton';
import { useUploadsOf } from './uploads';
import { useRowReceipts } from './useRowReceipts';

/** What the row has of expenses and receipts, and the way to them. */
export function RowReceipts({ row }: { row: DraftRow }) {
  const locked = useLocked();
  const uploads = useUploadsOf(row.id);
  const { receipts } = useRowReceipts(row.id, false);
  if (locked && receipts.length === 0 && !hasExpenses(row.kept)) return null;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const busy = uploads.length - failed;
  return (
    <PartButton
      row={row}
      part="receipts"
      name={m.receipts_title()}
      summary={summaryOf(row, receipts.length)}
      icon={<IconReceipt size={18} aria-hidden="true" />}
    >
      <Group gap={6} role="status">
        {busy > 0 && <Loader size="xs" aria-hidden="true" />}
        {busy > 0 && <Text size="sm">{m.receipts_uploading()}</Text>}
        {failed > 0 && (
          <Text size="sm" c="var(--mantine-color-error)">
            {m.receipts_failed()}
          </Text>
        )}
      </Group>
    </PartButton>
  );
}

function summaryOf({ kept }: DraftRow, receipts: number): string {
  const parts = [
    hasExpenses(kept) ? formatMoney(plainUnits(expenseTotal(kept))) : '',
    receipts === 0 ? '' : m.receipts_count({ count: receipts }),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
