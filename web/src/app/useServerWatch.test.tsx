import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/api/client';
import { createQueryClient } from '@/api/queryClient';
import { ASK_AGAIN_MS } from '@/lib/lazyPart';
import { NO_ANSWER, SERVER_BACK } from '@/lib/serverEvents';
import { Toaster } from './Toaster';
import { useRefetchWhenBack } from './useRefetchWhenBack';
import { useServerWatch } from './useServerWatch';

const GONE = /^Palvelimeen ei saada yhteyttä/;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  // The caches have heard of the lost connection too.
  window.dispatchEvent(new Event('online'));
});

/** So long a notice fades. */
const FADES_MS = 1000;

/** A server that can be stopped and started. */
function stoppableServer() {
  const server = { down: false, asked: 0 };
  vi.stubGlobal('fetch', () => {
    server.asked += 1;
    return server.down ? Promise.reject(new TypeError('connection refused')) : new Response('ok');
  });
  return server;
}

/** The parts of the app that watch, and fetch again. */
function Watching() {
  useServerWatch();
  useRefetchWhenBack();
  return null;
}

function watch() {
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Watching />
        <Toaster />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return queryClient;
}

const happens = (event: string) =>
  act(async () => {
    window.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(0);
  });

test.each([NO_ANSWER, 'vite:preloadError', 'offline'])(
  'after %s the notice stays until the server answers, and what failed is fetched again',
  async (event) => {
    const server = stoppableServer();
    const queryClient = watch();
    const fetched = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('refused'));
    fetched.mockResolvedValue('bills');
    const back = vi.fn<() => void>();
    window.addEventListener(SERVER_BACK, back, { once: true });
    server.down = true;
    const query = { queryKey: ['bills'], queryFn: fetched, retry: false };
    const leave = new QueryObserver(queryClient, query).subscribe(() => undefined);
    await happens(event);
    screen.getByText(GONE);
    await happens(event);
    expect(screen.getAllByText(GONE)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(ASK_AGAIN_MS * 2));
    screen.getByText(GONE);
    expect(queryClient.getQueryState(['bills'])?.status).toBe('error');
    expect(back).not.toHaveBeenCalled();
    server.down = false;
    window.dispatchEvent(new Event('online'));
    await act(() => vi.advanceTimersByTimeAsync(ASK_AGAIN_MS + FADES_MS));
    expect(screen.queryByText(GONE)).toBeNull();
    expect(back).toHaveBeenCalledTimes(1);
    expect(queryClient.getQueryData(['bills'])).toBe('bills');
    leave();
  },
);

test('a server that is away for a moment is waited for, and told so', async () => {
  const server = { status: 503 };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: server.status })));
  watch();
  const failure = await api.GET('/api/session').then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ errorKey: 'SERVICE_UNAVAILABLE', status: 503 });
  await act(() => vi.advanceTimersByTimeAsync(0));
  screen.getByText(/^Palvelu on hetken poissa ja palaa pian/);
  server.status = 200;
  await act(() => vi.advanceTimersByTimeAsync(ASK_AGAIN_MS + FADES_MS));
  expect(screen.queryByText(/^Palvelu on hetken poissa/)).toBeNull();
});

test('a request that failed though the server answers is no such thing', async () => {
  stoppableServer();
  watch();
  await happens(NO_ANSWER);
  expect(screen.queryByText(GONE)).toBeNull();
});
