import { expect, test } from 'vitest';
import { FILE_STATES, PAYOUT_STATES } from './payoutWords';

test('of payouts and their files green is only what is paid', () => {
  const green = [PAYOUT_STATES, FILE_STATES].map((states) =>
    Object.entries(states).flatMap(([state, { colour }]) => (colour === 'green' ? [state] : [])),
  );
  expect(green).toEqual([['PAID'], []]);
});
