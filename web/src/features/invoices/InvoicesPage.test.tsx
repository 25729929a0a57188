import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ARCHIVE, BILLS, billOf, cardOf, pageOf, withBills } from '@/test/bills';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const draft = cardOf();
const pending = cardOf({
  id: 'p',
  state: 'PENDING',
  sharedCustomer: { id: 'c', name: 'Odottava Oy' },
});
const sent = cardOf({
  id: 's',
  state: 'CLOSED',
  billNumber: 1042,
  exactDueDate: '13.11.2026',
  sharedCustomer: { id: 'd', name: 'Lähetetty Oy' },
});

const section = (name: RegExp) => screen.findByRole('region', { name });
const cardNamed = (name: string) => screen.findByRole('article', { name });

describe('the lists', () => {
  test('say what cannot be calculated instead of showing zero', async () => {
    const unknown = cardOf({ totalprice: null, totalpriceWithAlv: null, salaryPercent: null });
    fakeServer(withBills({ open: pageOf([unknown]) }));
    openApp('/invoices');
    const card = await cardNamed('Kahvila Aamu Oy');
    expect(within(card).getAllByText('Ei voida laskea')).toHaveLength(2);
    expect(card.textContent).not.toContain('0,00');
  });

  test('show each bill where it belongs, with how many there are', async () => {
    fakeServer(
      withBills({ open: pageOf([draft]), pending: pageOf([pending]), sent: pageOf([sent]) }),
    );
    openApp('/invoices');
    const namesIn = async (name: RegExp) =>
      within(await section(name))
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent);
    expect(await namesIn(/Luonnokset 1/)).toEqual(['Kahvila Aamu Oy']);
    expect(await namesIn(/Hyväksyttävänä 1/)).toEqual(['Odottava Oy']);
    expect(await namesIn(/Lähetetyt 1/)).toEqual(['Lähetetty Oy']);
  });

  test('tell what a bill is about', async () => {
    fakeServer(withBills({ sent: pageOf([sent]) }));
    openApp('/invoices');
    const card = await cardNamed('Lähetetty Oy');
    await within(card).findByText('Myöhässä 3 pv');
    expect(card.textContent).toContain('Lasku 1042 · 16.11.2026');
    expect(card.textContent).not.toContain('Lähetetty asiakkaalle');
    expect(card.textContent).toContain('13.11.2026');
    expect(card.textContent).toMatch(/1\s255,00\s€/);
    expect(card.textContent).toMatch(/Tilillesi noin583\s€58,3\s%/);
    const view = within(card).getByRole('link', { name: 'Katso' });
    expect(view.getAttribute('href')).toBe('/invoice?id=s');
  });

  test('say what is missing from a draft, and what is special about a bill', async () => {
    const bare = cardOf({ id: 'b', sharedCustomer: null, exactDueDate: null, correction: true });
    const credit = cardOf({ id: 'k', state: 'PENDING', creditNote: true });
    fakeServer(withBills({ open: pageOf([bare]), pending: pageOf([credit]) }));
    openApp('/invoices');
    const card = await cardNamed('Ei vielä asiakasta');
    expect(card.textContent).toContain('Ei vielä valittu');
    expect(card.textContent).toContain('Korjaava lasku');
    expect((await cardNamed('Kahvila Aamu Oy')).textContent).toContain('Hyvityslasku');
  });

  test('an approved bill says how soon it leaves', async () => {
    const leavesAt = new Date(Date.now() + 12 * 60_000 - 1000).toISOString();
    const leaving = cardOf({ id: 'l', state: 'APPROVED', leavesAt });
    fakeServer(withBills({ pending: pageOf([leaving]) }));
    openApp('/invoices');
    const card = await cardNamed('Kahvila Aamu Oy');
    const moment = within(card).getByText(/^Lähtee asiakkaalle 12 min kuluttua/);
    expect(moment.getAttribute('datetime')).toBe(leavesAt);
    expect(moment.title).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  });

  test('go on when asked to', async () => {
    const more = cardOf({ id: 'more', sharedCustomer: { id: 'e', name: 'Toinen sivu Oy' } });
    fakeServer({
      ...withBills(),
      [`GET ${BILLS}`]: ({ url }) => {
        const { searchParams } = new URL(url);
        if (searchParams.get('section') !== 'open') return json(200, pageOf([]));
        return searchParams.get('page') === 'next-50'
          ? json(200, pageOf([more], { total: 2 }))
          : json(200, pageOf([draft], { total: 2, next: 'next-50' }));
      },
    });
    const { user } = openApp('/invoices');
    await screen.findByText('Näytetään 1 / 2');
    await user.click(screen.getByRole('button', { name: 'Näytä lisää' }));
    await cardNamed('Toinen sivu Oy');
    expect(screen.getByRole('article', { name: 'Kahvila Aamu Oy' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Näytä lisää' })).toBeNull();
  });

  test('fail one by one, and each can be tried again', async () => {
    const server = fakeServer({
      ...withBills(),
      [`GET ${BILLS}`]: ({ url }) =>
        url.includes('section=pending')
          ? problem(422, 'INVALID_FIELDS')
          : json(200, pageOf([draft])),
    });
    const { user } = openApp('/invoices');
    const failed = await section(/Hyväksyttävänä/);
    const retry = await within(failed).findByRole('button', { name: 'Yritä uudelleen' });
    Object.assign(server.answers, withBills({ pending: pageOf([pending]) }));
    await user.click(retry);
    expect(await within(failed).findByRole('article', { name: 'Odottava Oy' })).toBeDefined();
  });

  test('are a table when that is chosen, and stay so', async () => {
    fakeServer(withBills({ open: pageOf([draft]) }));
    const { user } = openApp('/invoices');
    await user.click(await screen.findByRole('radio', { name: 'Taulukko' }));
    const row = within(screen.getByRole('table', { name: 'Luonnokset' })).getByRole('row', {
      name: /Kahvila Aamu Oy/,
    });
    expect(row.textContent).toMatch(/1\s255,00\s€/);
    expect(localStorage.getItem('liksa-bill-view')).toBe('table');
  });
});

describe('with nothing on its way', () => {
  test('the first invoice is explained, and begun with one button', async () => {
    fakeServer(withBills());
    openApp('/invoices');
    await screen.findByRole('heading', { level: 2, name: 'Näin laskusta tulee palkka' });
    expect(screen.getAllByRole('listitem', { name: '' }).length).toBeGreaterThanOrEqual(3);
    const begin = screen.getByRole('link', { name: 'Tee ensimmäinen lasku' });
    expect(begin.getAttribute('href')).toBe('/invoice');
  });

  test('a user with old invoices gets no introduction', async () => {
    fakeServer({
      ...withBills(),
      [`GET ${ARCHIVE}`]: () => json(200, pageOf([cardOf({ state: 'PAID', billNumber: 7 })])),
    });
    openApp('/invoices');
    await screen.findByText(/Ei luonnoksia/);
    expect(screen.queryByText('Näin laskusta tulee palkka')).toBeNull();
  });
});

describe('what can be done to a bill', () => {
  async function choose(user: ReturnType<typeof openApp>['user'], action: string) {
    await user.click(await screen.findByRole('button', { name: /Lisää toimintoja/ }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  }

  test('a draft is deleted once the question is answered, with the version that was seen', async () => {
    let deleted = '';
    const server = fakeServer({
      ...withBills({ open: pageOf([draft]) }),
      [`DELETE ${BILLS}/${draft.id}`]: ({ url }) => {
        deleted = new URL(url).search;
        Object.assign(server.answers, withBills());
        return new Response(null, { status: 204 });
      },
    });
    const { user } = openApp('/invoices');
    await choose(user, 'Poista');
    await screen.findByRole('dialog', { name: 'Poistetaanko lasku?' });
    expect(deleted).toBe('');
    await user.click(screen.getByRole('button', { name: 'Poista lasku' }));
    await screen.findByText('Lasku on poistettu.');
    expect(deleted).toBe('?version=3');
    await waitFor(() => expect(screen.queryByText('Kahvila Aamu Oy')).toBeNull());
  });

  test('a draft that was changed elsewhere meanwhile is asked about again', async () => {
    const versions: string[] = [];
    fakeServer({
      ...withBills({ open: pageOf([draft]) }),
      [`DELETE ${BILLS}/${draft.id}`]: ({ url }) => {
        versions.push(new URL(url).search);
        if (versions.length > 1) return new Response(null, { status: 204 });
        const bill = billOf({ ...draft, version: 4 });
        return json(409, { errorKey: 'STALE_BILL', message: '', fields: [], bill });
      },
    });
    const { user } = openApp('/invoices');
    await choose(user, 'Poista');
    await user.click(await screen.findByRole('button', { name: 'Poista lasku' }));
    await screen.findByRole('dialog', { name: 'Laskua on juuri muutettu' });
    await user.click(await screen.findByRole('button', { name: 'Poista lasku' }));
    await waitFor(() => expect(versions).toEqual(['?version=3', '?version=4']));
  });

  test('a pending bill is opened, and the result shown', async () => {
    const server = fakeServer({
      ...withBills({ pending: pageOf([pending]) }),
      'PUT /api/person/bill/p/open': () =>
        json(200, { outcome: 'OPEN_BILL_SUCCESS', bill: billOf({ ...pending, state: 'OPEN' }) }),
    });
    const { user } = openApp('/invoices');
    await user.click(await screen.findByRole('button', { name: 'Avaa muokattavaksi' }));
    expect(server.sent('PUT /api/person/bill/p/open')).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Avaa lasku' }));
    await screen.findByText('Lasku on avattu muokattavaksi.');
  });

  test('a refusal is a text', async () => {
    fakeServer({
      ...withBills({ pending: pageOf([pending]) }),
      'PUT /api/person/bill/p/open': () => problem(409, 'BILL_HAS_ADVANCE_PAYMENTS'),
    });
    const { user } = openApp('/invoices');
    await user.click(await screen.findByRole('button', { name: 'Avaa muokattavaksi' }));
    await user.click(await screen.findByRole('button', { name: 'Avaa lasku' }));
    await screen.findByText(/siitä on maksettu ennakkoa/);
  });

  test('a copy is opened in the editor', async () => {
    const copy = billOf(cardOf({ id: 'new' }));
    fakeServer({
      ...withBills({ sent: pageOf([sent]) }),
      [`POST ${BILLS}/s/copy`]: () => json(201, copy),
      [`GET ${BILLS}/new`]: () => json(200, copy),
    });
    const { user } = openApp('/invoices');
    await choose(user, 'Kopioi uudeksi laskuksi');
    await waitFor(() => expect(window.location.search).toBe('?id=new'));
    expect(window.location.pathname).toBe('/invoice');
  });

  test('a copy that fails is a warning', async () => {
    fakeServer({
      ...withBills({ sent: pageOf([sent]) }),
      [`POST ${BILLS}/s/copy`]: () => problem(409, 'TOO_MANY_TEMPLATES'),
    });
    const { user } = openApp('/invoices');
    await choose(user, 'Kopioi uudeksi laskuksi');
    await screen.findByText('Laskua ei voitu kopioida.');
    expect(window.location.pathname).toBe('/invoices');
  });

  test('a correction is asked about, made, and its draft opened', async () => {
    const correction = billOf(cardOf({ id: 'd' }));
    const server = fakeServer({
      ...withBills({ sent: pageOf([sent]) }),
      [`POST ${BILLS}/s/correct`]: () =>
        json(201, { creditNote: billOf(cardOf({ id: 'k' })), draft: correction }),
      [`GET ${BILLS}/d`]: () => json(200, correction),
    });
    const { user } = openApp('/invoices');
    await choose(user, 'Korjaa lasku');
    expect(server.sent(`POST ${BILLS}/s/correct`)).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Tee hyvityslasku ja luonnos' }));
    await waitFor(() => expect(window.location.search).toBe('?id=d'));
  });
});
