import { Button, Group, Loader, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { EXPENSE_FIELDS } from '@/domain/bills/expenses';
import { formatMoney } from '@/lib/format/money';
import { plainUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { expenseTotal, hasExpenses } from '../draft/expenses';
import { placeOf } from '../draft/problems';
import { useLocked, useMachine } from '../editor';
import { ReceiptsDialog } from './ReceiptsDialog';
import { useUploadsOf } from './uploads';
import { useRowReceipts } from './useRowReceipts';

/** What the row has of expenses and receipts, and the way to them. */
export function RowReceipts({ row }: { row: DraftRow }) {
  const [opened, setOpened] = useState(false);
  const locked = useLocked();
  const uploads = useUploadsOf(row.id);
  const { receipts } = useRowReceipts(row.id, false);
  // Who is led to an expense that is wrong comes to this button.
  const wrong = useMachine(({ problems }) =>
    EXPENSE_FIELDS.map((field) => placeOf(row.id, field)).find((place) => place in problems),
  );
  if (locked && receipts.length === 0 && !hasExpenses(row.kept)) return null;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const busy = uploads.length - failed;
  return (
    <Group gap="xs" mt="sm" data-place={wrong}>
      <Button
        size="compact-sm"
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconReceipt size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {m.receipts_title()}
      </Button>
      <Text size="sm" c="dimmed">
        {summaryOf(row, receipts.length)}
      </Text>
      <Group gap={6} role="status">
        {busy > 0 && <Loader size="xs" aria-hidden="true" />}
        {busy > 0 && <Text size="sm">{m.receipts_uploading()}</Text>}
        {failed > 0 && (
          <Text size="sm" c="var(--mantine-color-error)">
            {m.receipts_failed()}
          </Text>
        )}
      </Group>
      <ReceiptsDialog row={row} opened={opened} onClose={() => setOpened(false)} />
    </Group>
  );
}

function summaryOf({ kept }: DraftRow, receipts: number): string {
  const parts = [
    hasExpenses(kept) ? formatMoney(plainUnits(expenseTotal(kept))) : '',
    receipts === 0 ? '' : countText(receipts),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function countText(receipts: number): string {
  return receipts === 1 ? m.receipts_one() : m.receipts_many({ count: receipts });
}
