import { expect, test } from 'vitest';
import { neighbours } from './useWalk';

const QUEUE = ['a', 'b', 'c'];

test('a bill in the queue has those beside it', () => {
  expect(neighbours(QUEUE, 'b', 0)).toEqual({ place: 1, previous: 'a', next: 'c' });
  expect(neighbours(QUEUE, 'a', 2)).toEqual({ place: 0, previous: undefined, next: 'b' });
  expect(neighbours(QUEUE, 'c', 0)).toEqual({ place: 2, previous: 'b', next: undefined });
});

test('a bill that has left keeps its place between those that were beside it', () => {
  expect(neighbours(['a', 'c'], 'b', 1)).toEqual({ place: 1, previous: 'a', next: 'c' });
  expect(neighbours(['a', 'b'], 'c', 2)).toEqual({ place: 2, previous: 'b', next: undefined });
});

test('a bill that was never in the queue comes before all of it', () => {
  expect(neighbours(QUEUE, 'x', 0)).toEqual({ place: 0, previous: undefined, next: 'a' });
  expect(neighbours([], 'x', 3)).toEqual({ place: 0, previous: undefined, next: undefined });
});
