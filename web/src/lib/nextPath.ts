/**
 * Where to go after signing in. The value comes from the address bar, so anything but a path on
 * this very site is dropped: a link to the log-in page must not lead on to a stranger's site.
 */
export function safeNextPath(next: unknown, origin = window.location.origin): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined;
  const url = URL.parse(next, origin);
  if (url === null || url.origin !== origin) return undefined;
  return url.pathname + url.search + url.hash;
}
