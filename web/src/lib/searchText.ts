/** What a list is searched for, as the address bar tells it. */
export function readSearchText(q: unknown): { q?: string } {
  return typeof q === 'string' && q.trim() !== '' ? { q: q.trim() } : {};
}
