import { expect, test, vi } from 'vitest';

test('a page for signed-in users waits until its tab has a name that no other tab has', async () => {
  vi.resetModules();
  let take: () => unknown = () => undefined;
  const request = (_: string, __: object, hold: () => unknown) => {
    take = hold;
    return new Promise(() => undefined);
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
  const { prepareTab } = await import('./signedIn');
  const prepared = vi.fn<() => void>();
  const preparing = prepareTab().then(prepared);
  await Promise.resolve();
  expect(prepared).not.toHaveBeenCalled();
  void take();
  await preparing;
  expect(prepared).toHaveBeenCalledTimes(1);
  vi.resetModules();
});
