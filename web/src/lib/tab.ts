import { readStored, store } from './storage';

const STORAGE_KEY = 'liksa-tab';
let withoutStorage: string | undefined;

/** The name of this browser tab. It survives reloads and differs between tabs. */
export function tabName(): string {
  const stored = readStored(() => sessionStorage, STORAGE_KEY);
  if (stored !== null) return stored;
  const name = crypto.randomUUID();
  if (store(() => sessionStorage, STORAGE_KEY, name)) return name;
  withoutStorage ??= name;
  return withoutStorage;
}
