import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Row } from '@/api/bills';
import { PLACES_CALL, PROFILE } from '@/test/account';
import { billOf, cardOf } from '@/test/bills';
import { json, problem, worker } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { blankRow } from '@/test/rows';

type Answer = () => Response | Promise<Response>;
const DISTANCE = 'POST /api/address/distance';

/** A way of so many kilometres, twice as long there and back. */
const found = (km: number, minutes: number | null) => (roundtrip: boolean) =>
  json(200, {
    distance: roundtrip ? 2 * km : km,
    travelTimeInMinutes: minutes,
    estimate: false,
    between: [],
    source: 'SERVICE',
    reason: null,
  });

const row: Row = {
  ...blankRow,
  id: 'r1',
  date: '09.11.2026',
  destination: 'Keikka',
  addressStart: 'Kotikatu 1, 00530 Helsinki',
  addressStop: 'Hämeenkatu 2, 33100 Tampere',
};

async function openTrip(
  distance: (roundtrip: boolean) => ReturnType<Answer>,
  differences: Partial<Row> = {},
) {
  const bill = { ...billOf(cardOf()), billableitems: [{ ...row, ...differences }] };
  const app = openEditor(`/invoice?id=${bill.id}`, { bill });
  app.server.answers[`GET /api/person/${worker.id}/trips`] = () => json(200, { trips: [] });
  app.server.answers['GET /api/person'] = () => json(200, PROFILE);
  app.server.answers[PLACES_CALL] = () => json(200, { places: [] });
  app.server.answers[DISTANCE] = async (request) =>
    distance(((await request.json()) as { roundtrip: boolean }).roundtrip);
  await app.user.click(await screen.findByRole('button', { name: /^Matka ja päivärahat/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Matka ja päivärahat' }));
  const kilometers = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Kilometrit/ });
  return { ...app, dialog, kilometers, saved: () => app.lastBody(app.save).billableitems?.[0] };
}

test('a distance that was found is offered, and never written over what was typed', async () => {
  const { dialog, user, kilometers, saved } = await openTrip(found(178.4, 116), {
    kilometers: 200,
  });
  expect(kilometers.value).toBe('200');
  await user.click(await dialog.findByRole('button', { name: 'Käytä 178,4\u00A0km' }));
  expect(kilometers.value).toBe('178,4');
  expect(document.activeElement).toBe(kilometers);
  await waitFor(() =>
    expect(saved()).toMatchObject({ kilometers: '178.4', travelTimeInMinutes: 116 }),
  );
  expect(dialog.queryByRole('button', { name: /^Käytä 178/ })).toBeNull();
});

test('a round trip says what was doubled, and changes no kilometres by itself', async () => {
  const { dialog, user, kilometers } = await openTrip(found(178.4, null), { kilometers: 178.4 });
  expect(dialog.queryByText(/^Meno ja paluu: 2/)).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: /^Meno ja paluu/ }));
  await dialog.findByText('Meno ja paluu: 2 × 178,4 km = 356,8 km.');
  expect(kilometers.value).toBe('178,4');
  dialog.getByRole('button', { name: 'Käytä 356,8\u00A0km' });
});

const unanswered = new Promise<Response>(() => undefined);
const unknown = {
  distance: null,
  travelTimeInMinutes: null,
  estimate: false,
  between: [],
  source: 'NONE',
  reason: 'UNKNOWN_ADDRESS',
};

test.each<[string, Answer]>([
  ['a service that is down', () => problem(503, 'SERVICE_DOWN')],
  ['an unknown address', () => json(200, unknown)],
  ['an answer that does not come', () => unanswered],
])('%s stops nothing', async (_, answer) => {
  const { dialog, kilometers, saved } = await openTrip(answer);
  expect(dialog.queryByRole('button', { name: /^Käytä \d/ })).toBeNull();
  fireEvent.change(kilometers, { target: { value: '180' } });
  fireEvent.blur(kilometers);
  await waitFor(() => expect(saved()).toMatchObject({ kilometers: '180' }));
});
