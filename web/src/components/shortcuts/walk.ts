import { useKeys } from './keys';

/** What a table or a list is marked with whose rows, or cards, the keys of the page go through. */
export const WALKED_ROWS = { 'data-walked': 'rows' } as const;
export const WALKED_CARDS = { 'data-walked': 'cards' } as const;

const STOPS =
  '[data-walked="rows"] > tbody > tr, [data-walked="cards"] > :is(li, article), [data-walked="cards"] > ul > li';

/** J and K go through all that is walked on the page, in its order, and X chooses the row with the keyboard. */
export function useWalkKeys(choosing: boolean) {
  useKeys([
    { key: 'j', run: () => moveFocus(stopsIn(document), 1) },
    { key: 'k', run: () => moveFocus(stopsIn(document), -1) },
    ...(choosing ? [{ key: 'x', run: chooseFocused }] : []),
  ]);
}

const stopsIn = (part: ParentNode) => [...part.querySelectorAll<HTMLElement>(STOPS)];

/** Moves the keyboard to the stop before or after the one it is in; from outside, to the first. */
export function moveFocus(stops: readonly HTMLElement[], step: number) {
  const here = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = here === -1 ? 0 : here + step;
  const stop = stops[Math.min(Math.max(next, 0), stops.length - 1)];
  if (stop !== undefined) focusIn(stop);
}

/**
 * What Enter does in a row or on a card: its name opens it, or else a button or a link of it does something. Where
 * there is none, its box can be ticked.
 */
function focusIn(stop: HTMLElement) {
  const target =
    stop.querySelector<HTMLElement>('[data-enter] :is(a, button)') ??
    stop.querySelector<HTMLElement>('th :is(a, button)') ??
    stop.querySelector<HTMLElement>(':is(a, button)') ??
    stop.querySelector<HTMLElement>('input');
  if (target === null) stop.tabIndex = -1;
  (target ?? stop).focus();
}

/** Chooses the row in which the keyboard is, or takes it out of the choice. */
function chooseFocused() {
  const row = document.activeElement?.closest('tr');
  row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
}
