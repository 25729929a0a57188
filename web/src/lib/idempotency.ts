import { readStored, remove, store } from './storage';

const PREFIX = 'liksa-making-';

/**
 * The key under which a thing is being made, such as the copy of a bill. It stays the same over
 * retries and reloads until the thing is known to be made, so that the server makes it once.
 */
export function keyFor(thing: string): string {
  const name = PREFIX + thing;
  const stored = readStored(() => sessionStorage, name);
  if (stored !== null) return stored;
  const key = crypto.randomUUID();
  store(() => sessionStorage, name, key);
  return key;
}

/** The thing is made; making another is a new matter. */
export function forgetKey(thing: string) {
  remove(() => sessionStorage, PREFIX + thing);
}

/** Drops all keys, which a duplicated tab has from the tab that it is a copy of. */
export function forgetAllKeys() {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of names) sessionStorage.removeItem(name);
  } catch {
    // Without storage there are none.
  }
}
