import {
  Checkbox,
  Paper,
  Table,
  Tooltip,
  VisuallyHidden,
  type MantineBreakpoint,
} from '@mantine/core';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { m } from '@/paraglide/messages';
import classes from './DataTable.module.css';
import { moveFocus, WALKED_ROWS } from '../shortcuts/walk';

export interface Column<Item> {
  readonly name: string;
  readonly cell: (item: Item) => ReactNode;
  /** Amounts and counts are aligned to the end of their column. */
  readonly numeric?: boolean;
  /** The width from which on there is room for the column; always, when none is given. */
  readonly from?: MantineBreakpoint;
  /** Short enough to stand on one line, such as a moment. */
  readonly unbroken?: boolean;
  /** The name is heard but not seen, as over a column of buttons. */
  readonly silent?: boolean;
  /** What stands under the column; a table has a last line where any of its columns has this. */
  readonly sum?: ReactNode;
}

/** Choosing several rows at once. */
export interface Choosing<Item> {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
  /** What is chosen by the box of a row. */
  readonly nameOf: (item: Item) => string;
  /** Why a row cannot be chosen; undefined where it can. */
  readonly whyNot: (item: Item) => string | undefined;
}

interface Props<Item> {
  /** What the table holds, for those who hear it. */
  caption: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The first one names the row and holds what opens it: a link with the class `RowLink` gives. */
  columns: readonly [Column<Item>, ...Column<Item>[]];
  choosing?: Choosing<Item> | undefined;
  /** The keys J and K of the page, which ListKeys has, move here too, and X chooses a row. */
  leading?: boolean;
  /** On a phone the cells of a row stand below each other, where they do not fit beside each other. */
  stacked?: boolean;
}

/** A dense table that is worked through by keyboard: arrows, J and K move between its rows. */
export function DataTable<Item>({
  caption,
  items,
  keyOf,
  columns,
  choosing,
  leading,
  stacked,
}: Props<Item>) {
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    moveFocus([...(table.current?.tBodies[0]?.rows ?? [])], step);
  };
  return (
    <Paper withBorder className={classes.frame}>
      <Table
        ref={table}
        className={classes.table}
        verticalSpacing={8}
        highlightOnHover
        aria-label={caption}
        data-stacked={stacked}
        {...(leading === true && WALKED_ROWS)}
        onKeyDown={onKeyDown}
      >
        <Table.Thead>
          <Table.Tr>
            {choosing !== undefined && (
              <Table.Th className={classes.choice}>
                <ChooseAll items={items} keyOf={keyOf} choosing={choosing} />
              </Table.Th>
            )}
            {columns.map(({ name, numeric, from, silent }) => (
              <Table.Th key={name} {...cellProps(numeric, from)}>
                {silent === true ? <VisuallyHidden>{name}</VisuallyHidden> : name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <DataRow
              key={keyOf(item)}
              id={keyOf(item)}
              item={item}
              columns={columns}
              choosing={choosing}
            />
          ))}
        </Table.Tbody>
        <Sums columns={columns} choosing={choosing !== undefined} />
      </Table>
    </Paper>
  );
}

interface RowProps<Item> {
  id: string;
  item: Item;
  columns: Props<Item>['columns'];
  choosing: Choosing<Item> | undefined;
}

function DataRow<Item>({ id, item, columns: [first, ...rest], choosing }: RowProps<Item>) {
  const chosen = choosing?.chosen.has(id) ?? false;
  return (
    <Table.Tr className={classes.row} data-chosen={chosen || undefined}>
      {choosing !== undefined && (
        <Table.Td className={classes.choice}>
          <ChooseRow
            name={choosing.nameOf(item)}
            chosen={chosen}
            reason={choosing.whyNot(item)}
            toggle={() => choosing.choose(toggled(choosing.chosen, id))}
          />
        </Table.Td>
      )}
      <Table.Th
        scope="row"
        className={classes.name}
        data-unbroken={first.unbroken}
        {...cellProps(first.numeric, first.from)}
      >
        {first.cell(item)}
      </Table.Th>
      {rest.map(({ name, cell, numeric, from, silent, unbroken }) => (
        <Table.Td
          key={name}
          {...cellProps(numeric, from)}
          data-above={silent}
          data-unbroken={unbroken}
        >
          {cell(item)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** The last line, under the columns that have something to say there. */
function Sums<Item>({ columns, choosing }: { columns: Props<Item>['columns']; choosing: boolean }) {
  if (columns.every(({ sum }) => sum === undefined)) return null;
  const [first, ...rest] = columns;
  return (
    <Table.Tfoot>
      <Table.Tr>
        {choosing && <Table.Td />}
        <Table.Th scope="row" {...cellProps(first.numeric, first.from)}>
          {first.sum}
        </Table.Th>
        {rest.map(({ name, sum, numeric, from }) => (
          <Table.Td key={name} {...cellProps(numeric, from)}>
            {sum}
          </Table.Td>
        ))}
      </Table.Tr>
    </Table.Tfoot>
  );
}

interface ChooseRowProps {
  name: string;
  chosen: boolean;
  reason: string | undefined;
  toggle: () => void;
}

/** A row that cannot be chosen keeps its box reachable, so that the reason can be read and heard. */
function ChooseRow({ name, chosen, reason, toggle }: ChooseRowProps) {
  return (
    <Tooltip
      label={reason}
      disabled={reason === undefined}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={320}
    >
      <div>
        <Checkbox
          size="xs"
          aria-label={name}
          checked={chosen}
          aria-disabled={reason !== undefined}
          aria-description={reason}
          onChange={() => {
            if (reason === undefined) toggle();
          }}
        />
      </div>
    </Tooltip>
  );
}

interface ChooseAllProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  choosing: Choosing<Item>;
}

function ChooseAll<Item>({ items, keyOf, choosing }: ChooseAllProps<Item>) {
  const possible = items.filter((item) => choosing.whyNot(item) === undefined).map(keyOf);
  const all = possible.length > 0 && possible.every((key) => choosing.chosen.has(key));
  return (
    <Checkbox
      size="xs"
      aria-label={m.provider_choose_all()}
      checked={all}
      indeterminate={!all && choosing.chosen.size > 0}
      disabled={possible.length === 0}
      onChange={() => choosing.choose(new Set(all ? [] : possible))}
    />
  );
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

function cellProps(numeric: boolean | undefined, from: MantineBreakpoint | undefined) {
  return {
    ...(numeric === true && { 'data-numeric': true }),
    ...(from !== undefined && { visibleFrom: from }),
  };
}
