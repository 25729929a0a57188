import { expect, test } from 'vitest';
import { owedOf } from '@/test/remittances';
import { receiverOn } from './receiverOn';

test('the receiver of a day is the last one that holds by then', () => {
  const later = (from: string, iban: string) => ({
    from,
    iban,
    receiver: 'Yhtiö',
    reference: null,
  });
  const owed = owedOf({ iban: 'now', later: [later('01.01.2027', 'a'), later('01.02.2027', 'b')] });
  const account = (day: string) => receiverOn(owed, day).iban;
  expect(account('31.12.2026')).toBe('now');
  expect(account('01.01.2027')).toBe('a');
  expect(account('31.01.2027')).toBe('a');
  expect(account('15.12.2027')).toBe('b');
  // While it is being typed.
  expect(account('15.12.')).toBe('now');
});
