import { expect, test } from 'vitest';
import { isPastGoal } from './waiting';

// 13 November 2026 is a Friday.
test.for<[string, string, boolean]>([
  ['2026-11-09T08:00:00Z', '2026-11-11T07:59:00Z', false],
  ['2026-11-09T08:00:00Z', '2026-11-11T08:01:00Z', true],
  ['2026-11-13T08:00:00Z', '2026-11-17T07:59:00Z', false],
  ['2026-11-13T08:00:00Z', '2026-11-17T08:01:00Z', true],
  ['2026-11-14T08:00:00Z', '2026-11-17T07:59:00Z', false],
  ['2026-11-15T08:00:00Z', '2026-11-17T08:01:00Z', true],
])('what came at %s is late at %s: %s', ([since, now, late]) => {
  expect(isPastGoal(since, Date.parse(now))).toBe(late);
});
