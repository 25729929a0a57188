import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Shift } from '@/api/ownShifts';
import { json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';
import { fakeShifts, SHIFTS, shiftOn } from '@/test/shifts';

async function open(shifts: readonly Shift[]) {
  const server = fakeShifts(shifts);
  const { user, router } = openApp('/shifts');
  await screen.findByRole('heading', { level: 1, name: 'Työvuorot' });
  return { server, user, router };
}

const stale = { errorKey: 'STALE_SHIFT', message: '', fields: [] };

const card = (day: string) => screen.findByRole('listitem', { name: new RegExp(day) });

test('a card tells when, where, where from and on which bill', async () => {
  await open([
    shiftOn(16),
    shiftOn(17, { departmentName: '', origin: 'OWN' }),
    shiftOn(18, { bill: { id: 'b1', billNumber: 1012, state: 'CLOSED' } }),
    shiftOn(19, { endDateTime: '2026-11-20T06:00' }),
  ]);
  const first = within(await card('maanantai 16.11.2026'));
  first.getByText(/08:00–16:00/);
  first.getByText(/Näyttämö/);
  first.getByText('Suunnittelusta');
  const own = within(await card('tiistai 17.11.2026'));
  own.getByText(/N3/);
  own.getByText('Oma');
  const billed = within(await card('keskiviikko 18.11.2026'));
  billed.getByRole('link', { name: 'Laskulla: Lasku 1012' });
  expect(billed.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
  within(await card('torstai 19.11.2026')).getByText(/08:00–20\.11\.2026 06:00/);
  screen.getByRole('button', { name: 'maanantai 16.11.2026, vuoroja 1' });
});

test('what planning changed after billing is told', async () => {
  const bill = { id: 'b1', billNumber: 1012, state: 'CLOSED' } as const;
  const difference = { startDateTime: null, endDateTime: '2026-11-16T15:00', givenAway: false };
  const givenAway = { startDateTime: null, endDateTime: null, givenAway: true };
  await open([shiftOn(16, { bill, difference }), shiftOn(17, { bill, difference: givenAway })]);
  within(await card('16.11.2026')).getByText(/Laskulla: päättyi 16\.11\.2026 15:00\./);
  const given = within(await card('17.11.2026'));
  expect(given.queryByText(/annettu toiselle tekijälle/)).not.toBeNull();
});

test('without shifts, and without an answer, the page says what to do', async () => {
  const { server, user } = await open([]);
  await screen.findByText('Ei työvuoroja: marraskuu 2026');
  server.answers[`GET ${SHIFTS}`] = () => problem(400, 'MALFORMED_REQUEST');
  await user.click(screen.getByRole('button', { name: 'Edellinen kuukausi' }));
  await screen.findByRole('button', { name: 'Yritä uudelleen' });
});

test('one panel is open at a time and offers what may be claimed', async () => {
  const { user } = await open([shiftOn(16), shiftOn(17, { entitled: [] })]);
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  expect(first.getByRole<HTMLInputElement>('textbox', { name: /^Ateriakorvaus/ }).value).toBe('1');
  expect(first.queryByRole('textbox', { name: /^Kokopäiväraha/ })).toBeNull();
  const second = within(await card('17.11.2026'));
  await user.click(second.getByRole('button', { name: 'Matka ja korvaukset' }));
  second.getByText('Tähän vuoroon ei voi hakea korvauksia.');
  expect(first.queryByRole('textbox', { name: /^Ateriakorvaus/ })).toBeNull();
});

test('a trip is saved on its version, and a refusal is shown at its field', async () => {
  const { user, server } = await open([shiftOn(16, { version: 7 })]);
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  await write(user, first.getByRole('textbox', { name: /^Ajetut kilometrit/ }), '40,5');
  const call = `PUT ${SHIFTS}/TV-16`;
  server.answers[call] = () =>
    json(422, {
      errorKey: 'error.billableItem.missing.addressStart',
      message: '',
      fields: [{ field: 'journey.addressStart', key: 'error.billableItem.missing.addressStart' }],
    });
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  await waitFor(() =>
    expect(first.getByRole('combobox', { name: 'Lähtöosoite' }).getAttribute('aria-invalid')).toBe(
      'true',
    ),
  );
  const [body] = server.sent(call).map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(body).toMatchObject({ version: 7, journey: { kilometers: '40,5', vehicleType: 'CAR' } });
  expect(body).not.toHaveProperty('reimbursements', expect.anything());
  await write(user, first.getByRole('textbox', { name: /^Ateriakorvaus/ }), '0');
  const current = shiftOn(16, { version: 8 });
  server.answers[call] = () => json(409, { ...stale, shift: current });
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  await first.findByText('Vuoroa on muutettu toisaalla. Katso, millainen se nyt on.');
  expect(JSON.parse(server.sent(call)[1] ?? '')).toMatchObject({
    version: 7,
    reimbursements: { lunchcompensation: '0' },
  });
  server.answers[call] = () => json(200, { ...current, version: 9 });
  await user.click(first.getByRole('button', { name: 'Tallenna omani sen tilalle' }));
  await screen.findByText('Vuoro on tallennettu.');
  expect(JSON.parse(server.sent(call)[2] ?? '')).toMatchObject({
    version: 8,
    journey: { kilometers: '40,5' },
  });
});

test('chosen shifts become a draft at the price that is asked for once', async () => {
  const { user, server } = await open([
    shiftOn(16),
    shiftOn(17),
    shiftOn(18, { bill: { id: 'b1', billNumber: null, state: 'OPEN' } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Valitse kuukauden kaikki vuorot' }));
  screen.getByText('Valittu 2/2');
  screen.getByText('Valitut vuorot: 16 h');
  const row = { alv: 25.5, hourlyprice: null, alvPrice: null, price: null, totalPrice: 0 };
  server.answers[`POST ${SHIFTS}/rows`] = () =>
    json(200, {
      rows: [
        { ...row, id: 'r1', shiftId: 'TV-16' },
        { ...row, id: 'r2', shiftId: 'TV-17', hourlyprice: 50 },
      ],
      sharedCustomer: 'c1',
    });
  await user.click(screen.getByRole('button', { name: 'Tee lasku 2 vuorosta' }));
  const price = within(await screen.findByRole('dialog', { name: 'Tuntihinta' }));
  await write(user, price.getByRole('textbox'), '42,50');
  await user.click(price.getByRole('button', { name: 'Tee lasku' }));
  const create = `POST /api/person/${worker.id}/bills`;
  await waitFor(() => expect(server.sent(create)).toHaveLength(1));
  const sent: unknown = JSON.parse(server.sent(create)[0] ?? '');
  expect(JSON.parse(server.sent(`POST ${SHIFTS}/rows`)[0] ?? '')).toEqual({
    shiftIds: ['TV-16', 'TV-17'],
  });
  expect(sent).toMatchObject({
    billingdate: '16.11.2026',
    sharedCustomer: { id: 'c1' },
    billableitems: [
      { id: 'r1', shiftId: 'TV-16', hourlyprice: '42.5' },
      { id: 'r2', shiftId: 'TV-17', hourlyprice: 50 },
    ],
  });
});
