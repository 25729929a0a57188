import { expect, test } from 'vitest';
import { unitsOf } from '@/lib/price';
import { overdueOf } from '@/test/payments';
import { askedOf, sendingOf, whyNotRemind } from './remind';

const KNOWN = overdueOf({ billId: 'known' });
const UNKNOWN = overdueOf({
  billId: 'unknown',
  open: 0.1,
  today: { number: 2, payBy: '30.11.2026', fee: 5, interest: null },
});

test('what may not be reminded of says why', () => {
  expect(whyNotRemind(KNOWN)).toBeUndefined();
  expect(whyNotRemind({ ...KNOWN, beingCredited: true })).toMatch(/[Hh]yvityslasku/);
  expect(whyNotRemind({ ...KNOWN, today: null, nextReminder: '01.12.2026' })).toMatch(/01.12.2026/);
  expect(whyNotRemind({ ...KNOWN, today: null, nextReminder: null })).toMatch(/kahdesti/);
  const withoutFigures = { ...KNOWN, today: null, notToday: 'validation.unknownYear' } as const;
  expect(whyNotRemind(withoutFigures)).not.toContain('30.10.2026');
});

test('interest is asked for where its rate is known, and nowhere when it is not wanted', () => {
  expect(sendingOf([KNOWN, UNKNOWN], true)).toEqual({
    withInterest: ['known'],
    withoutInterest: ['unknown'],
  });
  expect(sendingOf([KNOWN, UNKNOWN], false)).toEqual({
    withInterest: [],
    withoutInterest: ['known', 'unknown'],
  });
});

test('what is asked for adds up to the cent', () => {
  expect(askedOf([KNOWN, UNKNOWN, overdueOf({ open: 0.2 })], true)).toEqual({
    open: unitsOf('100.30'),
    fees: unitsOf('29'),
    interest: unitsOf('1.70'),
    unknown: 1,
  });
  expect(askedOf([KNOWN], false).interest).toBe(0n);
});
