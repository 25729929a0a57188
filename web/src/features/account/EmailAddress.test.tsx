import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeAccount, openAccount, section } from '@/test/account';
import { json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

const email = () => section('Sähköposti');
const ASK = 'POST /api/person/email';
const CONFIRM = 'PUT /api/person/email';

const asked = (server: ReturnType<typeof fakeAccount>) =>
  server.sent(ASK).map((body): unknown => JSON.parse(body));

test('an address that is not confirmed says so, and a link to it can be had', async () => {
  const server = fakeAccount({ emailConfirmed: false, email: 'maija@liksa.example' });
  const { user } = await openAccount('login');
  email().getByText('Osoitetta ei ole vahvistettu');
  await user.click(email().getByRole('button', { name: 'Lähetä linkki itselleni' }));
  await email().findByText('Lähetimme linkin osoitteeseen maija@liksa.example.');
  expect(asked(server)).toEqual([{ email: 'maija@liksa.example' }]);
});

test('a confirmed address is not asked about; another one takes the password', async () => {
  const server = fakeAccount();
  const { user } = await openAccount('login');
  expect(email().queryByText('Osoitetta ei ole vahvistettu')).toBeNull();
  const send = email().getByRole('button', { name: 'Lähetä vahvistuslinkki' });
  await write(user, email().getByLabelText('Uusi osoite'), 'uusi@liksa');
  await user.click(send);
  await email().findByText('Salasana puuttuu.');
  expect(asked(server)).toEqual([]);
  await write(user, email().getByLabelText('Uusi osoite'), 'uusi@liksa.example');
  await write(user, email().getByLabelText('Nykyinen salasana'), 'salasana');
  await user.click(send);
  await email().findByText(/Lähetimme linkin osoitteeseen uusi@liksa.example/);
  expect(asked(server)).toEqual([{ email: 'uusi@liksa.example', currentPassword: 'salasana' }]);
  expect(email().queryByLabelText('Nykyinen salasana')).toBeNull();
});

test('the link confirms by a press', async () => {
  const server = fakeAccount({ emailConfirmed: false });
  const before = (await (
    await server.answers['GET /api/person']!(new Request('http://x'))
  ).json()) as object;
  const after = { ...before, email: 'uusi@liksa.example', emailConfirmed: true };
  server.answers[CONFIRM] = () => json(200, after);
  const { user, router } = openApp('/account/email?token=abc');
  await user.click(await screen.findByRole('button', { name: 'Vahvista osoite' }));
  await screen.findByText('Osoitteesi uusi@liksa.example on vahvistettu.');
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  expect(server.sent(CONFIRM)).toEqual([JSON.stringify({ token: 'abc' })]);
});

test('a link that was used says so and leads on', async () => {
  const server = fakeAccount();
  server.answers[CONFIRM] = () => problem(409, 'LINK_NOT_VALID');
  const { user } = openApp('/account/email?token=abc');
  await user.click(await screen.findByRole('button', { name: 'Vahvista osoite' }));
  await screen.findByRole('heading', { name: 'Linkki ei kelpaa' });
  screen.getByRole('link', { name: 'Omiin tietoihin' });
});
