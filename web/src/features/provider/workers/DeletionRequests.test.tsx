import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

const LEAVER = {
  id: '0193a000-0000-7000-8000-000000000009',
  name: 'Maija Meikäläinen',
  email: 'maija@liksa.example',
  requestedAt: '2026-11-15T08:00:00Z',
};
const LIST = 'GET /api/provider/deletion-requests';
const ERASE = `POST /api/provider/deletion-requests/${LEAVER.id}/erase`;

function open(role: 'ROLE_ADMIN' | 'ROLE_PAYROLL') {
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: { ...worker, role, roles: [role] } }),
    'GET /api/provider/workers': () => json(200, { workers: [], next: null }),
    [LIST]: () => json(200, [LEAVER]),
  });
  return { server, ...openApp('/provider/workers') };
}

/** Opens the question and types the name that it asks for. */
async function confirm(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Poista tunnus: Maija Meikäläinen' }));
  const dialog = within(await screen.findByRole('dialog'));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Poista tunnus' });
  expect(button.disabled).toBe(true);
  await write(user, dialog.getByRole('textbox'), 'maija meikäläinen');
  await user.click(button);
}

test('an administrator removes the account of who asked for it, by typing the name', async () => {
  const { server, user } = open('ROLE_ADMIN');
  server.answers[ERASE] = () => {
    server.answers[LIST] = () => json(200, []);
    return new Response(null, { status: 204 });
  };
  await confirm(user);
  await screen.findByText('Tunnus on poistettu.');
  await waitFor(() => expect(screen.queryByText('Poistopyynnöt')).toBeNull());
  expect(server.sent(ERASE)).toHaveLength(1);
});

test('money under way keeps the account, and that is said', async () => {
  const { server, user } = open('ROLE_ADMIN');
  server.answers[ERASE] = () => problem(409, 'ACCOUNT_NOT_SETTLED');
  await confirm(user);
  await screen.findByText(/Laskuja, palkkoja tai velkoja on kesken/);
  await screen.findByText('Poistopyynnöt');
});

test('a removal that fails keeps the question open, with the name as it was typed', async () => {
  const { server, user } = open('ROLE_ADMIN');
  server.answers[ERASE] = () => Promise.reject(new TypeError('no connection'));
  await confirm(user);
  await screen.findByText(/^Palveluun ei saada yhteyttä/);
  expect(screen.getByRole('textbox', { name: /^Kirjoita vahvistukseksi/ })).toHaveProperty(
    'value',
    'maija meikäläinen',
  );
});

test('who may not remove accounts does not even ask for the list', async () => {
  const { server } = open('ROLE_PAYROLL');
  await screen.findByRole('heading', { level: 1 });
  expect(server.sent(LIST)).toEqual([]);
});
