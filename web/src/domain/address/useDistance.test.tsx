import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeAccount } from '@/test/account';
import { json, problem } from '@/test/fakeServer';
import { renderSignedIn } from '@/test/renderSignedIn';
import { DistanceHint } from './DistanceHint';
import { distanceText } from './distanceText';
import { useDistance, type Way } from './useDistance';

const CALL = 'POST /api/address/distance';
/** A distance comes a second after typing. */
const SOON = { timeout: 4000 };

const WAY: Way = {
  from: 'Kotikatu 1, 00530 Helsinki',
  to: ' Hämeenkatu 5, 33100 Tampere ',
  wayPoints: ['', 'Asema 1, 13100 Hämeenlinna'],
  roundtrip: true,
};

function Trip({ way }: { way: Way }) {
  return <DistanceHint distance={useDistance(way)} />;
}

const shown = () => screen.getByRole('status').textContent?.replaceAll('\u{a0}', ' ');

describe('the distance', () => {
  test('is asked for the whole way, and shown', async () => {
    const server = fakeAccount();
    server.answers[CALL] = () =>
      json(200, {
        distance: 118.4,
        travelTimeInMinutes: 85,
        estimate: false,
        between: [],
        source: 'SERVICE',
        reason: null,
      });
    renderSignedIn(<Trip way={WAY} />);
    await waitFor(() => expect(shown()).toBe('118,4 km, noin 1 h 25 min'), SOON);
    expect(JSON.parse(server.sent(CALL)[0] ?? '')).toEqual({
      from: 'Kotikatu 1, 00530 Helsinki',
      to: 'Hämeenkatu 5, 33100 Tampere',
      wayPoint: ['Asema 1, 13100 Hämeenlinna'],
      roundtrip: true,
    });
  });

  test('is not asked for without both ends', () => {
    const server = fakeAccount();
    renderSignedIn(<Trip way={{ ...WAY, to: ' ' }} />);
    expect(shown()).toBe('');
    expect(server.sent(CALL)).toEqual([]);
  });

  test.each([
    ['a failure', () => problem(500, 'contactAdmin')],
    ['too many questions', () => problem(429, 'TOO_MANY_REQUESTS')],
    [
      'an unknown address',
      () =>
        json(200, {
          distance: null,
          travelTimeInMinutes: null,
          estimate: false,
          between: [],
          source: 'NONE',
          reason: 'UNKNOWN_ADDRESS',
        }),
    ],
  ])('is typed after %s', async (_, answer) => {
    const server = fakeAccount();
    server.answers[CALL] = answer;
    renderSignedIn(<Trip way={WAY} />);
    const text = 'Matkaa ei voitu tarkistaa. Kirjoita kilometrit itse.';
    await waitFor(() => expect(shown()).toBe(text), SOON);
  });
});

test('the way in words', () => {
  const found = { state: 'found', km: 160.4, estimate: true } as const;
  const text = (distance: Parameters<typeof distanceText>[0]) =>
    distanceText(distance).replaceAll('\u{a0}', ' ');
  expect(text({ ...found, between: ['00530', '33100'] })).toBe(
    'Arvio postinumeroiden 00530 ja 33100 välillä: noin 160 km',
  );
  expect(text({ ...found, between: ['00530', '13100', '33100'] })).toBe(
    'Arvio reitille 00530 – 13100 – 33100: noin 160 km',
  );
  expect(text({ ...found, between: [] })).toBe('Arvio: noin 160 km');
  expect(text({ ...found, km: 0.2, between: [] })).toBe('Arvio: noin 1 km');
  expect(text({ ...found, estimate: false })).toBe('160,4 km');
  expect(text({ ...found, estimate: false, minutes: 45 })).toBe('160,4 km, noin 45 min');
  expect(text({ ...found, estimate: false, minutes: 120 })).toBe('160,4 km, noin 2 h');
  expect(text({ state: 'idle' })).toBe('');
});
