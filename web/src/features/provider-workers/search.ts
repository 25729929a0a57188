import { readSearchText } from '@/lib/searchText';

/** Reads who is searched for from the address bar. */
export function readWorkersSearch({ q }: Record<string, unknown>): { q?: string } {
  return readSearchText(q);
}
