import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeAccount, openAccount, PLACES_CALL, section } from '@/test/account';
import { problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

const places = () => section('Omat paikat');
const ADD_CALL = PLACES_CALL.replace('GET', 'POST');
const TORI = { kind: 'OWN' as const, id: 'p1', name: 'Treenis', address: 'Tori 1, 33100 Tampere' };

test('a place is added, and listed', async () => {
  const server = fakeAccount();
  const { user } = await openAccount('settings');
  await places().findByText('Et ole vielä lisännyt paikkoja.');
  await user.click(places().getByRole('button', { name: 'Lisää paikka' }));
  expect(server.sent(ADD_CALL)).toEqual([]);
  expect(document.activeElement).toBe(places().getByLabelText('Paikan nimi'));
  await write(user, places().getByLabelText('Paikan nimi'), 'Treenis');
  await write(user, places().getByLabelText('Osoite ja postinumero'), TORI.address);
  await user.click(places().getByRole('button', { name: 'Lisää paikka' }));
  await places().findByText('Treenis');
  expect(server.sent(ADD_CALL).map((body) => JSON.parse(body) as unknown)).toEqual([
    { name: 'Treenis', address: TORI.address },
  ]);
  expect(places().getByLabelText<HTMLInputElement>('Paikan nimi').value).toBe('');
});

test('a refused place stays in its fields', async () => {
  const server = fakeAccount();
  server.answers[ADD_CALL] = () => problem(409, 'TOO_MANY_PLACES');
  const { user } = await openAccount('settings');
  await write(user, places().getByLabelText('Paikan nimi'), 'Treenis');
  await write(user, places().getByLabelText('Osoite ja postinumero'), TORI.address);
  await user.click(places().getByRole('button', { name: 'Lisää paikka' }));
  await screen.findByText('Paikkoja on jo enimmäismäärä, 50. Poista ensin jokin niistä.');
  expect(places().getByLabelText<HTMLInputElement>('Paikan nimi').value).toBe('Treenis');
});

test('a place of one’s own is removed; home and customers are not listed', async () => {
  const server = fakeAccount();
  const home = { kind: 'HOME' as const, id: null, name: '', address: 'Kotikatu 1, 00100 Helsinki' };
  server.savePlaces([home, TORI]);
  server.answers[`DELETE /api/person/${worker.id}/places/p1`] = () => {
    server.savePlaces([home]);
    return new Response(null, { status: 204 });
  };
  const { user } = await openAccount('settings');
  await user.click(await places().findByRole('button', { name: 'Poista paikka Treenis' }));
  await places().findByText('Et ole vielä lisännyt paikkoja.');
  expect(places().queryByText(home.address)).toBeNull();
});

test('an address field leads to the place to be added', async () => {
  fakeAccount();
  openApp('/account#places');
  const field = await screen.findByLabelText('Paikan nimi');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('what the search means is told as it is', async () => {
  fakeAccount();
  await openAccount('settings');
  const help = section('Asetukset').getByText(/Ilman hakua osoitekenttiin ei voi kirjoittaa/);
  expect(help.textContent).toContain('valitset osoitteen omista paikoistasi');
});
