import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Shift } from '@/api/ownShifts';
import { json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';
import { fakeShifts, SHIFTS, shiftOn } from '@/test/shifts';

async function open(shifts: readonly Shift[]) {
  const server = fakeShifts(shifts);
  const opened = openApp('/shifts');
  await screen.findByRole('heading', { level: 1, name: 'Työvuorot' });
  return { server, ...opened };
}

const stale = { errorKey: 'STALE_SHIFT', message: '', fields: [] };

const card = (day: string) => screen.findByRole('listitem', { name: new RegExp(day) });

const sentTo = (server: Awaited<ReturnType<typeof open>>['server'], call: string) =>
  server.sent(call).map((text) => JSON.parse(text) as Record<string, string>);

test('a trip is saved on its version, and a refusal is shown at its field', async () => {
  const { user, server } = await open([shiftOn(16, { version: 7 })]);
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  await write(user, await first.findByRole('textbox', { name: /^Ajetut kilometrit/ }), '40,5');
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
  expect(body).toMatchObject({ version: 7, journey: { kilometers: '40.5', vehicleType: 'CAR' } });
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
    journey: { kilometers: '40.5' },
  });
});

test('a foreign daily allowance is claimed for a country', async () => {
  const { user, server } = await open([shiftOn(16, { entitled: ['FOREIGN_ALLOWANCE'] })]);
  server.answers['GET /api/travel/places'] = () =>
    json(200, {
      year: 2026,
      places: [
        { code: 'SE', name_fi: 'Ruotsi', name_en: 'Sweden', fullDay: 70, certainty: 'SURE' },
      ],
    });
  server.answers['GET /api/customers/options'] = () => json(200, { countries: [], operators: [] });
  const call = `PUT ${SHIFTS}/TV-16`;
  server.answers[call] = () => json(200, shiftOn(16));
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  await write(user, await first.findByRole('textbox', { name: /^Ulkomaanpäiväraha/ }), '70');
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  const country = first.getByRole('combobox', { name: 'Maa' });
  expect(country.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent(call)).toHaveLength(0);
  await user.click(country);
  await user.click(await screen.findByRole('option', { name: /^Ruotsi/, hidden: true }));
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  await screen.findByText('Vuoro on tallennettu.');
  expect(JSON.parse(server.sent(call)[0] ?? '')).toMatchObject({
    reimbursements: { foreignAllowance: '70', foreignCountry: 'SE' },
  });
});

test('kilometres are read with their unit', async () => {
  const { user, server } = await open([shiftOn(16)]);
  const call = `PUT ${SHIFTS}/TV-16`;
  server.answers[call] = () => json(200, shiftOn(16));
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  const field = await first.findByRole('textbox', { name: /^Ajetut kilometrit/ });
  await write(user, field, '118 km');
  await user.tab();
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  await screen.findByText('Vuoro on tallennettu.');
  expect(sentTo(server, call)[0]).toMatchObject({ journey: { kilometers: '118' } });
});

test('kilometres with two meanings are not saved before one is chosen', async () => {
  const { user, server } = await open([shiftOn(16)]);
  const call = `PUT ${SHIFTS}/TV-16`;
  server.answers[call] = () => json(409, { ...stale, shift: shiftOn(16, { version: 8 }) });
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  const field = await first.findByRole('textbox', { name: /^Ajetut kilometrit/ });
  await write(user, field, '1.250');
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent(call)).toHaveLength(0);
  await user.click(first.getByRole('button', { name: '1,25' }));
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  const keep = await first.findByRole('button', { name: 'Tallenna omani sen tilalle' });
  await write(user, field, '1.250');
  await user.click(keep);
  expect(server.sent(call), 'nor over what was saved elsewhere').toHaveLength(1);
  await user.click(first.getByRole('button', { name: /^1.250$/ }));
  server.answers[call] = () => json(200, shiftOn(16, { version: 9 }));
  await user.click(keep);
  await screen.findByText('Vuoro on tallennettu.');
  expect(sentTo(server, call)).toMatchObject([
    { journey: { kilometers: '1.25' } },
    { journey: { kilometers: '1250' } },
  ]);
});

test('a foreign allowance with two meanings is not saved before one is chosen', async () => {
  const reimbursements = { ...shiftOn(16).proposal, foreignAllowance: 70, foreignCountry: 'SE' };
  const { user, server } = await open([
    shiftOn(16, { entitled: ['FOREIGN_ALLOWANCE'], reimbursements }),
  ]);
  const call = `PUT ${SHIFTS}/TV-16`;
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  const field = await first.findByRole('textbox', { name: /^Ulkomaanpäiväraha/ });
  await write(user, field, '1.250');
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent(call)).toHaveLength(0);
});

test('what was typed stays when the panel is folded or another one is opened', async () => {
  const { user } = await open([shiftOn(16), shiftOn(17)]);
  const first = within(await card('16.11.2026'));
  const fold = first.getByRole('button', { name: 'Matka ja korvaukset' });
  const kilometers = () =>
    first.findByRole<HTMLInputElement>('textbox', { name: /^Ajetut kilometrit/ });
  await user.click(fold);
  await write(user, await kilometers(), '40,5');
  await user.click(fold);
  await waitFor(() => expect(first.queryByRole('textbox')).toBeNull());
  await user.click(fold);
  expect((await kilometers()).value).toBe('40,5');
  const second = within(await card('17.11.2026'));
  await user.click(second.getByRole('button', { name: 'Matka ja korvaukset' }));
  await waitFor(() => expect(first.queryByRole('textbox')).toBeNull());
  await user.click(fold);
  expect((await kilometers()).value).toBe('40,5');
});

test('a folded panel that was not touched is of the shift as it is now', async () => {
  const shifts = [shiftOn(16)];
  const { user, server, queryClient } = await open(shifts);
  const first = within(await card('16.11.2026'));
  const fold = first.getByRole('button', { name: 'Matka ja korvaukset' });
  await user.click(fold);
  await first.findByRole('textbox', { name: /^Ajetut kilometrit/ });
  await user.click(fold);
  const journey = { ...shiftOn(16).journey, kilometers: 12 };
  shifts[0] = shiftOn(16, { version: 2, journey });
  await queryClient.invalidateQueries({ queryKey: ['own-shifts'] });
  await user.click(fold);
  const field = await first.findByRole<HTMLInputElement>('textbox', { name: /^Ajetut kilometrit/ });
  expect(field.value).toBe('12');
  const call = `PUT ${SHIFTS}/TV-16`;
  server.answers[call] = () => json(200, shifts[0]);
  await write(user, field, '13');
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  await screen.findByText('Vuoro on tallennettu.');
  expect(sentTo(server, call)[0]).toMatchObject({ version: 2, journey: { kilometers: '13' } });
});

test('what was chosen is shown, and only the fields that may be claimed', async () => {
  const chosen = { ...shiftOn(16).proposal, lunchcompensation: 0, fulldaycompensation: 1 };
  const { user } = await open([
    shiftOn(16, { entitled: ['FULL_DAY_ALLOWANCE'], reimbursements: chosen }),
  ]);
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  const wholeDay = await first.findByRole<HTMLInputElement>('textbox', { name: /^Kokopäiväraha/ });
  expect(wholeDay.value).toBe('1');
  first.getByText('Olet valinnut nämä itse.');
  expect(first.queryByRole('textbox', { name: /^Ajetut kilometrit/ })).toBeNull();
});

test('the saved version takes the place of what was typed when that is asked', async () => {
  const { user, server } = await open([shiftOn(16)]);
  const first = within(await card('16.11.2026'));
  await user.click(first.getByRole('button', { name: 'Matka ja korvaukset' }));
  const kilometers = () =>
    first.getByRole<HTMLInputElement>('textbox', { name: /^Ajetut kilometrit/ });
  await write(user, kilometers(), '40,5');
  const journey = { ...shiftOn(16).journey, kilometers: 12 };
  server.answers[`PUT ${SHIFTS}/TV-16`] = () =>
    json(409, { ...stale, shift: shiftOn(16, { version: 8, journey }) });
  await user.click(first.getByRole('button', { name: 'Tallenna' }));
  await user.click(await first.findByRole('button', { name: 'Näytä tallennettu' }));
  expect(kilometers().value).toBe('12');
});
