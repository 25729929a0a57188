import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

async function signIn(user: UserEvent, password = 'secret') {
  await user.type(await screen.findByLabelText('Sähköposti'), ' aino@liksa.example ');
  await user.type(screen.getByLabelText('Salasana'), `${password}{Enter}`);
}

test('the right password opens the page that was asked for', async () => {
  const server = fakeServer({ 'POST /api/login': () => json(200, worker) });
  const { user } = openApp('/login?next=/invoices');
  await signIn(user);
  await screen.findByRole('heading', { level: 1, name: 'Laskut' });
  expect(server.sent('POST /api/login')).toEqual([
    '{"username":"aino@liksa.example","password":"secret"}',
  ]);
});

test('a link to another site is not followed after signing in', async () => {
  fakeServer({ 'POST /api/login': () => json(200, worker) });
  const { user } = openApp('/login?next=//evil.example/login');
  await signIn(user);
  await screen.findByRole('heading', { level: 1, name: 'Hei, Aino!' });
  expect(window.location.pathname).toBe('/');
});

test('empty fields are pointed out and nothing is sent', async () => {
  const server = fakeServer();
  const { user } = openApp('/login');
  await user.click(await screen.findByRole('button', { name: 'Kirjaudu sisään' }));
  expect(screen.getAllByText('Pakollinen tieto')).toHaveLength(2);
  expect(server.sent('POST /api/login')).toEqual([]);
});

test('a wrong password shows an error, which the next attempt clears', async () => {
  const server = fakeServer({ 'POST /api/login': () => problem(401, 'LOGIN_FAILURE') });
  const { user } = openApp('/login');
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Sähköposti tai salasana on väärin',
  );
  server.answers['POST /api/login'] = () => json(200, worker);
  await waitFor(async () => {
    await user.type(screen.getByLabelText('Salasana'), '{Enter}');
    expect(server.sent('POST /api/login').length).toBeGreaterThan(1);
  });
  await screen.findByRole('heading', { level: 1, name: 'Hei, Aino!' });
});

test.each([
  ['42', '42 sekunnin'],
  ['600', '10 minuutin'],
])('too many attempts: the wait of %s s is shown', async (seconds, text) => {
  fakeServer({
    'POST /api/login': () => problem(429, 'TOO_MANY_REQUESTS', { 'retry-after': seconds }),
  });
  const { user } = openApp('/login');
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

test('a lost connection is shown as such', async () => {
  fakeServer({
    'POST /api/login': () => {
      throw new TypeError('network down');
    },
  });
  const { user } = openApp('/login');
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toContain('Palveluun ei saada yhteyttä');
});

test('a user who is not identified by a bank is not signed in', async () => {
  const identifyAt = { endpointUrl: 'https://bank.example/authorize', request: 'state=s1' };
  fakeServer({
    'POST /api/login': () => json(200, { ...worker, strongIdentified: false, identifyAt }),
  });
  const { user } = openApp('/login');
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toContain('pankkitunnuksilla');
  const bank = screen.getByRole('link', { name: 'Tunnistaudu pankissa' });
  expect(bank.getAttribute('href')).toBe('https://bank.example/authorize?state=s1');
  expect(bank.hasAttribute('data-server'), 'the bank of the demo has the address of the app').toBe(
    true,
  );
  expect(screen.queryByText('Aino Virtanen')).toBeNull();
  expect(window.location.pathname).toBe('/login');
});

test('a double click makes one request', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const server = fakeServer({ 'POST /api/login': () => promise });
  const { user } = openApp('/login');
  await user.type(await screen.findByLabelText('Sähköposti'), 'aino@liksa.example');
  await user.type(screen.getByLabelText('Salasana'), 'secret');
  await user.dblClick(screen.getByRole('button', { name: 'Kirjaudu sisään' }));
  resolve(problem(401, 'LOGIN_FAILURE'));
  await screen.findByRole('alert');
  expect(server.sent('POST /api/login')).toHaveLength(1);
});

test('a demo account fills in the form', async () => {
  fakeServer();
  const { user } = openApp('/login');
  await user.click(await screen.findByRole('button', { name: /Kevytyrittäjä/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Sähköposti').value).toBe('worker@liksa.example');
  expect(screen.getByLabelText<HTMLInputElement>('Salasana').value).toBe('demo-liksa');
});

test('the password can be shown and hidden', async () => {
  fakeServer();
  const { user } = openApp('/login');
  const field = await screen.findByLabelText<HTMLInputElement>('Salasana');
  await user.click(screen.getByRole('button', { name: 'Näytä salasana' }));
  expect(field.type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Piilota salasana' }));
  expect(field.type).toBe('password');
});
