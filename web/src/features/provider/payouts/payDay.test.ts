import { expect, test } from 'vitest';
import { isLate, offeredPayDay } from './payDay';

test.each([
  ['the first due day', ['30.11.2026', '25.11.2026'], '17.11.2026', '25.11.2026'],
  ['the Friday before a weekend', ['22.11.2026'], '17.11.2026', '20.11.2026'],
  ['today where it is over', ['02.11.2026', '30.11.2026'], '17.11.2026', '17.11.2026'],
  ['the Monday after a weekend', ['02.11.2026'], '21.11.2026', '23.11.2026'],
  ['the Monday where the Friday before is over', ['22.11.2026'], '21.11.2026', '23.11.2026'],
] as const)('the day that is offered is %s', (_, dues, today, offered) => {
  expect(offeredPayDay(dues as unknown as [string], today)).toBe(offered);
});

test('what is due today is not late', () => {
  expect(isLate('17.11.2026', '17.11.2026')).toBe(false);
  expect(isLate('16.11.2026', '17.11.2026')).toBe(true);
  expect(isLate('16.11.2026', undefined)).toBe(false);
});
