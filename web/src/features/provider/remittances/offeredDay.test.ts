import { expect, test } from 'vitest';
import { offeredDay } from './offeredDay';

test.each([
  ['a due date to come', '31.12.2026', '17.11.2026', '31.12.2026'],
  ['a due date of today', '17.11.2026', '17.11.2026', '17.11.2026'],
  ['a due date that is over', '12.11.2026', '17.11.2026', '17.11.2026'],
  ['a due date that is over, on a Saturday', '12.11.2026', '21.11.2026', '23.11.2026'],
  ['a due date that is over, on a Sunday', '12.11.2026', '22.11.2026', '23.11.2026'],
  ['no due date', null, '17.11.2026', ''],
])('%s', (_, due, today, offered) => {
  expect(offeredDay(due, today)).toBe(offered);
});
