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
  const same = {
    startDateTime: null,
    endDateTime: null,
    department: null,
    notEntitled: [],
    givenAway: false,
  };
  await open([
    shiftOn(16, { bill, difference: { ...same, endDateTime: '2026-11-16T15:00' } }),
    shiftOn(17, { bill, difference: { ...same, givenAway: true } }),
    shiftOn(18, { bill, difference: { ...same, department: 'Lämpiö' } }),
  ]);
  within(await card('18.11.2026')).getByText(/Laskulla: osasto Lämpiö\./);
  within(await card('16.11.2026')).getByText(/Laskulla: päättyi 16\.11\.2026 15:00\./);
  const given = within(await card('17.11.2026'));
  expect(given.queryByText(/annettu toiselle tekijälle/)).not.toBeNull();
});

test('a shift that was given away is not billed, and one over midnight counts its hours', async () => {
  const difference = {
    startDateTime: null,
    endDateTime: null,
    department: null,
    notEntitled: [],
    givenAway: true,
  };
  const { user } = await open([
    shiftOn(16, { difference }),
    shiftOn(17, { startDateTime: '2026-11-17T22:00', endDateTime: '2026-11-18T06:30' }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Valitse kuukauden kaikki vuorot' }));
  screen.getByText('Valittu 1/1');
  screen.getByText('Valitut vuorot: 8,5 h');
  const given = within(await card('16.11.2026')).getByRole<HTMLInputElement>('checkbox');
  expect([given.disabled, given.checked]).toEqual([true, false]);
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
  const meal = await first.findByRole<HTMLInputElement>('textbox', { name: /^Ateriakorvaus/ });
  expect(meal.value).toBe('1');
  expect(first.queryByRole('textbox', { name: /^Kokopäiväraha/ })).toBeNull();
  const second = within(await card('17.11.2026'));
  await user.click(second.getByRole('button', { name: 'Matka ja korvaukset' }));
  second.getByText('Tähän vuoroon ei voi hakea korvauksia.');
  await waitFor(() => expect(first.queryByRole('textbox', { name: /^Ateriakorvaus/ })).toBeNull());
});

test('what planning withdrew is told, before and after the shift is on an invoice', async () => {
  const difference = {
    startDateTime: null,
    endDateTime: null,
    department: null,
    notEntitled: ['LUNCH_ALLOWANCE' as const],
    givenAway: false,
  };
  await open([
    shiftOn(16, { withdrawn: ['KILOMETER_ALLOWANCE', 'FULL_DAY_ALLOWANCE'] }),
    shiftOn(17, { bill: { id: 'b1', billNumber: 1001, state: 'PENDING' }, difference }),
  ]);
  const free = within(await card('16.11.2026'));
  expect(
    free.getByText(/poistanut vuorolta korvauksia: Kilometrikorvaus, Kokopäiväraha\./),
  ).toBeTruthy();
  const billed = within(await card('17.11.2026'));
  expect(
    billed.getByText(/Laskulla: korvauksia, joita vuorolla ei ole: Ateriakorvaus\./),
  ).toBeTruthy();
});

test('another bill that has a shift is named with a link to it', async () => {
  const { user, server } = await open([shiftOn(16)]);
  await user.click(await screen.findByRole('button', { name: 'Valitse kuukauden kaikki vuorot' }));
  const other = { id: 'b7', number: 1007, day: '16.11.2026' };
  server.answers[`POST ${SHIFTS}/rows`] = () =>
    json(422, {
      errorKey: 'SHIFT_ON_ANOTHER_BILL',
      message: '',
      fields: [{ field: 'shiftIds', key: 'SHIFT_ON_ANOTHER_BILL', other }],
    });
  await user.click(screen.getByRole('button', { name: 'Tee lasku 1 vuorosta' }));
  const link = await screen.findByRole('link', { name: /1007/ });
  expect(link.getAttribute('href')).toContain('/invoice?id=b7');
});

const sentTo = (server: Awaited<ReturnType<typeof open>>['server'], call: string) =>
  server.sent(call).map((text) => JSON.parse(text) as Record<string, string>);

test('a shift of one’s own begins today, and is the same one when it is sent again', async () => {
  const { user, server } = await open([shiftOn(2)]);
  await user.click(await screen.findByRole('button', { name: 'Lisää työvuoro' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lisää työvuoro' }));
  const starts = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Alkamispäivä' });
  expect(starts.value).toBe('16.11.2026');
  const call = `POST ${SHIFTS}`;
  await write(user, starts, '31.11.2026');
  await user.click(dialog.getByRole('button', { name: 'Tallenna' }));
  expect(starts.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent(call)).toEqual([]);
  await write(user, starts, '16.11.2026');
  server.answers[call] = () => problem(400, 'MALFORMED_REQUEST');
  await user.click(dialog.getByRole('button', { name: 'Tallenna' }));
  await waitFor(() => expect(server.sent(call)).toHaveLength(1));
  server.answers[call] = () => json(201, shiftOn(16, { origin: 'OWN' }));
  await user.click(await dialog.findByRole('button', { name: 'Tallenna' }));
  await screen.findByText('Vuoro on tallennettu.');
  const [first, again] = sentTo(server, call);
  expect(first).toMatchObject({
    startDateTime: '16.11.2026 08:00',
    endDateTime: '16.11.2026 16:00',
    shiftId: expect.stringMatching(/^OWN-/) as string,
  });
  expect(again).toEqual(first);
});

test('only a shift of one’s own is edited, on its version, and deleted after a question', async () => {
  const { user, server } = await open([
    shiftOn(16),
    shiftOn(17, { shiftId: 'OWN-1', origin: 'OWN', version: 4 }),
  ]);
  const planned = within(await card('16.11.2026'));
  expect(planned.queryByRole('button', { name: 'Muokkaa vuoroa' })).toBeNull();
  expect(planned.queryByRole('button', { name: 'Poista vuoro' })).toBeNull();
  const own = within(await card('17.11.2026'));
  await user.click(own.getByRole('button', { name: 'Muokkaa vuoroa' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Muokkaa vuoroa' }));
  server.answers[`PUT ${SHIFTS}/OWN-1`] = () => json(200, shiftOn(17, { version: 5 }));
  await user.click(dialog.getByRole('button', { name: 'Tallenna' }));
  await waitFor(() => expect(server.sent(`PUT ${SHIFTS}/OWN-1`)).toHaveLength(1));
  expect(sentTo(server, `PUT ${SHIFTS}/OWN-1`)[0]).toMatchObject({ version: 4 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const call = `DELETE ${SHIFTS}/OWN-1`;
  server.answers[call] = () => new Response(null, { status: 204 });
  await user.click(own.getByRole('button', { name: 'Poista vuoro' }));
  const question = within(await screen.findByRole('dialog', { name: 'Poistetaanko vuoro?' }));
  expect(server.sent(call)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Poista vuoro' }));
  await waitFor(() => expect(server.sent(call)).toHaveLength(1));
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

test('at another price after a lost answer, the draft that was made of the shifts is led to', async () => {
  const { user, server } = await open([shiftOn(16)]);
  await user.click(await screen.findByRole('button', { name: 'Valitse kuukauden kaikki vuorot' }));
  const row = { alv: 25.5, hourlyprice: null, alvPrice: null, price: null, totalPrice: 0 };
  const rows = `POST ${SHIFTS}/rows`;
  server.answers[rows] = () =>
    json(200, { rows: [{ ...row, id: 'r1', shiftId: 'TV-16' }], sharedCustomer: 'c1' });
  const create = `POST /api/person/${worker.id}/bills`;
  server.answers[create] = () => problem(503, 'ERROR');
  await user.click(screen.getByRole('button', { name: 'Tee lasku 1 vuorosta' }));
  const price = within(await screen.findByRole('dialog', { name: 'Tuntihinta' }));
  const send = async (typed: string, times: number) => {
    await write(user, price.getByRole('textbox'), typed);
    await user.click(price.getByRole('button', { name: 'Tee lasku' }));
    await waitFor(() => expect(server.sent(create)).toHaveLength(times));
  };
  await send('42,50', 1);
  await send('42,50', 2);
  expect(server.sent(rows)).toHaveLength(1);
  expect(keyNames(), 'one key while the price is the same').toHaveLength(1);
  const other = { id: 'b7', number: null, day: '16.11.2026' };
  const key = 'SHIFT_ON_ANOTHER_BILL';
  server.answers[rows] = () =>
    json(422, { errorKey: key, message: '', fields: [{ field: 'shiftIds', key, other }] });
  await write(user, price.getByRole('textbox'), '45');
  await user.click(price.getByRole('button', { name: 'Tee lasku' }));
  const link = await screen.findByRole('link', { name: /16.11.2026/ });
  expect(link.getAttribute('href')).toContain('/invoice?id=b7');
  expect(server.sent(create), 'no second draft').toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

function keyNames(): string[] {
  return Object.keys(sessionStorage).filter((name) => name.startsWith('liksa-making-shifts-'));
}
