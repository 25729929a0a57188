import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ASK_AGAIN_MS, lazyPart } from './lazyPart';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function Shown() {
  return <p>{'shown'}</p>;
}

test('code that does not come leaves the page as it is, and is shown once the server is back', async () => {
  let down = true;
  vi.stubGlobal('fetch', () => (down ? Promise.reject(new TypeError()) : new Response('ok')));
  const Part = lazyPart(() =>
    down ? Promise.reject(new TypeError('no code')) : Promise.resolve(Shown),
  );
  await act(async () => {
    render(
      <>
        <p>{'page'}</p>
        <Suspense>
          <Part />
        </Suspense>
      </>,
    );
    await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS * 3);
  });
  screen.getByText('page');
  expect(screen.queryByText('shown')).toBeNull();
  down = false;
  await act(() => vi.advanceTimersByTimeAsync(ASK_AGAIN_MS));
  screen.getByText('shown');
});

test('a preload that fails says so, and can be tried again', async () => {
  const load = vi.fn<() => Promise<typeof Shown>>().mockRejectedValueOnce(new TypeError('no code'));
  load.mockResolvedValue(Shown);
  const Part = lazyPart(load);
  await expect(Part.preload()).rejects.toThrow('no code');
  await Part.preload();
  await Part.preload();
  expect(load).toHaveBeenCalledTimes(2);
});
