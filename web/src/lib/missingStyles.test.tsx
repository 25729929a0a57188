import { afterEach, expect, test, vi } from 'vitest';
import { beforeEachPart, lazyPart } from './lazyPart';
import { watchStyles } from './missingStyles';

afterEach(() => {
  beforeEachPart(undefined);
});

function Shown() {
  return null;
}

test('a style sheet that did not come is asked for again, and the part waits for it', async () => {
  watchStyles();
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: '/assets/page.css', crossOrigin: '' });
  document.head.append(link);
  const inPage = () =>
    document.head.querySelector<HTMLLinkElement>('link[href="/assets/page.css"]');
  const load = vi.fn<() => Promise<typeof Shown>>().mockResolvedValue(Shown);
  const Part = lazyPart(load);
  link.dispatchEvent(new Event('error'));

  const first = Part.preload();
  expect(inPage()).not.toBe(link);
  inPage()?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('page.css');
  expect(load).not.toHaveBeenCalled();

  const second = Part.preload();
  inPage()?.dispatchEvent(new Event('load'));
  await second;
  expect(load).toHaveBeenCalledTimes(1);
  expect(document.head.querySelectorAll('link[href="/assets/page.css"]')).toHaveLength(1);
  inPage()?.remove();
});
