import { expect, test } from 'vitest';
import { formatInstant } from './instant';

test.each([
  ['2026-11-15T12:32:05Z', '15.11.2026 14:32'],
  ['2026-07-01T21:05:00.123456Z', '02.07.2026 00:05'],
  ['2026-01-09T06:00:00+02:00', '09.01.2026 06:00'],
])('%s is %s in Finland', (iso, shown) => {
  expect(formatInstant(iso)).toBe(shown);
});
