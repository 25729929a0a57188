import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answer, api } from '@/api/client';
import type { User } from '@/api/session';
import { menuLinks } from './pages/menu';
import { withBills } from '@/test/bills';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const signedIn = { 'GET /api/session': () => json(200, { user: worker }) };
const withRoles = (...roles: User['roles']) => ({ ...worker, roles });
const address = () => window.location.pathname + window.location.search;

describe('who gets where', () => {
  test('a visitor of a private page is sent to sign in, and the page is remembered', async () => {
    fakeServer();
    openApp('/invoices?page=2');
    await screen.findByRole('heading', { level: 1, name: 'Kirjaudu sisään' });
    expect(address()).toBe('/login?next=%2Finvoices%3Fpage%3D2');
  });

  test('a visitor of the home page needs no reminder of it', async () => {
    fakeServer();
    openApp('/');
    await screen.findByRole('heading', { level: 1, name: 'Kirjaudu sisään' });
    expect(address()).toBe('/login');
  });

  test('a signed-in user is led away from the log-in page', async () => {
    fakeServer(signedIn);
    openApp('/login');
    await screen.findByRole('heading', { level: 1, name: 'Hei, Aino!' });
    expect(address()).toBe('/');
  });

  test('an unknown path shows the not-found page, signed in or not', async () => {
    fakeServer();
    openApp('/no/such/page');
    await screen.findByRole('heading', { level: 1, name: 'Sivua ei löytynyt' });
  });

  test('the provider pages do not exist for a worker', async () => {
    fakeServer(signedIn);
    openApp('/provider');
    await screen.findByRole('heading', { level: 1, name: 'Sivua ei löytynyt' });
  });

  test('the provider pages exist for the staff', async () => {
    fakeServer({
      'GET /api/session': () => json(200, { user: withRoles('ROLE_CLERK') }),
    });
    openApp('/provider');
    await screen.findByRole('heading', { level: 1, name: 'Hei, Aino!' });
    expect(document.title).toBe('Työpöytä · Liksa');
  });

  test('staff start on the page of the provider', async () => {
    fakeServer({ 'GET /api/session': () => json(200, { user: withRoles('ROLE_PAYROLL') }) });
    openApp('/login');
    await waitFor(() => expect(address()).toBe('/provider'));
  });

  test('staff who do not invoice have no home page of a worker', async () => {
    fakeServer({ 'GET /api/session': () => json(200, { user: withRoles('ROLE_PAYROLL') }) });
    openApp('/');
    await waitFor(() => expect(address()).toBe('/provider'));
  });

  test('staff who invoice too can go to either area', async () => {
    const both = withRoles('ROLE_USER', 'ROLE_CLERK');
    fakeServer({ ...withBills(), 'GET /api/session': () => json(200, { user: both }) });
    const { user } = openApp('/login');
    await user.click(await screen.findByRole('link', { name: 'Oma laskutus', hidden: true }));
    await waitFor(() => expect(address()).toBe('/'));
    await user.click(await screen.findByRole('link', { name: 'Työpöytä', hidden: true }));
    await waitFor(() => expect(address()).toBe('/provider'));
  });

  test('staff read which role a page requires', async () => {
    fakeServer({ 'GET /api/session': () => json(200, { user: withRoles('ROLE_CLERK') }) });
    openApp('/provider/payments');
    await screen.findByRole('heading', { level: 1, name: 'Sinulla ei ole oikeutta tähän sivuun' });
  });

  test('staff who do not invoice read who the page is for, and have no link to it', async () => {
    fakeServer({
      'GET /api/session': () => json(200, { user: withRoles('ROLE_CLERK') }),
    });
    openApp('/archive');
    await screen.findByRole('heading', { level: 1, name: 'Sivu on tekijöille' });
    expect(screen.queryByRole('link', { name: 'Arkisto', hidden: true })).toBeNull();
  });

  test('without an answer a private page stays shut and offers to try again', async () => {
    const server = fakeServer({
      'GET /api/session': () => {
        throw new TypeError('connection refused');
      },
    });
    const { user } = openApp('/');
    await screen.findByText(/Palveluun ei saada yhteyttä/);
    server.answers['GET /api/session'] = () => json(200, { user: worker });
    await user.click(screen.getByRole('button', { name: 'Yritä uudelleen' }));
    await screen.findByRole('heading', { level: 1, name: 'Hei, Aino!' });
  });
});

describe('the end of a session', () => {
  test.each([
    [401, 'Istuntosi on päättynyt'],
    [403, 'Sinulla ei ole oikeutta tähän'],
  ])('a %i leads to the log-in page and says why', async (status, text) => {
    const server = fakeServer({
      ...signedIn,
      'PUT /api/person': () => problem(status, 'UNAUTHORIZED'),
      'DELETE /api/login': () => new Response(null, { status: 204 }),
    });
    const { queryClient } = openApp('/account');
    await screen.findByRole('heading', { level: 1, name: 'Omat tiedot' });
    queryClient.setQueryData(['bills'], ['a bill of Aino']);

    await expect(answer(api.PUT('/api/person', { body: {} }))).rejects.toThrow('UNAUTHORIZED');

    await screen.findByRole('heading', { level: 1, name: 'Kirjaudu sisään' });
    expect(address()).toBe('/login?next=%2Faccount');
    await screen.findByText(new RegExp(text));
    await waitFor(() => expect(queryClient.getQueryData(['bills'])).toBeUndefined());
    expect(server.sent('DELETE /api/login')).toHaveLength(status === 403 ? 1 : 0);
  });

  test('a refusal of what the user before had asked for does not end that of the next', async () => {
    const server = fakeServer({
      ...signedIn,
      'PUT /api/person': () => problem(403, 'FORBIDDEN'),
      'DELETE /api/login': () => new Response(null, { status: 204 }),
    });
    const { queryClient } = openApp('/account');
    await screen.findByRole('heading', { level: 1, name: 'Omat tiedot' });
    const next = { ...worker, id: '0193b000-0000-7000-8000-0000000000aa' };
    server.answers['GET /api/session'] = () => json(200, { user: next });

    await expect(answer(api.PUT('/api/person', { body: {} }))).rejects.toThrow('FORBIDDEN');

    await waitFor(() => expect(queryClient.getQueryData(['session'])).toEqual(next));
    expect(server.sent('DELETE /api/login')).toHaveLength(0);
    screen.getByRole('heading', { level: 1, name: 'Omat tiedot' });
  });

  test('found over before any call was refused is told as well', async () => {
    const server = fakeServer(signedIn);
    const { queryClient } = openApp('/account');
    await screen.findByRole('heading', { level: 1, name: 'Omat tiedot' });
    server.answers['GET /api/session'] = () => json(200, { user: null });
    await queryClient.refetchQueries({ queryKey: ['session'], exact: true });
    await screen.findByRole('heading', { level: 1, name: 'Kirjaudu sisään' });
    await screen.findByText(/Istuntosi on päättynyt/);
  });

  test('signing out ends the session and forgets what it fetched', async () => {
    const server = fakeServer({
      ...signedIn,
      'DELETE /api/login': () => new Response(null, { status: 204 }),
    });
    const { queryClient, user } = openApp('/');
    queryClient.setQueryData(['bills'], ['a bill of Aino']);
    await user.click(await screen.findByRole('link', { name: 'Kirjaudu ulos' }));

    await screen.findByRole('heading', { level: 1, name: 'Kirjaudu sisään' });
    expect(address()).toBe('/login');
    expect(server.sent('DELETE /api/login')).toHaveLength(1);
    await waitFor(() => expect(queryClient.getQueryData(['bills'])).toBeUndefined());
    expect(screen.queryByText('Aino Virtanen')).toBeNull();
    expect(screen.queryByText(/Istuntosi on päättynyt/)).toBeNull();
  });

  test('a sign-out that the server did not hear is not claimed to have happened', async () => {
    fakeServer({ ...signedIn, 'DELETE /api/login': () => problem(500, 'contactAdmin') });
    openApp('/logout');
    await screen.findByRole('button', { name: 'Yritä uudelleen' });
    expect(screen.getByText('Aino Virtanen')).toBeDefined();
  });
});

describe('the language', () => {
  test('switching keeps what was typed and tells the page', async () => {
    const server = fakeServer();
    const { user } = openApp('/login');
    await user.type(await screen.findByLabelText('Sähköposti'), 'aino@');
    await user.click(screen.getByRole('radio', { name: 'English' }));

    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('aino@');
    expect(document.documentElement.lang).toBe('en');
    await waitFor(() => expect(document.title).toBe('Sign in · Liksa'));
    expect(server.sent('PUT /api/person')).toEqual([]);
  });

  test('is saved to the profile of a signed-in user', async () => {
    const server = fakeServer({
      ...signedIn,
      'PUT /api/person': () => json(200, { ...worker, language: 'en' }),
    });
    const { user } = openApp('/');
    await user.click(await screen.findByRole('radio', { name: 'English' }));
    await screen.findByRole('heading', { level: 1, name: 'Hello, Aino!' });
    await waitFor(() => expect(server.sent('PUT /api/person')).toEqual(['{"language":"en"}']));
  });

  test('of the profile is taken into use', async () => {
    fakeServer({ 'GET /api/session': () => json(200, { user: { ...worker, language: 'en' } }) });
    openApp('/');
    await screen.findByRole('heading', { level: 1, name: 'Hello, Aino!' });
  });
});

test('the menu and the footer lead only to pages that are built', async () => {
  fakeServer(signedIn);
  openApp('/');
  const menu = await screen.findByRole('navigation', { name: 'Päävalikko', hidden: true });
  const links = await within(menu).findAllByRole('link', { hidden: true });
  const names = links.map((link) => link.textContent);
  const built = menuLinks({ signedIn: true, roles: ['ROLE_USER'], demo: true });
  expect(names).toEqual(built.map(({ title }) => title()));
  expect(names).not.toContain('Työpöytä');
  const about = await screen.findByRole('link', { name: /Tietoa palveluntarjoajasta/ });
  expect(about.getAttribute('href')).toBe('https://provider.example/about');
});
