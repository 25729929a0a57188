import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ClerkServer, queuedOf } from '@/test/clerk';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const FIRST = { field: 'sharedCustomer', key: 'review.firstBillToCustomer' } as const;
const LARGE = { field: 'totalprice', key: 'review.unusuallyLarge' } as const;
const LATE = { field: 'sharedCustomer', key: 'review.deliveryChanged' } as const;
const AINO = queuedOf({ id: 'a', worker: { id: '1', name: 'Aino Virtanen' } });
const EERO = queuedOf({ id: 'b', worker: { id: '2', name: 'Eero Mäkinen' } });
const SANNA = queuedOf({
  id: 'c',
  worker: { id: '3', name: 'Sanna Korhonen' },
  remarks: [FIRST, LARGE, LATE],
});

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
  const own = screen.getByRole('checkbox', { name: /Eero/ });
  expect(own.getAttribute('aria-disabled')).toBe('true');
  expect(own.getAttribute('aria-description')).toMatch(/^Oma laskusi/);
  await user.click(own);
  await screen.findByRole('button', { name: /^Hyväksy valitut \(1\)/ });
});

test('the reason why a bill cannot be chosen is shown when the keyboard reaches its box', async () => {
  fakeServer(new ClerkServer(SANNA).answers());
  const { user } = openApp('/provider/bills');
  const box = await screen.findByRole('checkbox', { name: /Sanna/ });
  await user.keyboard('j');
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(box);
  await screen.findByText(/Laskussa on huomioita/);
  await user.keyboard(' ');
  expect(box).toHaveProperty('checked', false);
});

test('the keyboard chooses bills and asks before it approves them', async () => {
  fakeServer(new ClerkServer(AINO, EERO, SANNA).answers());
  const { user } = openApp('/provider/bills');
  await screen.findByRole('link', { name: 'Aino Virtanen' });
  await user.keyboard('a');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('jxjjx');
  expect(screen.getByRole('checkbox', { name: /Aino/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: /Sanna/ })).toHaveProperty('checked', false);
  await user.keyboard('a');
  await screen.findByRole('dialog', { name: /1/ });
});

test('the tabs count what waits, and no column repeats them', async () => {
  const waiting = (count: number) => ({ count, oldest: null });
  fakeServer({
    ...new ClerkServer(AINO, EERO).answers(),
    'GET /api/provider/dashboard': () =>
      json(200, {
        pendingBills: waiting(9),
        myBills: waiting(1),
        openRequests: waiting(0),
        approvedBills: waiting(4),
        lateReceipts: waiting(0),
        failedDeliveries: waiting(0),
        failedMails: waiting(0),
        heldSending: null,
        settingsMissing: false,
      }),
  });
  openApp('/provider/bills');
  // Of the open list, what it says itself.
  await screen.findByRole('tab', { name: /^Odottavat ?2$/ });
  await screen.findByRole('tab', { name: /^Minulla ?1$/ });
  await screen.findByRole('tab', { name: /^Hyväksytyt ?4$/ });
  expect(screen.queryByRole('columnheader', { name: 'Tila' })).toBeNull();
});

test('approving many asks first and tells how each one fared', async () => {
  const clerks = new ClerkServer(AINO, EERO);
  const server = fakeServer(clerks.answers());
  const { user } = openApp('/provider/bills');
  await user.click(await screen.findByRole('checkbox', { name: 'Valitse kaikki' }));
  await user.click(screen.getByRole('button', { name: /^Hyväksy valitut \(2\)/ }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Aino Virtanen → Kahvila Aamu Oy/);
  expect(server.sent('POST /api/provider/bills/approve')).toEqual([]);

  // Meanwhile another clerk took one of them.
  clerks.bills.set('b', { ...EERO, remarks: [FIRST] });
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
  const clerks = new ClerkServer(AINO, EERO, { ...SANNA, remarks: [] });
  const server = fakeServer(clerks.answers());
  const { user } = openApp('/provider/bills');
  await user.click(await screen.findByRole('checkbox', { name: 'Valitse kaikki' }));
  await user.click(screen.getByRole('button', { name: /^Hyväksy valitut \(3\)/ }));
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
  await user.click(screen.getByRole('button', { name: /^Hyväksy valitut \(2\)/ }));
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

test('a remark is told in the row itself, and how many more there are', async () => {
  fakeServer(new ClerkServer(AINO, SANNA).answers());
  openApp('/provider/bills');
  const row = (await screen.findByRole('link', { name: 'Sanna Korhonen' })).closest('tr');
  const cells = within(row as HTMLElement);
  expect(cells.getAllByText(/ensimmäinen lasku/i)).not.toEqual([]);
  expect(cells.getAllByText('ja 1 muu')).not.toEqual([]);
  const other = screen.getByRole('link', { name: 'Aino Virtanen' }).closest('tr');
  expect(within(other as HTMLElement).queryByText(/^ja .* muu/)).toBeNull();
});
