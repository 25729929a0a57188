/**
 * Registers the service worker (public/sw.js), whose only task is a page of our own while the server cannot be reached.
 * Without it, as in browsers that refuse it, everything else is the same.
 */
export function registerOfflinePage() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch(() => undefined);
}
