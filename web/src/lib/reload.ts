import { readStored, store } from './storage';

const STORAGE_KEY = 'liksa-reloaded-at';
const LOOP_GUARD_MS = 60_000;

/**
 * Reloads the page, unless that was just tried: a fault that a reload does not cure must end in a
 * page that says so, not in a loop. Answers whether a reload is under way.
 */
export function reloadOnce(now: number, reload = () => window.location.reload()): boolean {
  const reloadedAt = Number(
    readStored(() => sessionStorage, STORAGE_KEY) ?? Number.NEGATIVE_INFINITY,
  );
  if (now - reloadedAt < LOOP_GUARD_MS) return false;
  // With no memory of the last attempt a loop could not be noticed.
  if (!store(() => sessionStorage, STORAGE_KEY, String(now))) return false;
  reload();
  return true;
}

/**
 * After a deploy the chunks that an open page would load are gone from the server. A fresh page
 * knows the new ones. When the device is offline a reload would only lose the page.
 */
export function reloadOnMissingChunk() {
  window.addEventListener('vite:preloadError', (event) => {
    if (navigator.onLine && reloadOnce(Date.now())) event.preventDefault();
  });
}
