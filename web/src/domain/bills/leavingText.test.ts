import { expect, test } from 'vitest';
import { leavingText } from './leavingText';

test('a bill says how soon it leaves, and the day where that is later', () => {
  const now = Date.parse('2026-11-16T08:00:00Z');
  const text = (at: string) => leavingText(at, now);
  expect(text('2026-11-16T08:12:00Z')).toBe('Lähtee asiakkaalle 12 min kuluttua');
  expect(text('2026-11-16T08:11:30Z')).toBe('Lähtee asiakkaalle 12 min kuluttua');
  expect(text('2026-11-16T08:00:59Z')).toBe('Lähtee asiakkaalle hetken kuluttua');
  expect(text('2026-11-16T07:00:00Z')).toBe('Lähtee asiakkaalle hetken kuluttua');
  expect(text('2026-11-16T22:00:00Z')).toBe('Lähtee asiakkaalle 14 h kuluttua');
  expect(text('2026-11-17T22:00:00Z')).toBe('Lähtee asiakkaalle 18.11.2026');
});
