import { expect, test } from 'vitest';
import { leavingText } from './leavingText';

test('a bill says how soon it leaves, from an hour on by the clock', () => {
  const now = Date.parse('2026-11-16T08:00:00Z');
  const text = (at: string) => leavingText(at, now);
  expect(text('2026-11-16T08:12:00Z')).toBe('Lähtee asiakkaalle 12 min kuluttua');
  expect(text('2026-11-16T08:11:30Z')).toBe('Lähtee asiakkaalle 12 min kuluttua');
  expect(text('2026-11-16T08:00:59Z')).toBe('Lähtee asiakkaalle hetken kuluttua');
  expect(text('2026-11-16T07:00:00Z')).toBe('Lähtee asiakkaalle hetken kuluttua');
  // An hour and a minute is not two hours.
  expect(text('2026-11-16T09:01:00Z')).toBe('Lähtee asiakkaalle klo 11:01');
  expect(text('2026-11-17T06:30:00Z')).toBe('Lähtee asiakkaalle 17.11.2026 klo 08:30');
  expect(text('2026-11-16T22:00:00Z')).toBe('Lähtee asiakkaalle 17.11.2026');
  expect(text('2026-11-17T22:00:00Z')).toBe('Lähtee asiakkaalle 18.11.2026');
});
