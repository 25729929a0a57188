import { expect, test, vi } from 'vitest';
import { reloadIfServerAnswers, reloadOnce } from './reload';

test('reloads once, then leaves the choice to the person', () => {
  const reload = vi.fn<() => void>();
  expect(reloadOnce(1_000_000, reload)).toBe(true);
  expect(reloadOnce(1_000_001, reload)).toBe(false);
  expect(reloadOnce(1_059_999, reload)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a fault a minute later is a new one', () => {
  const reload = vi.fn<() => void>();
  reloadOnce(1_000_000, reload);
  expect(reloadOnce(1_060_000, reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without storage it never reloads, since it could not notice a loop', () => {
  const reload = vi.fn<() => void>();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('storage is off', 'SecurityError');
  });
  expect(reloadOnce(1_000_000, reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['does not answer', () => Promise.reject(new TypeError('connection refused')), 0],
  ['answers that it is not well', () => Promise.resolve(new Response('', { status: 503 })), 0],
  ['answers', () => Promise.resolve(new Response('ok')), 1],
])('a server that %s', async (_, answer, reloads) => {
  vi.stubGlobal('fetch', answer);
  const reload = vi.fn<() => void>();
  await reloadIfServerAnswers(reload);
  expect(reload).toHaveBeenCalledTimes(reloads);
});
