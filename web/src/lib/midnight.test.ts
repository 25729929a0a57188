import { expect, test } from 'vitest';
import { untilNextLook } from './midnight';

test.each([
  // Helsinki is two hours ahead in winter, three in summer.
  ['2026-11-16T21:59:30Z', 30_000],
  ['2026-07-16T20:45:00Z', 900_000],
  ['2026-11-16T12:00:00Z', 3_600_000],
  ['2026-11-16T22:00:00Z', 3_600_000],
])('after %s the day is looked up in %s ms', (now, wait) => {
  expect(untilNextLook(Date.parse(now))).toBe(wait);
});
