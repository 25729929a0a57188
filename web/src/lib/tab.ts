import { forgetAllKeys } from './idempotency';
import { readStored, remove, store } from './storage';

const STORAGE_KEY = 'liksa-tab';
const LOCK = 'liksa-tab-';
/** A page that is reloaded lets go of its name at once, another tab never. */
const WAIT_FOR_RELOAD_MS = 500;

let withoutStorage: string | undefined;
let claimed: Promise<void> | undefined;

/** The name of this browser tab. It survives reloads; once claimed, no other tab has it. */
export function tabName(): string {
  const stored = readStored(() => sessionStorage, STORAGE_KEY);
  if (stored !== null) return stored;
  const name = crypto.randomUUID();
  if (store(() => sessionStorage, STORAGE_KEY, name)) return name;
  withoutStorage ??= name;
  return withoutStorage;
}

/** Makes sure that no other open tab has this one's name: a duplicated tab starts with a copy of it. */
export function claimTab(): Promise<void> {
  claimed ??= claim();
  return claimed;
}

async function claim(): Promise<void> {
  // Browsers without locks, or on an address that is not secure, keep the name they have.
  if (!('locks' in navigator) || (await holds(tabName()))) return;
  remove(() => sessionStorage, STORAGE_KEY);
  forgetAllKeys();
  await holds(tabName());
}

/** Whether this tab holds the name now, and from now on for as long as it is open. */
function holds(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    navigator.locks
      .request(LOCK + name, { signal: AbortSignal.timeout(WAIT_FOR_RELOAD_MS) }, hold)
      .catch((error: unknown) => resolve((error as Error).name !== 'TimeoutError'));
  });
}
