import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ClerkServer, queuedOf } from '@/test/clerk';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const AINO = queuedOf({ id: 'a', worker: { id: '1', name: 'Aino Virtanen' } });
const EERO = queuedOf({ id: 'b', worker: { id: '2', name: 'Eero Mäkinen' } });
const SANNA = queuedOf({ id: 'c', worker: { id: '3', name: 'Sanna Korhonen' }, remarks: 2 });

test('the keyboard goes through the rows and opens one', async () => {
  fakeServer(new ClerkServer(AINO, EERO, SANNA).answers());
  const { user } = openApp('/provider/bills');
  await screen.findByRole('link', { name: 'Aino Virtanen' });
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Aino Virtanen');
  await user.keyboard('j{ArrowDown}{ArrowDown}k');
  expect(document.activeElement?.textContent).toBe('Eero Mäkinen');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: /Eero Mäkinen/ });
});

test('bills with remarks and own ones are not approved in a bunch', async () => {
  fakeServer(new ClerkServer(AINO, { ...EERO, own: true }, SANNA).answers());
  const { user } = openApp('/provider/bills');
  await user.click(await screen.findByRole('checkbox', { name: 'Valitse kaikki' }));
  expect(screen.getByRole('checkbox', { name: /Eero/ })).toHaveProperty('disabled', true);
  expect(screen.getByRole('checkbox', { name: /Sanna/ })).toHaveProperty('disabled', true);
  await screen.findByRole('button', { name: 'Hyväksy valitut (1)' });
});

test('approving many asks first and tells how each one fared', async () => {
  const clerks = new ClerkServer(AINO, EERO);
  const server = fakeServer(clerks.answers());
  const { user } = openApp('/provider/bills');
  await user.click(await screen.findByRole('checkbox', { name: 'Valitse kaikki' }));
  await user.click(screen.getByRole('button', { name: 'Hyväksy valitut (2)' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Aino Virtanen → Kahvila Aamu Oy/);
  expect(server.sent('POST /api/provider/bills/approve')).toEqual([]);

  // Meanwhile another clerk took one of them.
  clerks.bills.set('b', { ...EERO, remarks: 1 });
  await user.click(within(dialog).getByRole('button', { name: 'Hyväksy (2)' }));
  await within(dialog).findByText('1 lasku hyväksyttiin.');
  within(dialog).getByText(/Eero Mäkinen → Kahvila Aamu Oy:/);
  expect(server.sent('POST /api/provider/bills/approve')).toEqual(['{"ids":["a","b"]}']);

  await user.click(within(dialog).getByRole('button', { name: 'Valmis' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Aino Virtanen' })).toBeNull());
  screen.getByRole('link', { name: 'Eero Mäkinen' });
});

test('approved bills say when they leave', async () => {
  const leavesAt = new Date(Date.now() + 12 * 60_000 - 1000).toISOString();
  const leaving = { ...AINO, state: 'APPROVED', leavesAt } as const;
  fakeServer({
    ...new ClerkServer(leaving).answers(),
    'GET /api/provider/bills': () => json(200, { bills: [leaving, EERO], next: null, total: 2 }),
  });
  openApp('/provider/bills?queue=approved');
  const row = (await screen.findByRole('link', { name: 'Aino Virtanen' })).closest('tr');
  within(row as HTMLElement).getAllByText(/^Lähtee asiakkaalle 12 min kuluttua/);
  const other = screen.getByRole('link', { name: 'Eero Mäkinen' }).closest('tr');
  expect(within(other as HTMLElement).queryByText(/^Lähtee/)).toBeNull();
});

test('undoing many approvals goes on after one that is refused, and names it', async () => {
  const clerks = new ClerkServer(AINO, EERO, { ...SANNA, remarks: 0 });
  const server = fakeServer(clerks.answers());
  const { user } = openApp('/provider/bills');
  await user.click(await screen.findByRole('checkbox', { name: 'Valitse kaikki' }));
  await user.click(screen.getByRole('button', { name: 'Hyväksy valitut (3)' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Hyväksy (3)' }));
  // Meanwhile one of them was sent.
  server.answers['PUT /api/provider/bills/b/unapprove'] = () => problem(409, 'ILLEGAL_TRANSITION');
  await user.click(await within(dialog).findByRole('button', { name: 'Peru hyväksynnät' }));
  await within(dialog).findByText('Perumatta jäi 1');
  within(dialog).getByText(/Eero Mäkinen → Kahvila Aamu Oy:/);
  within(dialog).getByText(/Muiden laskujen hyväksynnät on peruttu/);
  expect(within(dialog).queryByText(/Sanna Korhonen/)).toBeNull();
  expect(server.sent('PUT /api/provider/bills/c/unapprove')).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Valmis' }));
  await screen.findByRole('link', { name: 'Sanna Korhonen' });
});

test('undoing many approvals closes the dialog when all are undone', async () => {
  fakeServer(new ClerkServer(AINO, EERO).answers());
  const { user } = openApp('/provider/bills');
  await user.click(await screen.findByRole('checkbox', { name: 'Valitse kaikki' }));
  await user.click(screen.getByRole('button', { name: 'Hyväksy valitut (2)' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Hyväksy (2)' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Peru hyväksynnät' }));
  await screen.findByText('Hyväksynnät on peruttu. Laskut ovat käsittelyssäsi.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the other queues are in the address', async () => {
  const asked: string[] = [];
  const answers = new ClerkServer(AINO).answers();
  fakeServer({
    ...answers,
    'GET /api/provider/bills': ({ url }: Request) => {
      asked.push(new URL(url).searchParams.get('queue') ?? '');
      return json(200, { bills: [], next: null, total: 0 });
    },
  });
  const { user } = openApp('/provider/bills?queue=mine');
  await screen.findByText(/Sinulla ei ole laskuja/);
  await user.click(screen.getByRole('tab', { name: 'Avauspyynnöt' }));
  await screen.findByText(/Kukaan ei ole pyytänyt/);
  expect(asked).toEqual(['mine', 'open-requests']);
  expect(window.location.search).toBe('?queue=open-requests');
});
