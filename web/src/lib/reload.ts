import { readStored, store } from './storage';

const STORAGE_KEY = 'liksa-reloaded-at';
const LOOP_GUARD_MS = 60_000;
const LONGEST_ANSWER_MS = 5000;

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

let leaving = false;

/** Opens another address as the user who has just signed in. What is still answered here concerns the one before. */
export function leaveFor(address: string) {
  leaving = true;
  window.location.replace(address);
}

/** Whether the page is about to give way to that of another user. */
export function isLeaving(): boolean {
  return leaving;
}

/** What is known of the server: it works, it answers that it cannot work at the moment, or it does not answer. */
export type ServerHealth = 'well' | 'away' | 'unreachable';

export async function serverHealth(): Promise<ServerHealth> {
  try {
    const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
    return (await fetch('/readyz', { cache: 'no-store', signal })).ok ? 'well' : 'away';
  } catch {
    return 'unreachable';
  }
}

export async function serverAnswers(): Promise<boolean> {
  return (await serverHealth()) === 'well';
}

/**
 * Reloads after a fault that a fresh page may not have: after a deploy the code that an open page would
 * load is gone from the server. Without an answer from the server a reload would only lose the page.
 */
export async function reloadIfServerAnswers(reload: () => void): Promise<void> {
  if (await serverAnswers()) reload();
}
