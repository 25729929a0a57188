import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { AppModal } from '@/components/AppModal';
import { m } from '@/paraglide/messages';
import { useEditor } from '../editor';
import { useReceiptUploads } from './uploads';

/** Asks before the bill is left while its receipts are being sent. */
export function UploadGuard() {
  const { engine } = useEditor();
  const uploads = useReceiptUploads();
  const busy = useSyncExternalStore(uploads.subscribe, uploads.isBusy);
  const { status, proceed, reset } = useBlocker({
    // A bill that has just got its id stays the same bill at another address.
    shouldBlockFn: ({ current, next }) =>
      uploads.isBusy() &&
      (current.pathname !== next.pathname ||
        (next.search as { id?: string }).id !== engine.machine().base?.bill.id),
    enableBeforeUnload: busy,
    withResolver: true,
  });
  useEffect(() => () => uploads.cancelAll(), [uploads]);
  return (
    <AppModal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={m.receipts_leave_title()}
    >
      <Text>{m.receipts_leave_body()}</Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={proceed}>
          {m.receipts_leave_confirm()}
        </Button>
        <Button onClick={reset} data-autofocus>
          {m.receipts_leave_stay()}
        </Button>
      </Group>
    </AppModal>
  );
}
