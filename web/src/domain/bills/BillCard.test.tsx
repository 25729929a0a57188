import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { BILLS, cardOf, pageOf, withBills } from '@/test/bills';
import { fakeServer } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

afterEach(() => vi.useRealTimers());

test('the card of a credit note says when it leaves, and has no due date', async () => {
  const leavesAt = new Date(Date.now() + 12 * 60_000 - 1000).toISOString();
  const note = cardOf({ state: 'APPROVED', creditNote: true, leavesAt });
  fakeServer(withBills({ pending: pageOf([note]) }));
  openApp('/invoices');
  const card = await screen.findByRole('article', { name: /Kahvila Aamu/ });
  within(card).getByText(/^Lähtee asiakkaalle 12 min kuluttua/);
  expect(within(card).queryByText('Eräpäivä')).toBeNull();
});

test.each([
  ['a credit note', cardOf({ state: 'CLOSED', billNumber: 1002, creditNote: true })],
  ['a credited bill', cardOf({ state: 'HYVITETTY', billNumber: 1001, credited: true })],
  ['a bill of which a part is credited', cardOf({ state: 'CLOSED', credited: true })],
])('%s promises no money to the account', async (_, bill) => {
  fakeServer(withBills({ sent: pageOf([bill, cardOf({ id: 'x', state: 'CLOSED' })]) }));
  openApp('/invoices');
  const [card, other] = await screen.findAllByRole('article', { name: /Kahvila Aamu/ });
  within(other as HTMLElement).getByText('Tilillesi noin');
  expect(within(card as HTMLElement).queryByText('Tilillesi noin')).toBeNull();
  expect(within(card as HTMLElement).queryByText(/583\s€/)).toBeNull();
});

test('a bill whose time has come is asked for until it has left', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const leavesAt = new Date(Date.now() + 1000).toISOString();
  const waiting = cardOf({ state: 'APPROVED', leavesAt });
  const server = fakeServer(withBills({ pending: pageOf([waiting]) }));
  openApp('/invoices');
  await screen.findByText(/^Lähtee asiakkaalle hetken kuluttua/);
  const before = server.sent(`GET ${BILLS}`).length;
  // The job of the server has not run yet.
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(server.sent(`GET ${BILLS}`).length).toBeGreaterThan(before);
  screen.getByText(/^Lähtee asiakkaalle hetken kuluttua/);
  const sent = cardOf({ state: 'CLOSED', billNumber: 1001 });
  Object.assign(server.answers, withBills({ sent: pageOf([sent]) }));
  await act(() => vi.advanceTimersByTimeAsync(6000));
  await screen.findByRole('region', { name: /Lähetetyt 1|Lähetetty 1/ });
  expect(screen.queryByText(/^Lähtee asiakkaalle/)).toBeNull();
});

test('a bill is not asked for before its time, nor for ever after it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const MINUTE_MS = 60_000;
  const leavesAt = new Date(Date.now() + 20 * MINUTE_MS).toISOString();
  const waiting = cardOf({ state: 'APPROVED', leavesAt });
  const server = fakeServer(withBills({ pending: pageOf([waiting]) }));
  openApp('/invoices');
  await screen.findByText(/^Lähtee asiakkaalle/);
  const asked = () => server.sent(`GET ${BILLS}`).length;
  const before = asked();
  await act(() => vi.advanceTimersByTimeAsync(10 * MINUTE_MS));
  expect(asked()).toBe(before);
  await act(() => vi.advanceTimersByTimeAsync(15 * MINUTE_MS));
  const most = asked();
  expect(most).toBeGreaterThan(before);
  await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE_MS));
  expect(asked()).toBe(most);
});

test.each([
  ['DECLINED', 'Alihankkija kieltäytyi'],
  ['WAITING', 'Odottaa alihankkijaa'],
  ['APPROVED', 'Osuudet hyväksytty'],
] as const)('a draft whose shares are %s says so', async (shares, text) => {
  const other = cardOf({ id: 'x', sharedCustomer: { id: 'y', name: 'Toinen Oy' } });
  fakeServer(withBills({ open: pageOf([cardOf({ shares }), other]) }));
  openApp('/invoices');
  const card = await screen.findByRole('article', { name: /Kahvila Aamu/ });
  within(card).getByText('Luonnos');
  within(card).getByText(text);
  // One without shares says nothing of them.
  expect(screen.getAllByText(/lihankkija|Osuudet/)).toHaveLength(1);
});
