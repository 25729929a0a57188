/** The shortest time between two requests of a kind. */
export const LOGIN_THROTTLE_MS = 100;

/**
 * Wraps an action so that a double click makes one request: calls are dropped while one is under
 * way, and for a while after it began.
 */
export function throttled<Arguments extends unknown[]>(
  action: (...args: Arguments) => Promise<void>,
  interval_ms: number,
  now: () => number = () => performance.now(),
): (...args: Arguments) => Promise<void> {
  let running = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  return async (...args) => {
    if (running || now() - startedAt < interval_ms) return;
    running = true;
    startedAt = now();
    try {
      await action(...args);
    } finally {
      running = false;
    }
  };
}
