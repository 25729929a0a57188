import { useEffect, useSyncExternalStore } from 'react';

/** Whether the server is known not to answer. */
let gone = false;
/** How many parts of the page say so themselves, better than a notice could. */
let telling = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

export function setServerGone(isGone: boolean) {
  gone = isGone;
  tell();
}

export function useServerGone(): boolean {
  return useSyncExternalStore(subscribe, () => gone);
}

/** Whether a notice has to say that the server is gone. */
export function useNoticeNeeded(): boolean {
  return useSyncExternalStore(subscribe, () => gone && telling === 0);
}

/** For the part of a page that says it itself, for as long as it does. */
export function useTellsServerGone(tells: boolean) {
  useEffect(() => {
    if (!tells) return undefined;
    telling += 1;
    tell();
    return () => {
      telling -= 1;
      tell();
    };
  }, [tells]);
}
