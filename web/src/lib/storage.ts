/** localStorage and sessionStorage throw when the browser forbids them; the app works without. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value was stored. */
export function store(storage: () => Storage, key: string, value: string): boolean {
  try {
    storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function remove(storage: () => Storage, key: string) {
  try {
    storage().removeItem(key);
  } catch {
    // What cannot be stored need not be removed.
  }
}
