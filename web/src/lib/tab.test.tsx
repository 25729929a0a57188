import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyFor } from './idempotency';

/** The locks of a browser, which all of its tabs share. */
function locks() {
  const held = new Set<string>();
  return {
    request: (name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<unknown>) =>
      new Promise((resolve, reject) => {
        if (!held.has(name)) {
          held.add(name);
          resolve(hold());
          return;
        }
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
}

/** The module as another tab has it. */
async function newTab() {
  vi.resetModules();
  return import('./tab');
}

beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: locks() }));
});

afterEach(() => {
  vi.resetModules();
});

test('a duplicated tab takes another name, and makes nothing under the keys of the first', async () => {
  const first = await newTab();
  await first.claimTab();
  const name = first.tabName();
  const key = keyFor('typed-a');
  // The duplicate begins with a copy of the storage.
  const duplicate = await newTab();
  await duplicate.claimTab();
  expect(duplicate.tabName()).not.toBe(name);
  expect(keyFor('typed-a')).not.toBe(key);
});

test('a tab alone keeps its name', async () => {
  const first = await newTab();
  const name = first.tabName();
  await first.claimTab();
  expect(first.tabName()).toBe(name);
});

test('without locks the name stays', async () => {
  vi.stubGlobal('navigator', {});
  const first = await newTab();
  const name = first.tabName();
  await first.claimTab();
  expect(first.tabName()).toBe(name);
});
