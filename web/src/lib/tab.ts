import { readStored, store } from './storage';

const STORAGE_KEY = 'liksa-tab';
let withoutStorage: string | undefined;

/** The name of this tab of the browser. It stays over reloads and is another in every other tab. */
export function tabName(): string {
  const kept = readStored(() => sessionStorage, STORAGE_KEY);
  if (kept !== null) return kept;
  const name = crypto.randomUUID();
  if (store(() => sessionStorage, STORAGE_KEY, name)) return name;
  withoutStorage ??= name;
  return withoutStorage;
}
