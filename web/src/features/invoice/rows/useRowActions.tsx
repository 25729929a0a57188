import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DURATION_MS } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { withDuplicate, withNewRow, withoutRow, withRow, withRowAgain } from '../draft/edits';
import { placeOf } from '../draft/problems';
import { isBlank } from '../draft/rows';
import { useEditor } from '../editor';
import { focusPlace } from '../focus';

/** The dialog for the name of a template is opened by the one who shows it. */
interface Asked {
  readonly onSaveAsTemplate: (row: DraftRow) => void;
}

/** What can be done to rows. Stays the same while the bill is open. */
export function useRowActions({ onSaveAsTemplate }: Asked) {
  const { engine, today } = useEditor();
  const latestDay = useRef(today);
  useEffect(() => {
    latestDay.current = today;
  }, [today]);
  const [actions] = useState(() => {
    const focusRow = (id: string) => focusPlace(placeOf(id, 'destination'));

    const open = (id: string) =>
      flushSync(() =>
        engine.edit((draft) => withRow(draft, id, (row) => ({ ...row, collapsed: false }))),
      );
    const add = () => {
      // A row that is still empty is the one to write into.
      const last = engine.machine().draft.rows.at(-1);
      if (last !== undefined && isBlank(last)) {
        open(last.id);
        focusRow(last.id);
        return;
      }
      const id = crypto.randomUUID();
      flushSync(() =>
        engine.edit((draft) => withNewRow(draft, latestDay.current, id), 'billableitems'),
      );
      focusRow(id);
    };
    const duplicate = (original: string) => {
      const id = crypto.randomUUID();
      flushSync(() => engine.edit((draft) => withDuplicate(draft, original, id), 'billableitems'));
      focusRow(id);
    };
    const takeOut = (row: DraftRow) => {
      const { rows } = engine.machine().draft;
      const place = rows.findIndex(({ id }) => id === row.id);
      flushSync(() => engine.edit((draft) => withoutRow(draft, row.id), 'billableitems'));
      engine.save();
      // The focus goes on to the row that took its place, or to where rows are added.
      const next = rows[place + 1] ?? rows[place - 1];
      if (next === undefined) focusPlace('billableitems');
      else focusRow(next.id);
      offerUndo(row, () => {
        flushSync(() => engine.edit((draft) => withRowAgain(draft, row, place)));
        engine.save();
        focusRow(row.id);
      });
    };
    const remove = (row: DraftRow) => {
      if (isBlank(row)) takeOut(row);
      else askToDelete(row, () => takeOut(row));
    };
    return { add, duplicate, remove, saveAsTemplate: onSaveAsTemplate };
  });
  return actions;
}

export type RowActions = ReturnType<typeof useRowActions>;

function askToDelete(row: DraftRow, onConfirm: () => void) {
  modals.openConfirmModal({
    title: m.invoice_row_delete_title(),
    children: (
      <Text>{row.destination.trim() === '' ? m.invoice_row_unnamed() : row.destination}</Text>
    ),
    labels: { confirm: m.invoice_row_delete_confirm(), cancel: m.dialog_cancel() },
    confirmProps: { color: 'red' },
    onConfirm,
  });
}

function offerUndo(row: DraftRow, undo: () => void) {
  const id = `undo-${row.id}`;
  notifications.show({
    id,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{m.invoice_row_deleted()}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {m.invoice_undo()}
        </Button>
      </Group>
    ),
    autoClose: DURATION_MS.veryLong,
    withBorder: true,
    closeButtonProps: { 'aria-label': m.notification_close() },
    role: 'status',
  });
}
