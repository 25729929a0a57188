import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { QueuedBill } from '@/api/providerBills';
import { ClerkServer, queuedOf, reviewOf } from '@/test/clerk';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const AINO = queuedOf({ id: 'a', worker: { id: '1', name: 'Aino Virtanen' } });
const EERO = queuedOf({ id: 'b', worker: { id: '2', name: 'Eero Mäkinen' } });
const SANNA = queuedOf({ id: 'c', worker: { id: '3', name: 'Sanna Korhonen' } });

beforeEach(() => {
  // jsdom makes no addresses for files in memory.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => undefined }),
  );
});

function openReview(id: string, ...bills: readonly QueuedBill[]) {
  const clerks = new ClerkServer(...bills);
  const server = fakeServer(clerks.answers());
  return { server, clerks, ...openApp(`/provider/bills/${id}`) };
}

const bill = (worker: string) =>
  screen.findByRole('heading', { level: 1, name: new RegExp(worker) });
/** The bill is open and its paper drawn, which jsdom does not do by itself. */
async function seen(worker: string) {
  await bill(worker);
  fireEvent.load(await screen.findByRole('img', { name: 'Laskun sivu 1 / 1' }));
}
const approve = (id: string) => `PUT /api/provider/bills/${id}/approve`;

describe('walking through the queue', () => {
  test('J and K open the next and the previous bill', async () => {
    const { user } = openReview('a', AINO, EERO, SANNA);
    await bill('Aino');
    await screen.findByText('1 / 3');
    await user.keyboard('j');
    await bill('Eero');
    await user.keyboard('k');
    await bill('Aino');
    await user.keyboard('k');
    await bill('Aino');
  });

  test('a taken bill stays open, and the next one is still the next', async () => {
    const { user } = openReview('a', AINO, EERO, SANNA);
    await bill('Aino');
    await user.keyboard('t');
    await screen.findByText('Käsittelyssä: Kaisa Laine');
    await user.keyboard('j');
    await bill('Eero');
  });
});

describe('approving', () => {
  test('opens the next bill at once, before the server has answered', async () => {
    const { user, server } = openReview('a', { ...AINO, state: 'TAKEN' }, EERO);
    await seen('Aino');
    const late = Promise.withResolvers<Response>();
    server.answers[approve('a')] = () => late.promise;
    await user.keyboard('a');
    await bill('Eero');
    late.resolve(json(200, reviewOf({ ...AINO, state: 'APPROVED' }).bill));
    await screen.findByText('1 / 1');
  });

  test('is taken back from the notification, and the bill is in hand again', async () => {
    const { user, server, clerks } = openReview('a', { ...AINO, state: 'TAKEN' }, EERO);
    await seen('Aino');
    await user.keyboard('a');
    await bill('Eero');
    const said = await screen.findByText(/^Hyväksytty: /);
    expect(said.textContent).toContain('Aino Virtanen');
    await user.click(screen.getByRole('button', { name: /^Peru hyväksyntä/ }));
    await screen.findByText(/^Hyväksyntä peruttu: /);
    expect(server.sent('PUT /api/provider/bills/a/unapprove')).toHaveLength(1);
    expect(clerks.bills.get('a')?.state).toBe('TAKEN');
    await bill('Eero');
  });

  test('is taken back from the notification also after the page was left', async () => {
    const { user, server } = openReview('a', { ...AINO, state: 'TAKEN' });
    await seen('Aino');
    await user.keyboard('a');
    await screen.findByText(/Jono on tyhjä/);
    const late = Promise.withResolvers<Response>();
    server.answers['PUT /api/provider/bills/a/unapprove'] = () => late.promise;
    await user.click(await screen.findByRole('button', { name: /^Peru hyväksyntä/ }));
    late.resolve(json(200, reviewOf({ ...AINO, state: 'TAKEN' }).bill));
    await screen.findByText(/^Hyväksyntä peruttu: /);
  });

  test('an untaken bill takes it first', async () => {
    const { user, server } = openReview('a', AINO, EERO);
    await seen('Aino');
    await user.keyboard('a');
    await bill('Eero');
    await waitFor(() => expect(server.sent(approve('a'))).toHaveLength(1));
    expect(server.sent('PUT /api/provider/bills/a/take')).toHaveLength(1);
  });

  test('that fails says for which bill, and the bill is back in the queue', async () => {
    const { user, server } = openReview('a', { ...AINO, state: 'TAKEN' }, EERO);
    await seen('Aino');
    server.answers[approve('a')] = () => problem(409, 'ILLEGAL_TRANSITION');
    await user.keyboard('a');
    await bill('Eero');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Aino Virtanen');
    await screen.findByText('2 / 2');
  });

  test('the last bill leads back to the queue, which says that it is empty', async () => {
    const { user } = openReview('a', AINO);
    await seen('Aino');
    await user.keyboard('a');
    await screen.findByText(/Jono on tyhjä/);
  });

  test('is not done before the bill is on the screen', async () => {
    const { user, server } = openReview('a', { ...AINO, state: 'TAKEN' }, EERO);
    const late = Promise.withResolvers<Response>();
    server.answers['GET /api/bill/b/pages'] = () => late.promise;
    await seen('Aino');
    await user.keyboard('a');
    await bill('Eero');
    await user.keyboard('a');
    const button = screen.getByRole('button', { name: /Hyväksy/ });
    expect(button.getAttribute('aria-description')).toMatch(/ei ole vielä näkyvissä/);
    await user.click(button);
    await screen.findByText(/^Hyväksytty: /);
    expect(server.sent('PUT /api/provider/bills/b/take')).toEqual([]);
    late.resolve(json(200, { version: 3, pages: ['<svg/>'] }));
    await seen('Eero');
    await user.keyboard('a');
    await waitFor(() => expect(server.sent(approve('b'))).toHaveLength(1));
  });

  test('is taken back by Z, the last one first', async () => {
    const { user, clerks } = openReview('a', { ...AINO, state: 'TAKEN' }, EERO, SANNA);
    await seen('Aino');
    await user.keyboard('a');
    await seen('Eero');
    await user.keyboard('a');
    await bill('Sanna');
    await waitFor(() => expect(screen.getAllByText(/^Hyväksytty: /)).toHaveLength(2));
    await user.keyboard('z');
    await waitFor(() => expect(clerks.bills.get('b')?.state).toBe('TAKEN'));
    expect(clerks.bills.get('a')?.state).toBe('APPROVED');
    await waitFor(() => expect(screen.getAllByText(/^Hyväksytty: /)).toHaveLength(1));
    await user.keyboard('z');
    await waitFor(() => expect(clerks.bills.get('a')?.state).toBe('TAKEN'));
  });

  test('an answer that was on its way does not bring the bill back', async () => {
    const { user, server, queryClient } = openReview('a', { ...AINO, state: 'TAKEN' }, EERO, SANNA);
    await seen('Aino');
    await screen.findByText('1 / 3');
    const [old, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    const queue = json(200, { bills: [AINO, EERO, SANNA], next: null, total: 3 });
    const works = server.answers['GET /api/provider/bills'];
    server.answers['GET /api/provider/bills'] = () => old.promise;
    server.answers[approve('a')] = () => late.promise;
    void queryClient.refetchQueries({ queryKey: ['provider-bills'] });
    await user.keyboard('a');
    await bill('Eero');
    await screen.findByText('1 / 2');
    old.resolve(queue);
    // The answer would have been shown by now.
    await waitFor(() => expect(queryClient.isFetching({ queryKey: ['provider-bills'] })).toBe(0));
    screen.getByText('1 / 2');
    if (works !== undefined) server.answers['GET /api/provider/bills'] = works;
    late.resolve(json(200, reviewOf({ ...AINO, state: 'APPROVED' }).bill));
    await screen.findByText(/^Hyväksytty: /);
  });

  test('is not done by a key held down, nor while a dialog is open', async () => {
    const { user, server } = openReview('a', AINO, EERO);
    await seen('Aino');
    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Pikanäppäimet' });
    expect(within(help).getByText('Hyväksy')).toBeDefined();
    await user.keyboard('a');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await bill('Aino');
    expect(server.sent('PUT /api/provider/bills/a/take')).toEqual([]);
    await user.keyboard('{a>4/}');
    await bill('Eero');
    await waitFor(() => expect(server.sent(approve('a'))).toHaveLength(1));
    expect(server.sent('PUT /api/provider/bills/b/take')).toEqual([]);
  });
});

describe('returning', () => {
  test('asks for a reason and sends it', async () => {
    const { user, server } = openReview('a', { ...AINO, state: 'TAKEN' }, EERO);
    await bill('Aino');
    await user.keyboard('r');
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Palauta tekijälle' }));
    await within(dialog).findByText(/Kirjoita syy/);
    await user.click(within(dialog).getByRole('button', { name: 'Kuitti puuttuu' }));
    await user.click(within(dialog).getByRole('button', { name: 'Palauta tekijälle' }));
    await bill('Eero');
    await waitFor(() =>
      expect(server.sent('PUT /api/provider/bills/a/return')).toEqual([
        '{"reason":"Liitä kuitti kulusta, jota laskutat."}',
      ]),
    );
  });

  test('that fails keeps the bill open and the reason as it was typed', async () => {
    const { user, server } = openReview('a', { ...AINO, state: 'TAKEN' }, EERO);
    await bill('Aino');
    const returning = 'PUT /api/provider/bills/a/return';
    const works = server.answers[returning];
    server.answers[returning] = () => Promise.reject(new TypeError('no connection'));
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog'));
    const reason = dialog.getByRole('textbox');
    await user.type(reason, 'Lisää työn päivä');
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Palauta tekijälle' });
    await user.click(button);
    await screen.findByText(/Aino Virtanen.*yhteyttä/);
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(reason).toHaveProperty('value', 'Lisää työn päivä');
    if (works !== undefined) server.answers[returning] = works;
    await user.click(button);
    await bill('Eero');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.sent(returning)).toHaveLength(2);
  });
});

test('a bill that is out shows what came for it and what was credited', async () => {
  const { server } = openReview('a', { ...AINO, state: 'CLOSED' });
  server.answers['GET /api/provider/bills/a/payments'] = () =>
    json(200, {
      billed: 1255,
      open: 378.5,
      payments: [],
      credits: [{ number: 1043, amount: -251 }],
      reminders: [],
    });
  const note = await screen.findByText('Hyvityslasku 1043');
  expect(note.parentElement?.parentElement?.textContent).toMatch(/Hyvitetty.*251,00/);
});

test('a trip abroad names its country', async () => {
  const { user, server } = openReview('a', AINO);
  const review = reviewOf(AINO);
  const billableitems = review.bill.billableitems.map((row) => ({ ...row, foreignCountry: 'SE' }));
  server.answers['GET /api/provider/bills/a'] = () =>
    json(200, { ...review, bill: { ...review.bill, billableitems } });
  server.answers['GET /api/customers/options'] = () =>
    json(200, {
      operators: [],
      countries: [{ alpha2: 'SE', alpha3: 'SWE', name_fi: 'Ruotsi', name_en: 'Sweden' }],
    });
  await user.click(await screen.findByRole('tab', { name: 'Rivit ja kuitit' }));
  const country = await screen.findByText('Ruotsi');
  expect(country.parentElement?.textContent).toBe('MaaRuotsi');
});

describe('a bill that is approved', () => {
  test('says when it leaves; the approval is undone, or the bill sent at once', async () => {
    const { user, server } = openReview('a', { ...AINO, state: 'APPROVED' });
    const leavesAt = new Date(Date.now() + 12 * 60_000 - 1000).toISOString();
    const waiting = reviewOf({ ...AINO, state: 'APPROVED' });
    server.answers['GET /api/provider/bills/a'] = () =>
      json(200, { ...waiting, bill: { ...waiting.bill, leavesAt } });
    await bill('Aino');
    await screen.findByText(/^Lähtee asiakkaalle 12 min kuluttua/);
    expect(screen.queryByRole('button', { name: /^Hyväksy/ })).toBeNull();
    server.answers['PUT /api/provider/bills/a/unapprove'] = () =>
      problem(409, 'ILLEGAL_TRANSITION');
    await user.click(screen.getByRole('button', { name: /Peru hyväksyntä/ }));
    await screen.findByRole('alert');
    server.answers['PUT /api/provider/bills/a/send'] = () =>
      json(200, { ...waiting.bill, state: 'CLOSED', billNumber: 1001 });
    await user.click(screen.getByRole('button', { name: /Lähetä heti/ }));
    const question = await screen.findByRole('dialog', { name: 'Lähetetäänkö lasku heti?' });
    expect(server.sent('PUT /api/provider/bills/a/send')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Lähetä heti' }));
    await waitFor(() => expect(server.sent('PUT /api/provider/bills/a/send')).toHaveLength(1));
  });

  test('is sent at once after a question, and a second press does not send the next one', async () => {
    const approved = (queued: QueuedBill) => ({ ...queued, state: 'APPROVED' as const });
    const { user, server } = openReview('a', approved(AINO), approved(EERO));
    server.answers['GET /api/provider/bills'] = () =>
      json(200, { bills: [approved(AINO), approved(EERO)], next: null, total: 2 });
    server.answers['PUT /api/provider/bills/a/send'] = () =>
      json(200, reviewOf({ ...AINO, state: 'CLOSED' }).bill);
    await bill('Aino');
    await screen.findByText('1 / 2');
    await user.keyboard('s');
    const question = await screen.findByRole('dialog', { name: 'Lähetetäänkö lasku heti?' });
    await user.click(within(question).getByRole('button', { name: 'Lähetä heti' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(server.sent('PUT /api/provider/bills/a/send')).toHaveLength(1));
    await bill('Aino');
    await user.keyboard('s');
    expect(server.sent('PUT /api/provider/bills/b/send')).toEqual([]);
    await bill('Aino');
  });

  test('late is told to get new dates before it is approved', async () => {
    const { server } = openReview('a', AINO);
    const newDates = { billingDate: '11.01.2027', dueDate: '25.01.2027' };
    server.answers['GET /api/provider/bills/a'] = () => json(200, reviewOf(AINO, { newDates }));
    await screen.findByText(/päiväys olisi 11.01.2027 ja eräpäivä 25.01.2027/);
    await seen('Aino');
    const button = screen.getByRole('button', { name: /Hyväksy/ });
    expect(button.getAttribute('aria-disabled')).toBe('false');
  });
});

describe('what may not be done', () => {
  test('is disabled for an own bill, with the reason', async () => {
    const { user, server } = openReview('a', { ...AINO, own: true });
    await seen('Aino');
    const button = screen.getByRole('button', { name: /Hyväksy/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toMatch(/oma laskusi/);
    await user.keyboard('a');
    await user.click(button);
    expect(server.sent(approve('a'))).toEqual([]);
  });

  test('an opening request is answered first', async () => {
    const { user, server } = openReview('a', { ...AINO, state: 'TAKEN', openRequest: true }, EERO);
    await screen.findByText(/pyytää laskun avaamista/);
    await user.keyboard('a');
    expect(server.sent(approve('a'))).toEqual([]);
    await user.keyboard('x');
    await waitFor(() => expect(screen.queryByText(/pyytää laskun avaamista/)).toBeNull());
    await bill('Aino');
  });
});
