import { useEffect, useSyncExternalStore } from 'react';
import type { ServerHealth } from './reload';

/** What is known of the server, which is well until something fails. */
let health: ServerHealth = 'well';
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

export function setServerHealth(known: ServerHealth) {
  health = known;
  tell();
}

/** Whether the server cannot be worked with, for whatever reason. */
export function useServerGone(): boolean {
  return useSyncExternalStore(subscribe, () => health !== 'well');
}

/** Whether the server answers that it cannot work at the moment. */
export function useServerAway(): boolean {
  return useSyncExternalStore(subscribe, () => health === 'away');
}

/** Whether a notice has to say that the server is gone. */
export function useNoticeNeeded(): boolean {
  return useSyncExternalStore(subscribe, () => health !== 'well' && telling === 0);
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
