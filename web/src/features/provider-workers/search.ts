/** Reads who is searched for from the address bar. */
export function readWorkersSearch({ q }: Record<string, unknown>): { q?: string } {
  return typeof q === 'string' && q.trim() !== '' ? { q: q.trim() } : {};
}
