import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withBills } from '@/test/bills';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const signedIn = { ...withBills(), 'GET /api/session': () => json(200, { user: worker }) };

test('pointing at a link fetches the code and the data of its page', async () => {
  const server = fakeServer(signedIn);
  const { user } = openApp('/');
  const link = await screen.findByRole('link', { name: 'Asiakkaat', hidden: true });
  const path = `GET /api/person/${worker.id}/sharedcustomers`;
  expect(server.sent(path)).toHaveLength(0);
  await user.hover(link);
  await waitFor(() => expect(server.sent(path)).toHaveLength(1));
  expect(window.location.pathname).toBe('/');
});

test('a search parameter that is not understood leaves the address, an unknown one stays', async () => {
  fakeServer(signedIn);
  openApp('/archive?section=nonsense&order=closedFirst&from=mail');
  await screen.findByRole('heading', { level: 1, name: 'Arkisto' });
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    order: 'closedFirst',
    from: 'mail',
  });
});
