import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSending } from './useSending';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a file that was sent is shown as finished for a second', () => {
  const sent = vi.fn<() => void>();
  const atOnce = {
    isPending: false,
    mutate: (_: object, done: { onSuccess: () => void }) => done.onSuccess(),
  };
  const { result } = renderHook(() => useSending(atOnce));
  expect(result.current.percent).toBeUndefined();
  act(() => result.current.send(new Blob(['%PDF']), sent));
  expect(sent).toHaveBeenCalledOnce();
  act(() => void vi.advanceTimersByTime(999));
  expect(result.current.percent).toBe(100);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.percent).toBeUndefined();
});
