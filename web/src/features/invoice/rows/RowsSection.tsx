import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Template } from '@/api/templates';
import { BarredButton } from '@/components/BarredButton';
import { TemplatePicker } from '@/domain/templates/TemplatePicker';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { withTemplateRow } from '../draft/edits';
import { placeOf } from '../draft/problems';
import { isBlank, MOST_ROWS, newRow } from '../draft/rows';
import { useDraft, useEditor, useLocked, useProblem } from '../editor';
import { focusedRow, focusPlace } from '../focus';
import { RowCard } from './RowCard';
import { RowDialogs } from './RowDialogs';
import classes from './RowsSection.module.css';
import { SaveTemplateDialog } from './SaveTemplateDialog';
import { useRowActions } from './useRowActions';

/** The rows of the bill and what adds to them. */
export function RowsSection() {
  const { engine } = useEditor();
  const rows = useDraft((draft) => draft.rows);
  const locked = useLocked();
  const [templateOf, setTemplateOf] = useState<DraftRow>();
  const actions = useRowActions({ onSaveAsTemplate: setTemplateOf });
  const problem = useProblem('billableitems');

  const onLastCellKey = useCallback(
    (event: KeyboardEvent, row: DraftRow) => {
      const { draft } = engine.machine();
      const last = draft.rows.at(-1)?.id === row.id && draft.rows.length < MOST_ROWS;
      const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key !== 'Enter' || !plain || !last || isBlank(row)) return;
      event.preventDefault();
      actions.add();
    },
    [engine, actions],
  );
  useWindowEvent('keydown', (event) => {
    const row = focusedRow();
    const asked = event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey);
    if (!asked || row === undefined || locked || rows.length >= MOST_ROWS) return;
    // Otherwise the browser would bookmark the page.
    event.preventDefault();
    actions.duplicate(row);
  });
  return (
    <section className={classes.section} aria-label={m.invoice_rows()}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{m.invoice_rows()}</Title>
        {!locked && <CopyPicker />}
      </Group>
      {rows.length === 0 && <NoRows />}
      <Stack component="ol" gap="sm" className={classes.rows}>
        {rows.map((row, place) => (
          <RowCard
            key={row.id}
            row={row}
            number={place + 1}
            actions={actions}
            onLastCellKey={onLastCellKey}
          />
        ))}
      </Stack>
      {problem !== undefined && (
        <Text c="var(--mantine-color-error)" size="sm" mt="sm" role="alert">
          {problem}
        </Text>
      )}
      {!locked && (
        <Group mt="sm">
          <BarredButton
            data-place="billableitems"
            variant={rows.length === 0 ? 'filled' : 'light'}
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            reason={rows.length >= MOST_ROWS ? m.invoice_rows_full({ most: MOST_ROWS }) : undefined}
            onClick={actions.add}
          >
            {m.invoice_row_add()}
          </BarredButton>
        </Group>
      )}
      <RowDialogs />
      {templateOf !== undefined && (
        <SaveTemplateDialog row={templateOf} onClose={() => setTemplateOf(undefined)} />
      )}
    </section>
  );
}

function NoRows() {
  return (
    <Paper withBorder radius="md" p="lg" className={classes.empty}>
      <Text fw={600}>{m.invoice_rows_empty()}</Text>
      <Text c="dimmed" size="sm">
        {m.invoice_rows_empty_help()}
      </Text>
    </Paper>
  );
}

/** Brings in a saved row; where the last one is still empty, in its place. */
function CopyPicker() {
  const { engine, today } = useEditor();
  const pick = ({ row: template }: Template) => {
    if (template === null) return;
    const { draft } = engine.machine();
    const last = draft.rows.at(-1);
    const row =
      last !== undefined && isBlank(last) ? last : newRow(draft, today, crypto.randomUUID());
    flushSync(() =>
      engine.edit((before) => withTemplateRow(before, template, row), 'billableitems'),
    );
    engine.save();
    focusPlace(placeOf(row.id, 'destination'));
  };
  return <TemplatePicker kind="ROW" onPick={pick} />;
}
