import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

const visit = { endpointUrl: 'https://bank.example/authorize', request: 'state=s1' };

async function fillIn(user: UserEvent) {
  await write(user, await screen.findByLabelText('Sähköposti'), 'uusi@liksa.example');
  await write(user, screen.getByLabelText('Puhelinnumero'), '040 123 4567');
  await write(user, screen.getByLabelText('Katuosoite'), 'Kotikatu 1');
  await write(user, screen.getByLabelText('Postinumero'), '33100');
  await write(user, screen.getByLabelText('Salasana'), 'sininen villapaita');
}

/** What the page offers to do next, the first thing first. */
const buttons = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.textContent);

const send = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Jatka tunnistautumiseen' }));

test('a newcomer fills in the form and is led to the bank', async () => {
  const server = fakeServer({ 'POST /api/registration/start': () => json(200, visit) });
  const { user } = openApp('/register');
  await fillIn(user);
  await send(user);
  const link = await screen.findByRole('link', { name: 'Jatka pankkiin' });
  expect(link.getAttribute('href')).toBe('https://bank.example/authorize?state=s1');
  expect(JSON.parse(server.sent('POST /api/registration/start')[0] ?? '')).toEqual({
    email: 'uusi@liksa.example',
    phone: '040 123 4567',
    address: 'Kotikatu 1',
    postalcode: '33100',
    password: 'sininen villapaita',
    promoCode: '',
    language: 'fi',
  });
});

test('errors are shown at their fields, and nothing is sent', async () => {
  const server = fakeServer();
  const { user } = openApp('/register');
  await write(user, await screen.findByLabelText('Sähköposti'), 'uusi');
  await write(user, screen.getByLabelText('Salasana'), 'lyhyt');
  await send(user);
  expect(screen.getAllByText('Pakollinen tieto')).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByLabelText('Sähköposti'));
  expect(screen.getByLabelText('Salasana').getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('POST /api/registration/start')).toEqual([]);
});

test('what the server refuses stands at its field until that is changed', async () => {
  fakeServer({
    'POST /api/registration/start': () =>
      json(422, {
        errorKey: 'INVALID_FIELDS',
        message: '',
        fields: [{ field: 'promoCode', key: 'PROMO_CODE_INVALID', message: '' }],
      }),
  });
  const { user } = openApp('/register');
  await fillIn(user);
  await write(user, screen.getByLabelText('Kampanjakoodi'), 'KESÄ');
  await send(user);
  const field = screen.getByLabelText('Kampanjakoodi');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await user.type(field, '1');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test('a reload between the form and the bank asks for a new visit', async () => {
  fakeServer({ 'POST /api/registration/retry': () => json(200, visit) });
  openApp('/register-started');
  await screen.findByRole('link', { name: 'Jatka pankkiin' });
});

test('without a registration one starts again', async () => {
  fakeServer({ 'POST /api/registration/retry': () => problem(409, 'REGISTRATION_GONE') });
  openApp('/register-started');
  await screen.findByRole('link', { name: 'Aloita alusta' });
});

test('from the bank through the terms to an account', async () => {
  const server = fakeServer({
    'GET /api/app': () =>
      json(200, { demo: false, aboutUrl: '', demoLogins: [], termsVersion: '2026-11-01' }),
    'PUT /api/registration/oidc/finish': () =>
      json(200, {
        user: {
          email: 'uusi@liksa.example',
          firstName: 'Maija',
          lastName: 'Meri',
          passwordNeeded: false,
        },
        role: null,
      }),
    'PUT /api/registration/confirm': () => json(200, { promoCodeApplied: false }),
  });
  const { user } = openApp('/registration/confirm?code=c1&state=s1');
  await screen.findByText(/Maija Meri, uusi@liksa.example/);
  expect(server.sent('PUT /api/registration/oidc/finish')).toEqual(['{"state":"s1","code":"c1"}']);
  const [above, below] = screen.getAllByRole('button', { name: 'Hyväksyn käyttöehdot' });
  expect(below).toBeDefined();
  if (above !== undefined) await user.click(above);
  await screen.findByRole('heading', { level: 1, name: 'Rekisteröityminen onnistui' });
  screen.getByText(/Kampanjakoodi ehdittiin käyttää/);
  expect(server.sent('PUT /api/registration/confirm')).toEqual([
    '{"user":{"email":"uusi@liksa.example"},"termsVersion":"2026-11-01"}',
  ]);
});

test('a user who has an account is signed in', async () => {
  let signedIn = false;
  fakeServer({
    'GET /api/session': () => json(200, { user: signedIn ? worker : null }),
    'PUT /api/registration/oidc/finish': () => {
      signedIn = true;
      return json(200, { user: { email: worker.email }, role: 'ROLE_USER' });
    },
  });
  openApp('/registration/confirm?code=c1&state=s1');
  await screen.findByRole('heading', { level: 1, name: 'Omat tiedot' });
});

test('a cancelled visit to the bank is shown as such and can be repeated', async () => {
  const server = fakeServer({
    'PUT /api/registration/oidc/finish': () => problem(409, 'IDENTIFICATION_CANCELLED'),
    'POST /api/registration/retry': () => json(200, visit),
  });
  const { user } = openApp('/registration/confirm?error=access_denied&state=s1');
  await user.click(await screen.findByRole('link', { name: 'Yritä tunnistautumista uudelleen' }));
  await screen.findByRole('link', { name: 'Jatka pankkiin' });
  expect(server.sent('PUT /api/registration/oidc/finish')).toEqual([
    '{"state":"s1","error":"access_denied"}',
  ]);
});

test('that an address has an account is shown after the bank, with a link to sign in', async () => {
  fakeServer({
    'PUT /api/registration/oidc/finish': () =>
      json(200, {
        user: { email: 'aino@liksa.example', firstName: 'Maija', passwordNeeded: false },
        role: null,
      }),
    'PUT /api/registration/confirm': () => problem(409, 'USER_ALREADY_REGISTERED'),
  });
  const { user } = openApp('/registration/confirm?code=c1&state=s1');
  const [accept] = await screen.findAllByRole('button', { name: 'Hyväksyn käyttöehdot' });
  if (accept !== undefined) await user.click(accept);
  await screen.findByText('Tällä sähköpostiosoitteella on jo tunnus. Voit kirjautua sisään.');
  expect(buttons()).toEqual(['Kirjaudu sisään', 'Aloita alusta']);
});

const NEWCOMER = { user: { email: 'uusi@liksa.example', passwordNeeded: false }, role: null };

/** Accepts the terms on a server that then knows the user, or nobody. */
async function acceptAs(signedIn: unknown, promoCodeApplied: boolean | null = null) {
  let user: unknown = null;
  fakeServer({
    'PUT /api/registration/oidc/finish': () => json(200, NEWCOMER),
    'PUT /api/registration/confirm': () => {
      user = signedIn;
      return json(200, { promoCodeApplied });
    },
    'GET /api/session': () => json(200, { user }),
  });
  const opened = openApp('/registration/confirm?code=c1&state=s1');
  const [accept] = await screen.findAllByRole('button', { name: 'Hyväksyn käyttöehdot' });
  await opened.user.click(accept as HTMLElement);
  return opened;
}

test('a newcomer whom the server signs in with the new account is at home at once', async () => {
  const { router } = await acceptAs(worker, false);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await screen.findByText(/^Kampanjakoodi ehdittiin käyttää loppuun/);
});

test('where nobody is signed in, the way leads to the log-in', async () => {
  const { router } = await acceptAs(null);
  await screen.findByRole('link', { name: 'Kirjaudu sisään' });
  expect(router.state.location.pathname).toBe('/registration/success');
});

test('a user who was signing in and is not identified signs in again', async () => {
  fakeServer({ 'PUT /api/registration/oidc/finish': () => problem(409, 'LOGIN_NOT_IDENTIFIED') });
  openApp('/registration/confirm?error=access_denied&state=s1');
  await screen.findByRole('heading', { level: 1, name: 'Et ole kirjautunut sisään' });
  expect(buttons()).toEqual(['Kirjaudu sisään']);
});

test('a user who is too young reads so, and nothing else is offered', async () => {
  fakeServer({ 'PUT /api/registration/oidc/finish': () => problem(409, 'TOO_YOUNG') });
  openApp('/registration/confirm?code=c1&state=s1');
  await screen.findByText(/18 vuotta/);
  expect(screen.queryByRole('link', { name: 'Aloita alusta' })).toBeNull();
});

test('the link of the mail leads to the bank, or to the terms', async () => {
  const server = fakeServer({
    'GET /api/registration/confirm': () =>
      json(200, {
        user: { email: 'uusi@liksa.example', passwordNeeded: true },
        next: 'IDENTIFY',
        ...visit,
      }),
  });
  const { user } = openApp('/registration/confirm?token=t1');
  const resume = await screen.findByRole('button', { name: 'Jatka rekisteröitymistä' });
  expect(server.sent('GET /api/registration/confirm'), 'programs open links').toHaveLength(0);
  await user.click(resume);
  await screen.findByRole('heading', { level: 1, name: 'Sähköpostiosoite vahvistettu' });
  screen.getByRole('link', { name: 'Jatka pankkiin' });
});

test('a link that is too old leads to the form', async () => {
  fakeServer({ 'GET /api/registration/confirm': () => problem(409, 'REGISTRATION_GONE') });
  const { user } = openApp('/registration/confirm?token=t1');
  await user.click(await screen.findByRole('button', { name: 'Jatka rekisteröitymistä' }));
  await screen.findByRole('link', { name: 'Aloita alusta' });
});

test('in another browser the password of the form is asked with the terms', async () => {
  const server = fakeServer({
    'GET /api/registration/confirm': () =>
      json(200, { user: { email: 'uusi@liksa.example', passwordNeeded: true }, next: 'EULA' }),
    'PUT /api/registration/confirm': () =>
      json(422, {
        errorKey: 'INVALID_FIELDS',
        message: '',
        fields: [{ field: 'password', key: 'account.not-password-of-form', message: '' }],
      }),
  });
  const { user } = openApp('/registration/confirm?token=t1');
  await user.click(await screen.findByRole('button', { name: 'Jatka rekisteröitymistä' }));
  const password = await screen.findByLabelText('Salasana');
  const accept = () =>
    user.click(screen.getAllByRole('button', { name: 'Hyväksyn käyttöehdot' })[1] as HTMLElement);
  await accept();
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('PUT /api/registration/confirm')).toEqual([]);

  await write(user, password, 'jonkun muun salasana');
  await accept();
  await screen.findByText('Tämä ei ole lomakkeella valittu salasana.');
  expect(server.sent('PUT /api/registration/confirm')).toEqual([
    '{"user":{"email":"uusi@liksa.example"},"termsVersion":"2026-11-01","password":"jonkun muun salasana"}',
  ]);
});

test('the terms are not shown before a bank has identified the user', async () => {
  fakeServer();
  openApp('/registration/eula');
  await screen.findByRole('heading', { level: 1, name: 'Rekisteröityminen ei onnistunut' });
});

test.each(['', '?state=s1', '?code=c1'])(
  'an address with nothing from the bank%s leads to the form',
  async (search) => {
    fakeServer();
    openApp(`/registration/confirm${search}`);
    await screen.findByRole('heading', { level: 1, name: 'Rekisteröidy' });
  },
);
