import type { Draft, DraftRow } from './draft';
import { keptWithExpensesOf } from './expenses';
import {
  BILL_UNIT_NAMES,
  BILL_UNITS,
  billMeaning,
  ROW_UNIT_NAMES,
  ROW_UNITS,
  rowMeaning,
  wholeRowMeaning,
  type BillUnit,
  type RowUnit,
} from './meaning';

/**
 * Where both sides changed the same thing. Of a row, one side may also have deleted what the other
 * changed.
 */
export type Clash =
  | { readonly row: null; readonly unit: BillUnit }
  | { readonly row: string; readonly unit: RowUnit | 'deletedHere' | 'deletedThere' };

export function clashId({ row, unit }: Clash): string {
  return row === null ? unit : `${row}.${unit}`;
}

/** What both sides began with: as it was on this screen, and as the server had it. */
export interface Common {
  readonly mine: Draft;
  readonly server: Draft;
}

interface Merged {
  /** What only one side changed is as that side has it; a clash is as it is here. */
  readonly draft: Draft;
  readonly clashes: readonly Clash[];
}

/** Which side a unit is taken from. */
type Outcome = 'mine' | 'theirs' | 'clash';

/** What a unit says, in the common past of each side and now. */
function outcome(
  before: { mine: string | undefined; server: string | undefined },
  mine: string,
  theirs: string,
): Outcome {
  if (mine === theirs || theirs === before.server) return 'mine';
  return mine === before.mine ? 'theirs' : 'clash';
}

/** Merges what was typed here with what another user or tab has saved meanwhile. */
export function merge(before: Common, mine: Draft, theirs: Draft): Merged {
  const clashes: Clash[] = [];
  let draft: Draft = mine;
  for (const unit of BILL_UNIT_NAMES) {
    const past = {
      mine: billMeaning(before.mine, unit),
      server: billMeaning(before.server, unit),
    };
    const found = outcome(past, billMeaning(mine, unit), billMeaning(theirs, unit));
    if (found === 'theirs') draft = withBillUnit(draft, theirs, unit);
    if (found === 'clash') clashes.push({ row: null, unit });
  }
  const rows = mergeRows(before, mine.rows, theirs.rows);
  return { draft: { ...draft, rows: rows.rows }, clashes: [...clashes, ...rows.clashes] };
}

function withBillUnit(draft: Draft, from: Draft, unit: BillUnit): Draft {
  return { ...draft, ...taken(from, BILL_UNITS[unit]) };
}

function withRowUnit(row: DraftRow, from: DraftRow, unit: RowUnit): DraftRow {
  const said = { ...row, ...taken(from, ROW_UNITS[unit]) };
  return unit === 'price' ? { ...said, unread: from.unread } : said;
}

function taken<Whole extends object, Key extends keyof Whole>(from: Whole, keys: readonly Key[]) {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<Whole, Key>;
}

function byId(rows: readonly DraftRow[]): ReadonlyMap<string, DraftRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

interface MergedRows {
  rows: DraftRow[];
  clashes: Clash[];
}

function mergeRows(
  before: Common,
  mine: readonly DraftRow[],
  theirs: readonly DraftRow[],
): MergedRows {
  const past = { mine: byId(before.mine.rows), server: byId(before.server.rows) };
  const there = byId(theirs);
  const rows: DraftRow[] = [];
  const clashes: Clash[] = [];
  for (const row of mine) {
    const other = there.get(row.id);
    const known = past.mine.get(row.id);
    if (other !== undefined) {
      const merged = mergeRow({ mine: known, server: past.server.get(row.id) }, row, other);
      rows.push(merged.row);
      clashes.push(...merged.clashes);
    } else if (known === undefined) {
      rows.push(row);
    } else if (wholeRowMeaning(row) !== wholeRowMeaning(known)) {
      rows.push(row);
      clashes.push({ row: row.id, unit: 'deletedThere' });
    }
  }
  const here = byId(mine);
  for (const [place, row] of theirs.entries()) {
    if (here.has(row.id)) continue;
    const known = past.server.get(row.id);
    if (known === undefined) rows.splice(placeAfter(rows, theirs[place - 1]), 0, row);
    else if (wholeRowMeaning(row) !== wholeRowMeaning(known)) {
      clashes.push({ row: row.id, unit: 'deletedHere' });
    }
  }
  return { rows, clashes };
}

/** Where a row of the other side belongs: after the one it follows there, or else at the end. */
function placeAfter(rows: readonly DraftRow[], neighbour: DraftRow | undefined): number {
  const place = rows.findIndex(({ id }) => id === neighbour?.id);
  return place === -1 ? rows.length : place + 1;
}

function mergeRow(
  before: { mine: DraftRow | undefined; server: DraftRow | undefined },
  mine: DraftRow,
  theirs: DraftRow,
): { row: DraftRow; clashes: Clash[] } {
  const clashes: Clash[] = [];
  // Of the kept fields the editor changes the expenses alone, so the server's others are the newest.
  let row: DraftRow = { ...mine, kept: keptWithExpensesOf(theirs.kept, mine.kept) };
  for (const unit of ROW_UNIT_NAMES) {
    const past = {
      mine: before.mine && rowMeaning(before.mine, unit),
      server: before.server && rowMeaning(before.server, unit),
    };
    const found = outcome(past, rowMeaning(mine, unit), rowMeaning(theirs, unit));
    if (found === 'theirs') row = withRowUnit(row, theirs, unit);
    if (found === 'clash') clashes.push({ row: mine.id, unit });
  }
  return { row, clashes };
}

/** The draft with the other side's word taken for a clash. */
export function withTheirs(draft: Draft, theirs: Draft, clash: Clash): Draft {
  if (clash.row === null) return withBillUnit(draft, theirs, clash.unit);
  const { row: id, unit } = clash;
  if (unit === 'deletedThere') return { ...draft, rows: draft.rows.filter((row) => row.id !== id) };
  const place = theirs.rows.findIndex((row) => row.id === id);
  const other = theirs.rows[place];
  if (other === undefined) return draft;
  if (unit === 'deletedHere') {
    const at = placeAfter(draft.rows, theirs.rows[place - 1]);
    return { ...draft, rows: draft.rows.toSpliced(at, 0, other) };
  }
  return {
    ...draft,
    rows: draft.rows.map((row) => (row.id === id ? withRowUnit(row, other, unit) : row)),
  };
}
