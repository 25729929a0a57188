import { Button, Group, Stack, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Bill } from '@/api/billTypes';
import { useLateReceipts } from '@/api/lateReceipts';
import { LoadFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { LateReceiptList } from '@/domain/lateReceipts/LateReceiptList';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';

const LateReceiptDialog = lazyPart(
  async () => (await import('./LateReceiptDialog')).LateReceiptDialog,
);

const OUT: ReadonlySet<Bill['state']> = new Set(['CLOSED', 'PAID', 'HYVITETTY']);

/** Receipts that were found after the bill was sent, and the way to claim another. */
export function LateReceipts({ bill }: { bill: Bill }) {
  if (!OUT.has(bill.state) || bill.creditOf !== null) return null;
  return <OfSentBill bill={bill} />;
}

function OfSentBill({ bill }: { bill: Bill }) {
  const { data, error, refetch } = useLateReceipts();
  const [claiming, setClaiming] = useState(false);
  const own = data?.filter(({ billId }) => billId === bill.id) ?? [];
  const credited = bill.state === 'HYVITETTY';
  // There is nothing to say about a bill that was credited and has none.
  if (credited && own.length === 0 && error === null) return null;
  return (
    <Panel title={m.latereceipts_title()}>
      <Stack gap="sm">
        {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
        {own.length > 0 && <LateReceiptList receipts={own} withBill={false} />}
        {!credited && (
          <Group gap="sm">
            <Text size="sm" c="dimmed" flex="1 1 16rem">
              {m.latereceipts_help()}
            </Text>
            <Button
              size="sm"
              variant="default"
              aria-haspopup="dialog"
              leftSection={<IconReceipt size={18} aria-hidden="true" />}
              onClick={() => setClaiming(true)}
            >
              {m.latereceipts_action()}
            </Button>
          </Group>
        )}
      </Stack>
      {claiming && (
        <Suspense>
          <LateReceiptDialog bill={bill} onClose={() => setClaiming(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
