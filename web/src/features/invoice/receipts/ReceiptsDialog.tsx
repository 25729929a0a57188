import { Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { AppModal } from '@/components/AppModal';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { ExpenseFields } from './ExpenseFields';
import { ReceiptsPart } from './ReceiptsPart';

interface Props {
  row: DraftRow;
  opened: boolean;
  onClose: () => void;
}

/** The expenses of a row and the receipts for them. */
export function ReceiptsDialog({ row, opened, onClose }: Props) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const name = row.destination.trim();
  // Every open dialog hears Escape: one that lies above this one is closed alone.
  const close = () => {
    if (document.querySelectorAll('[data-modal-content]').length <= 1) onClose();
  };
  return (
    <AppModal
      opened={opened}
      onClose={close}
      title={name === '' ? m.receipts_title() : m.receipts_title_of({ name })}
      size="xl"
      fullScreen={phone}
    >
      <Stack gap="lg">
        <ExpenseFields row={row} />
        <ReceiptsPart row={row} />
      </Stack>
    </AppModal>
  );
}
