import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Delivery } from '@/api/deliveries';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const ID = '0193f000-0000-7000-8000-000000000001';
const RETRY = `POST /api/provider/deliveries/${ID}/retry`;

function delivery(differences: Partial<Delivery> = {}): Delivery {
  return {
    id: ID,
    billId: '0193b000-0000-7000-8000-000000000001',
    billNumber: 1007,
    totalpriceWithAlv: 125.5,
    customer: 'Kulttuuritalo Oy',
    worker: 'Maija Meikäläinen',
    method: 'EBILL',
    state: 'SENT',
    address: '003723327487',
    error: null,
    createdAt: '2026-11-16T08:00:00Z',
    sentAt: '2026-11-16T08:00:00Z',
    ...differences,
  };
}

function open(sent: Delivery) {
  const user = { ...worker, role: 'ROLE_CLERK', roles: ['ROLE_CLERK'] };
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/deliveries': (request) => {
      const state = new URL(request.url).searchParams.get('state');
      return json(200, { deliveries: sent.state === state ? [sent] : [], next: null });
    },
    [RETRY]: () => new Response(null, { status: 204 }),
  });
  return { ...openApp('/provider/deliveries?part=sent'), server };
}

const WRITE = { name: 'Kirjoita verkkolasku uudelleen: Lasku 1007, Kulttuuritalo Oy' };

test('an e-invoice that has gone is written again only after a question', async () => {
  const { user, server } = open(delivery());
  await user.click(await screen.findByRole('button', WRITE));
  const asked = within(
    await screen.findByRole('dialog', {
      name: 'Kirjoitetaanko verkkolasku uudelleen: Lasku 1007, Kulttuuritalo Oy?',
    }),
  );
  asked.getByText(/välittäjä on jo hakenut sen, se voi saada laskun kahdesti/);
  expect(server.sent(RETRY)).toHaveLength(0);
  await user.click(asked.getByRole('button', { name: 'Kirjoita verkkolasku uudelleen' }));
  await waitFor(() => expect(server.sent(RETRY)).toHaveLength(1));
  await screen.findByText(/verkkolasku kirjoitetaan uudelleen\.$/);
});

test('that it is on its way again already is told', async () => {
  const { user, server } = open(delivery());
  server.answers[RETRY] = () => problem(409, 'DELIVERY_SETTLED');
  await user.click(await screen.findByRole('button', WRITE));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: 'Kirjoita verkkolasku uudelleen' }));
  await screen.findByText(/^Lähetys on jo selvitetty/);
});

test('what went by mail or on paper has no such button', async () => {
  open(delivery({ method: 'EMAIL', address: 'laskut@kulttuuritalo.example' }));
  await screen.findByRole('link', { name: 'Kulttuuritalo Oy' });
  expect(screen.queryByRole('button', { name: /verkkolasku uudelleen/ })).toBeNull();
});
