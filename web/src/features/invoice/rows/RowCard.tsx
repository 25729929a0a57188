import { ActionIcon, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconCopy, IconTemplate, IconTrash } from '@tabler/icons-react';
import { memo, useId, type KeyboardEvent } from 'react';
import { useLanguage } from '@/lib/language';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { withAllCollapsed, withRow } from '../draft/edits';
import { placeOf } from '../draft/problems';
import { useEditor, useLocked, useMachine } from '../editor';
import { RowReceipts } from '../receipts/RowReceipts';
import classes from './RowCard.module.css';
import { partOf } from './openDialog';
import { RowExtras } from './RowExtras';
import { RowFields } from './RowFields';
import { RowLine, rowName, RowTotal } from './RowLine';
import type { RowActions } from './useRowActions';

interface Props {
  row: DraftRow;
  number: number;
  actions: RowActions;
  onLastCellKey: (event: KeyboardEvent, row: DraftRow) => void;
}

/** One row of the bill. Memoised: typing in one row must not cost anything in the others. */
export const RowCard = memo(function RowCard({ row, number, actions, onLastCellKey }: Props) {
  const bodyId = useId();
  // A memoised component is not rendered again when the language changes.
  useLanguage();
  return (
    <Paper
      component="li"
      withBorder
      className={classes.row}
      data-row={row.id}
      aria-label={m.invoice_row_name({ number, name: rowName(row) })}
    >
      <RowHeader row={row} number={number} bodyId={bodyId} actions={actions} />
      {row.collapsed ? (
        <FoldedProblem rowId={row.id} />
      ) : (
        <div id={bodyId} className={classes.body}>
          <RowFields row={row} onLastCellKey={(event) => onLastCellKey(event, row)} />
          <RowExtras row={row}>
            <RowReceipts row={row} />
          </RowExtras>
          <FieldlessProblems rowId={row.id} />
        </div>
      )}
    </Paper>
  );
});

interface HeaderProps extends Omit<Props, 'onLastCellKey'> {
  bodyId: string;
}

function RowHeader({ row, number, bodyId, actions }: HeaderProps) {
  const { engine } = useEditor();
  const locked = useLocked();
  const collapse = (collapsed: boolean) =>
    engine.edit((draft) => withRow(draft, row.id, (before) => ({ ...before, collapsed })));
  const collapseAll = () => engine.edit((draft) => withAllCollapsed(draft, !row.collapsed));
  return (
    <div className={classes.header}>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={!row.collapsed}
        aria-controls={row.collapsed ? undefined : bodyId}
        // The two clicks of a double click have put this row back; all then follow the other way.
        onClick={() => collapse(!row.collapsed)}
        onDoubleClick={collapseAll}
      >
        <IconChevronDown size={18} aria-hidden="true" className={classes.chevron} />
        {row.collapsed ? (
          <RowLine row={row} number={number} />
        ) : (
          <span className={classes.open}>
            {m.bills_field_row({ row: number })}
            <RowTotal row={row} />
          </span>
        )}
      </UnstyledButton>
      {!locked && !row.collapsed && <RowButtons row={row} number={number} actions={actions} />}
    </div>
  );
}

/** A folded row tells that something in it is wrong; opened, its fields say what. */
function FoldedProblem({ rowId }: { rowId: string }) {
  const wrong = useMachine(({ problems }) =>
    Object.keys(problems).some((place) => place.startsWith(placeOf(rowId, ''))),
  );
  if (!wrong) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" className={classes.folded}>
      {m.invoice_row_check()}
    </Text>
  );
}

function RowButtons({ row, number, actions }: Pick<Props, 'row' | 'number' | 'actions'>) {
  return (
    <Group gap={2} wrap="nowrap">
      <RowButton
        label={m.invoice_row_duplicate({ number })}
        onClick={() => actions.duplicate(row.id)}
      >
        <IconCopy size={18} aria-hidden="true" />
      </RowButton>
      <RowButton label={m.invoice_row_save({ number })} onClick={() => actions.saveAsTemplate(row)}>
        <IconTemplate size={18} aria-hidden="true" />
      </RowButton>
      <RowButton label={m.invoice_row_delete({ number })} onClick={() => actions.remove(row)}>
        <IconTrash size={18} aria-hidden="true" />
      </RowButton>
    </Group>
  );
}

function RowButton(props: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  );
}

const OWN_FIELDS = new Set([
  'destination',
  'date',
  'alv',
  'alvPrice',
  'price',
  'hourlyprice',
  'billableWorkHours',
]);

function hasField(field: string): boolean {
  return OWN_FIELDS.has(field) || partOf(field) !== undefined;
}

/** What is wrong with the row where the editor has no field for it. */
function FieldlessProblems({ rowId }: { rowId: string }) {
  const found = useMachine(({ problems }) =>
    Object.entries(problems)
      .filter(([place]) => place.startsWith(placeOf(rowId, '')))
      .filter(([place]) => !hasField(place.slice(rowId.length + 1)))
      .map(([, key]) => key)
      .join(' '),
  );
  if (found === '') return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" mt="xs">
      {found.split(' ').map(textOf).join(' ')}
    </Text>
  );
}
