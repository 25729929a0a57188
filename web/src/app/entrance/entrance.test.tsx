import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Viewer } from '@/lib/access';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { linksIn } from '../pages/pages';
import { entranceLinks } from './links';
import { openEntrance } from './open';

let root: Root;

beforeEach(() => {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

async function open(address: string) {
  window.history.replaceState(null, '', address);
  await act(() => openEntrance(root));
  return userEvent.setup();
}

/** A link in a part of the page. On a phone the links of the header are in the footer. */
const linkIn = async (part: 'banner' | 'main' | 'contentinfo', name: string) =>
  within(await screen.findByRole(part)).findByRole('link', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('signing in goes on to the page that was asked for, in the same page of the browser', async () => {
  const server = fakeServer({ 'POST /api/login': () => json(200, worker) });
  const user = await open('/login?next=/invoices');
  await user.type(await screen.findByLabelText('Sähköposti'), 'aino@liksa.example');
  await user.type(screen.getByLabelText('Salasana'), 'secret{Enter}');
  await heading('Laskut');
  expect(window.location.pathname).toBe('/invoices');
  expect(server.sent('GET /api/session'), 'who signed in is known').toHaveLength(1);
});

test('a wrong password is told, and nothing is left', async () => {
  fakeServer({ 'POST /api/login': () => problem(401, 'LOGIN_FAILURE') });
  const user = await open('/login');
  await user.type(await screen.findByLabelText('Sähköposti'), 'aino@liksa.example');
  await user.type(screen.getByLabelText('Salasana'), 'wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Sähköposti tai salasana');
  expect(window.location.pathname).toBe('/login');
});

test('who is signed in already does not sign in again', async () => {
  fakeServer({ 'GET /api/session': () => json(200, { user: worker }) });
  await open('/login');
  await heading('Hei, Aino!');
  expect(window.location.pathname).toBe('/');
});

test('the two pages lead to each other, and back, without the rest of the app', async () => {
  fakeServer();
  const user = await open('/login');
  await user.click(await linkIn('main', 'Rekisteröidy'));
  await heading('Rekisteröidy');
  expect(window.location.pathname).toBe('/register');
  await waitFor(() => expect(document.title).toBe('Rekisteröidy · Liksa'));
  act(() => window.history.back());
  await heading('Kirjaudu sisään');
});

test.each(['banner', 'contentinfo'] as const)(
  'the %s leads to registering, until one is there',
  async (part) => {
    fakeServer();
    const user = await open('/login');
    await user.click(await linkIn(part, 'Rekisteröidy'));
    await heading('Rekisteröidy');
    const there = within(screen.getByRole(part));
    expect(there.queryByRole('link', { name: 'Rekisteröidy' })).toBeNull();
    there.getByRole('link', { name: 'Palkkalaskuri' });
  },
);

test('a newcomer goes on to the bank with the visit that was begun', async () => {
  const visit = { endpointUrl: 'https://bank.example/authorize', request: 'state=s1' };
  const server = fakeServer({ 'POST /api/registration/start': () => json(200, visit) });
  const user = await open('/register');
  await user.type(await screen.findByLabelText('Sähköposti'), 'uusi@liksa.example');
  await user.type(screen.getByLabelText('Puhelinnumero'), '040 1234567');
  await user.type(screen.getByLabelText('Katuosoite'), 'Katu 1');
  await user.type(screen.getByLabelText('Postinumero'), '00100');
  await user.type(screen.getByLabelText('Salasana'), 'kolme pitkää sanaa');
  await user.click(screen.getByRole('button', { name: 'Jatka tunnistautumiseen' }));
  const bank = await screen.findByRole('link', { name: 'Jatka pankkiin' });
  expect(bank.getAttribute('href')).toBe('https://bank.example/authorize?state=s1');
  expect(server.sent('POST /api/registration/retry'), 'no second visit').toEqual([]);
});

test('both pages say what the service costs and lead to the landing page', async () => {
  fakeServer();
  const user = await open('/login');
  const price = () => screen.findByText(/Palvelumaksu on 6,9.% laskutuksesta, enintään 500,00.€/);
  await price();
  await user.click(await linkIn('main', 'Rekisteröidy'));
  await heading('Rekisteröidy');
  await price();
  expect(screen.getByRole('link', { name: 'Näin Liksa toimii' }).getAttribute('href')).toBe(
    '/landing',
  );
});

test('without an answer from the server the page opens as well', async () => {
  fakeServer({
    'GET /api/app': () => problem(500, 'contactAdmin'),
    'GET /api/session': () => problem(500, 'contactAdmin'),
  });
  await open('/login');
  await heading('Kirjaudu sisään');
  expect(window.location.pathname).toBe('/login');
});

test('another language is chosen without losing what was typed', async () => {
  fakeServer();
  const user = await open('/login');
  await user.type(await screen.findByLabelText('Sähköposti'), 'aino');
  await user.click(screen.getByRole('radio', { name: 'English' }));
  await heading('Sign in');
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('aino');
});

describe('the links around the page are those of the app', () => {
  const visitor: Viewer = { signedIn: false, roles: [], demo: false };
  test.each(['header', 'footer'] as const)('%s', (place) => {
    for (const viewer of [visitor, { ...visitor, demo: true }]) {
      const named = (links: readonly { path: string; title: () => string }[]) =>
        links.map(({ path, title }) => [path, title()]);
      expect(named(entranceLinks(place, viewer))).toEqual(named(linksIn(place, viewer)));
    }
  });
});
