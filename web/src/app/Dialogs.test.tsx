import { expect, test, vi } from 'vitest';

test('a page for signed-in users waits until its tab has a name that no other tab has', async () => {
  vi.resetModules();
  let take: () => unknown = () => undefined;
  const request = (_: string, __: object, hold: () => unknown) => {
    take = hold;
    return new Promise(() => undefined);
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
  const { loadDialogs } = await import('./Dialogs');
  const loaded = vi.fn<() => void>();
  const loading = loadDialogs().then(loaded);
  await Promise.resolve();
  expect(loaded).not.toHaveBeenCalled();
  void take();
  await loading;
  expect(loaded).toHaveBeenCalledTimes(1);
  vi.resetModules();
});
