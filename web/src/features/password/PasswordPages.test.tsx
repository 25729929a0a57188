import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';
import { receivedOf, receivedPage } from '@/test/sharing';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function typeNewPassword(user: ReturnType<typeof openApp>['user'], again: string) {
  await write(user, await screen.findByLabelText('Uusi salasana'), 'sininen villapaita');
  await write(user, screen.getByLabelText('Uusi salasana uudelleen'), again);
  await user.click(screen.getByRole('button', { name: 'Vaihda salasana' }));
}

test('after asking for a link the page says to check the mail', async () => {
  const server = fakeServer({ 'POST /api/password/forgot/v2': () => json(200, {}) });
  const { user } = openApp('/password/reset');
  await write(user, await screen.findByLabelText('Sähköposti'), ' aino@liksa.example ');
  await user.click(screen.getByRole('button', { name: 'Lähetä linkki' }));
  await heading('Tarkista sähköpostisi');
  expect(server.sent('POST /api/password/forgot/v2')).toEqual(['{"email":"aino@liksa.example"}']);
});

test('a mail that cannot be sent shows an error', async () => {
  fakeServer({ 'POST /api/password/forgot/v2': () => problem(429, 'TOO_MANY_REQUESTS') });
  const { user } = openApp('/password/reset');
  await write(user, await screen.findByLabelText('Sähköposti'), 'aino@liksa.example');
  await user.click(screen.getByRole('button', { name: 'Lähetä linkki' }));
  expect(await heading('Salasanan palautus ei onnistunut')).toBeDefined();
});

test('the new password is typed twice alike, and then it holds', async () => {
  const server = fakeServer({ 'POST /api/password/change/v2': () => json(200, {}) });
  const { user } = openApp('/password/forgot/t1');
  await typeNewPassword(user, 'sininen villatakki');
  expect(server.sent('POST /api/password/change/v2')).toEqual([]);
  expect(screen.getByLabelText('Uusi salasana uudelleen').getAttribute('aria-invalid')).toBe(
    'true',
  );
  await typeNewPassword(user, 'sininen villapaita');
  await heading('Salasana vaihdettu');
  expect(server.sent('POST /api/password/change/v2')).toEqual([
    '{"token":"t1","password":"sininen villapaita"}',
  ]);
});

test('a user identified by a bank goes through the bank', async () => {
  fakeServer({
    'POST /api/password/change/v2': () =>
      json(200, { endpointUrl: 'https://bank.example/authorize', request: 'state=s1' }),
  });
  const { user } = openApp('/password/forgot/t1');
  await typeNewPassword(user, 'sininen villapaita');
  const link = await screen.findByRole('link', { name: 'Jatka pankkiin' });
  expect(link.getAttribute('href')).toBe('https://bank.example/authorize?state=s1');
});

test('back from the bank the password is changed', async () => {
  const server = fakeServer({ 'POST /api/password/change/v2': () => json(200, {}) });
  openApp('/password/success?code=c1&state=s1');
  await heading('Salasana vaihdettu');
  expect(server.sent('POST /api/password/change/v2')).toEqual(['{"code":"c1","state":"s1"}']);
});

test('a visit to the bank that came to nothing leaves the link good', async () => {
  fakeServer({
    'POST /api/password/change/v2': () => problem(409, 'IDENTIFICATION_CANCELLED'),
  });
  openApp('/password/success?error=access_denied&state=s1');
  await heading('Salasanan vaihto ei onnistunut');
  expect(screen.getByRole('main').textContent).toContain(
    'Tunnistautuminen peruttiin. Voit avata viestin linkin uudelleen tai pyytää uuden.',
  );
});

test.each(['/password/forgot/old', '/password/success?code=c1&state=s1'])(
  'a link that is no good leads from %s to a new one',
  async (address) => {
    fakeServer({ 'POST /api/password/change/v2': () => problem(409, 'ACCOUNT_NOT_RESTORED') });
    const { user } = openApp(address);
    if (address.includes('forgot')) await typeNewPassword(user, 'sininen villapaita');
    await heading('Salasanan vaihto ei onnistunut');
    screen.getByText(/Salasanan palautus ei onnistunut. Aloita se alusta./);
    expect(screen.getByRole('link', { name: 'Pyydä uusi linkki' })).toBeDefined();
  },
);

test('the link of a mail signs in once the button is pressed', async () => {
  const server = fakeServer({ 'GET /api/login': () => json(200, worker) });
  const { user } = openApp('/token-login?token=t1');
  await heading('Kirjautuminen linkillä');
  expect(server.sent('GET /api/login'), 'a program may look into mails').toHaveLength(0);
  await user.click(within(screen.getByRole('main')).getByRole('button'));
  await heading('Hei, Aino!');
  expect(server.sent('GET /api/login')).toHaveLength(1);
});

test('the link of a salary mail opens the pay slips', async () => {
  fakeServer({
    'GET /api/login': () => json(200, worker),
    [`GET /api/person/${worker.id}/salaries`]: () =>
      json(200, { salaries: [], page: 0, pageSize: 20, total: 0, owed: 0, owedOfAdvances: 0 }),
  });
  const { user } = openApp('/token-login?token=t1&open=salaries');
  await user.click(await screen.findByRole('button', { name: 'Avaa palkkalaskelmat' }));
  await heading('Palkat');
});

test('the link of a mail about a share opens it on the home page', async () => {
  fakeServer({
    'GET /api/login': () => json(200, worker),
    [`GET /api/person/${worker.id}/contractoritems`]: () => json(200, receivedPage([receivedOf()])),
  });
  const { user } = openApp(`/token-login?token=t1&share=${receivedOf().id}`);
  await user.click(await screen.findByRole('button', { name: 'Avaa osuus' }));
  await heading('Hei, Aino!');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Toinen kuvaaja'));
});

test('a link that gets no answer can be tried again', async () => {
  let down = true;
  fakeServer({
    'GET /api/login': () => (down ? problem(503, 'ERROR') : json(200, worker)),
  });
  const { user } = openApp('/token-login?token=t1');
  await user.click(await screen.findByRole('button', { name: 'Kirjaudu sisään' }));
  await screen.findByRole('alert');
  down = false;
  await user.click(screen.getByRole('button', { name: 'Kirjaudu sisään' }));
  await heading('Hei, Aino!');
});

test('a used link leads to signing in, and from there to the invoice', async () => {
  fakeServer({ 'GET /api/login': () => problem(409, 'LINK_NOT_VALID') });
  const { user } = openApp('/token-login?token=t1&id=b1');
  await user.click(await screen.findByRole('button', { name: 'Avaa lasku' }));
  await heading('Linkki ei kelpaa');
  const link = screen.getAllByRole('link', { name: 'Kirjaudu sisään' }).at(-1);
  expect(link?.getAttribute('href')).toContain('next=');
});
