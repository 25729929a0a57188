export interface Neighbours {
  /** Where in the list the item is, or was while it was there. */
  readonly place: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/**
 * What lies before and after an item of a list. One that has left the list, say because somebody
 * took it, keeps its place: what came after it is still next.
 */
export function neighbours(ids: readonly string[], id: string, lastPlace: number): Neighbours {
  const found = ids.indexOf(id);
  if (found !== -1) return { place: found, previous: ids[found - 1], next: ids[found + 1] };
  const place = Math.min(lastPlace, ids.length);
  return { place, previous: ids[place - 1], next: ids[place] };
}
