import type { Draft, DraftRow } from './draft/draft';
import { placeOf } from './draft/problems';
import { partOf, type OpenDialog } from './rows/openDialog';

const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button';

function focusable(element: Element | null): HTMLElement | null {
  if (element === null) return null;
  return element.matches(FOCUSABLE)
    ? (element as HTMLElement)
    : element.querySelector<HTMLElement>(FOCUSABLE);
}

function find(name: 'place' | 'row', value: string): Element | null {
  const all = document.querySelectorAll<HTMLElement>(`[data-${name}]`);
  return [...all].find(({ dataset }) => dataset[name] === value) ?? null;
}

/**
 * Moves the focus to where a field is shown (see `placeOf`). What has no field of its own is in
 * its row.
 */
export function focusPlace(place: string) {
  const row = find('row', place.split('.', 1)[0] ?? '');
  const target =
    focusable(find('place', place)) ??
    focusable(row?.querySelector('[data-row-fields]') ?? null) ??
    focusable(row);
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}

/** The same for a field that may be in a dialog of its row, which then opens. */
export function leadTo(place: string, dialog: OpenDialog) {
  const [rowId = '', field = ''] = place.split('.');
  const part = partOf(field);
  if (part === undefined) focusPlace(place);
  else dialog.open({ rowId, part, place });
}

/** The place of the first field that is still to be filled; undefined where none is. */
export function firstToFill({ customer, rows }: Draft): string | undefined {
  if (customer === null) return 'sharedCustomer';
  if (rows.length === 0) return 'billableitems';
  const [place] = rows.flatMap((row) => missingOf(row).map((field) => placeOf(row.id, field)));
  return place;
}

/** What a row lacks to be sent: what was done, and the price. */
export function missingOf({ destination, type, unread, ...row }: DraftRow): readonly string[] {
  const price = type === 'CONTRACT' ? 'alvPrice' : 'hourlyprice';
  return [
    ...(destination.trim() === '' ? ['destination'] : []),
    ...(unread === undefined && row[price].trim() === '' ? [price] : []),
  ];
}

/** The row that has the focus. */
export function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
