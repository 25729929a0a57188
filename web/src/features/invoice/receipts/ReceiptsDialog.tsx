import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { PartDialog } from '../rows/PartDialog';
import { ExpenseFields } from './ExpenseFields';
import { ReceiptsPart } from './ReceiptsPart';

interface Props {
  row: DraftRow;
  /** Where the focus begins. */
  place: string | undefined;
}

/** The expenses of a row and the receipts for them. */
export function ReceiptsDialog({ row, place }: Props) {
  const name = row.destination.trim();
  return (
    <PartDialog
      rowId={row.id}
      part="receipts"
      title={name === '' ? m.receipts_title() : m.receipts_title_of({ name })}
      place={place}
    >
      <ExpenseFields row={row} />
      <ReceiptsPart row={row} />
    </PartDialog>
  );
}
