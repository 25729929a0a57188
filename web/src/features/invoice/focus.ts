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

/** The row that has the focus. */
export function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
