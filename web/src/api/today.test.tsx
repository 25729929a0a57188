import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { fakeServer, json } from '@/test/fakeServer';
import { createQueryClient } from './queryClient';
import { useToday } from './today';

const APP = 'GET /api/app';

function open(queryClient = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return { queryClient, ...renderHook(() => useToday(), { wrapper }) };
}

test('the day goes on at midnight in Finland, on a page that stays open', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-16T21:59:00Z'), shouldAdvanceTime: true });
  try {
    const server = fakeServer({ [APP]: () => json(200, { today: '2026-11-16' }) });
    const { result } = open();
    await waitFor(() => expect(result.current.today).toBe('2026-11-16'));
    server.answers[APP] = () => json(200, { today: '2026-11-17' });
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await waitFor(() => expect(result.current.today).toBe('2026-11-17'));
  } finally {
    vi.useRealTimers();
  }
});

test('a page that opens the day after waits for the date of now', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-16T18:00:00Z'), shouldAdvanceTime: true });
  try {
    const server = fakeServer({ [APP]: () => json(200, { today: '2026-11-16' }) });
    const { queryClient, result, unmount } = open();
    await waitFor(() => expect(result.current.today).toBe('2026-11-16'));
    unmount();
    vi.setSystemTime(new Date('2026-11-17T06:00:00Z'));
    server.answers[APP] = () => json(200, { today: '2026-11-17' });
    const next = open(queryClient);
    expect(next.result.current.today).toBeUndefined();
    await waitFor(() => expect(next.result.current.today).toBe('2026-11-17'));
  } finally {
    vi.useRealTimers();
  }
});
