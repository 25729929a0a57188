import { Paper, Stack, Title } from '@mantine/core';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { useDraft } from '../editor';
import { RowReceipts } from '../receipts/RowReceipts';
import { RowDialogs } from '../rows/RowDialogs';
import { RowExtras } from '../rows/RowExtras';
import { RowLine, rowName } from '../rows/RowLine';
import rowsClasses from '../rows/RowsSection.module.css';
import classes from './SentRows.module.css';

/** The rows of a bill that was sent, and what each of them has of trips, work time and receipts. */
export function SentRows() {
  const rows = useDraft((draft) => draft.rows);
  return (
    <section className={rowsClasses.section} aria-label={m.invoice_rows()}>
      <Title order={2} mb="sm">
        {m.invoice_rows()}
      </Title>
      <Stack component="ol" gap="xs" className={rowsClasses.rows}>
        {rows.map((row, place) => (
          <SentRow key={row.id} row={row} number={place + 1} />
        ))}
      </Stack>
      <RowDialogs />
    </section>
  );
}

function SentRow({ row, number }: { row: DraftRow; number: number }) {
  return (
    <Paper
      component="li"
      withBorder
      className={classes.row}
      data-row={row.id}
      data-whole-text
      aria-label={m.invoice_row_name({ number, name: rowName(row) })}
    >
      <RowLine row={row} number={number} />
      <RowExtras row={row}>
        <RowReceipts row={row} />
      </RowExtras>
    </Paper>
  );
}
