import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { LoadFailure } from './LoadFailure';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function failure(status: number, retryAfter_s?: number) {
  return new ApiProblem(
    { errorKey: 'SERVICE_UNAVAILABLE', message: '', fields: [] },
    { status, retryAfter_s },
  );
}

function show(error: Error) {
  const retry = vi.fn<() => void>();
  const box = (shown: Error) => (
    <MantineProvider env="test">
      <LoadFailure error={shown} retry={retry} />
    </MantineProvider>
  );
  const { rerender } = render(box(error));
  return { retry, showAgain: (next: Error) => rerender(box(next)) };
}

const pass = (seconds: number) =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1000);
  });

test('what is away for a while is asked for again, when the server says', () => {
  const { retry, showAgain } = show(failure(503, 2));
  pass(1.9);
  expect(retry).not.toHaveBeenCalled();
  pass(0.2);
  expect(retry).toHaveBeenCalledTimes(1);
  pass(60);
  expect(retry).toHaveBeenCalledTimes(1);
  showAgain(failure(502));
  pass(5);
  expect(retry).toHaveBeenCalledTimes(2);
});

test('what failed for another reason waits for the button', () => {
  const { retry } = show(failure(500));
  pass(60);
  expect(retry).not.toHaveBeenCalled();
});
