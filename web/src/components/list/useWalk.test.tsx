import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Listing } from '@/api/listing';
import { useWalk } from './useWalk';

const list = (differences: Partial<Listing<{ id: string }>>): Listing<{ id: string }> => ({
  items: [{ id: 'a' }],
  total: 3,
  empty: false,
  outdated: false,
  failure: null,
  loading: false,
  retry: () => undefined,
  hasMore: true,
  loadingMore: false,
  loadMore: () => undefined,
  ...differences,
});

function walk(differences: Partial<Listing<{ id: string }>>) {
  const way = { id: 'a', open: () => undefined, expect: () => undefined, end: () => undefined };
  return renderHook(
    (props: Partial<Listing<{ id: string }>>) =>
      useWalk({ ...way, list: list({ ...differences, ...props }) }),
    { initialProps: {} },
  );
}

test('more is fetched before the end is reached, once', () => {
  const loadMore = vi.fn<() => void>();
  const { rerender } = walk({ loadMore });
  rerender({});
  rerender({});
  expect(loadMore).toHaveBeenCalledTimes(1);
});

test('what failed is not asked for again by itself', () => {
  const loadMore = vi.fn<() => void>();
  const { rerender } = walk({ loadMore, loadingMore: true });
  for (let render = 0; render < 5; render += 1) {
    rerender({ loadingMore: false, failure: new Error('too many requests') });
  }
  expect(loadMore).not.toHaveBeenCalled();
});
