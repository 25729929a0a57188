import { Suspense } from 'react';
import { lazyPart } from '@/lib/lazyPart';
import { useDraft, useEditor } from '../editor';
import { useOpened } from './openDialog';

// Most rows have none of them, so that the dialogs are loaded when one is opened.
const TravelDialog = lazyPart(async () => (await import('../travel/TravelDialog')).TravelDialog);
const WorkTimeDialog = lazyPart(
  async () => (await import('../worktime/WorkTimeDialog')).WorkTimeDialog,
);

const ReceiptsDialog = lazyPart(
  async () => (await import('../receipts/ReceiptsDialog')).ReceiptsDialog,
);
const DIALOGS = { trip: TravelDialog, workTime: WorkTimeDialog, receipts: ReceiptsDialog };

/** The dialog of a row that is open. */
export function RowDialogs() {
  const { dialog } = useEditor();
  const opened = useOpened(dialog);
  const row = useDraft(({ rows }) => rows.find(({ id }) => id === opened?.rowId));
  // Another tab may have deleted the row.
  if (opened === undefined || row === undefined) return null;
  const Dialog = DIALOGS[opened.part];
  return (
    <Suspense>
      <Dialog key={`${row.id} ${opened.part}`} row={row} place={opened.place} />
    </Suspense>
  );
}
