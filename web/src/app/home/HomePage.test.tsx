import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Profile } from '@/api/profile';
import { fakeUploads, PROFILE, SENT_CARD } from '@/test/account';
import { ARCHIVE, cardOf, pageOf, withBills } from '@/test/bills';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { INFO, infoOf } from '@/test/info';
import { openApp } from '@/test/openApp';
import { NOTHING_GIVEN, READINESS, readinessOf } from '@/test/readiness';

describe('the next step', () => {
  test('of a newcomer is the first invoice', async () => {
    fakeServer(withBills());
    openApp('/');
    await screen.findByRole('link', { name: 'Tee ensimmäinen lasku' });
    screen.getByText(/^Tervetuloa!/);
    // No figures: all of them would be zero.
    expect(screen.queryByText(/0,00/)).toBeNull();
  });

  test('with drafts is the latest of them, and the others are counted', async () => {
    fakeServer(
      withBills({
        open: pageOf([cardOf(), cardOf({ id: 'b' })]),
        pending: pageOf([cardOf({ id: 'p', state: 'PENDING' })]),
      }),
    );
    openApp('/');
    await screen.findByText('Sinulla on 2 luonnosta kesken.');
    await screen.findByText(/Yksi lasku odottaa hyväksyntää/);
    expect(screen.queryByText(/asiakkaan maksua/)).toBeNull();
    const go = screen.getByRole('link', { name: 'Jatka: Kahvila Aamu Oy' });
    expect(go.getAttribute('href')).toBe(`/invoice?id=${cardOf().id}`);
  });

  test('when all is paid is a new invoice', async () => {
    fakeServer({ ...withBills(), [`GET ${INFO}`]: () => json(200, infoOf({ paidAmount: 1255 })) });
    openApp('/');
    await screen.findByText('Kaikki laskusi on hoidettu.');
    expect(screen.getByRole('link', { name: 'Uusi lasku' }).getAttribute('href')).toBe('/invoice');
  });

  test('counts nothing where the server told only a part of the invoices', async () => {
    const info = infoOf({ notPaidBills: [cardOf()], notPaidBillsTotal: 40 });
    fakeServer({ ...withBills(), [`GET ${INFO}`]: () => json(200, info) });
    openApp('/');
    await screen.findByText('Sinulla on useita laskuja kesken. Uusimmat ovat alla.');
    expect(screen.queryByText(/yksi luonnos/)).toBeNull();
    const all = await screen.findByRole('link', { name: 'Näytä kaikki 40 laskua' });
    expect(all.getAttribute('href')).toBe('/invoices');
  });

  test('is a new invoice too for somebody whose invoices are older than the charts', async () => {
    const old = pageOf([cardOf({ state: 'PAID', billNumber: 7 })]);
    fakeServer({ ...withBills(), [`GET ${ARCHIVE}`]: () => json(200, old) });
    openApp('/');
    await screen.findByText('Juuri nyt ei ole mitään matkalla');
    expect(screen.queryByRole('link', { name: 'Tee ensimmäinen lasku' })).toBeNull();
  });

  test('is not for staff who do not invoice', async () => {
    const clerk = { ...worker, roles: ['ROLE_CLERK'] };
    const server = fakeServer({ 'GET /api/session': () => json(200, { user: clerk }) });
    openApp('/');
    await screen.findByRole('heading', { level: 1, name: 'Hei, Aino!' });
    expect(server.sent(`GET ${INFO}`)).toHaveLength(0);
  });
});

const withReadiness = (
  readiness: ReturnType<typeof readinessOf>,
  lists: Parameters<typeof withBills>[0] = {},
) => fakeServer({ ...withBills(lists), [`GET ${READINESS}`]: () => json(200, readiness) });

describe('the checklist', () => {
  const pending = { pending: pageOf([cardOf({ state: 'PENDING' })]) };

  test('of a newcomer leads to each field', async () => {
    withReadiness(readinessOf(NOTHING_GIVEN));
    openApp('/');
    const list = within(await screen.findByRole('region', { name: 'Vielä ennen palkkaa' }));
    list.getByText('0/4 valmiina');
    const fields = list
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(fields).toEqual([
      ['Lisää tilinumero', '/account#account-number'],
      ['Lähetä verokortti', '/account#tax-card'],
      ['Valitse ammatti', '/account#occupation'],
      ['Vahvista sähköpostiosoite', '/account#confirm-email'],
    ]);
  });

  test('counts what is done and what payroll has to read', async () => {
    withReadiness(readinessOf({ NO_TAX_CARD: 'WAITING', NO_PROFESSION: 'MISSING' }));
    openApp('/');
    const list = within(await screen.findByRole('region', { name: 'Vielä ennen palkkaa' }));
    list.getByText('3/4 valmiina');
    list.getByText(/palkanlaskija lukee sen pian/);
    expect(list.getAllByRole('link')).toHaveLength(1);
  });

  test('keeps the page from saying that there is nothing to do', async () => {
    withReadiness(readinessOf({ NO_PROFESSION: 'MISSING' }), pending);
    openApp('/');
    await screen.findByText('Yksi lasku odottaa hyväksyntää.');
    await screen.findByRole('region', { name: 'Vielä ennen palkkaa' });
    expect(screen.queryByText(/ei tarvitse tehdä mitään/)).toBeNull();
  });

  test('that cannot be fetched says so, and comes when it is asked for again', async () => {
    const server = withReadiness(readinessOf(NOTHING_GIVEN), pending);
    const works = server.answers[`GET ${READINESS}`]!;
    server.answers[`GET ${READINESS}`] = () => problem(400, 'ERROR');
    const { user } = openApp('/');
    const alert = within(await screen.findByRole('alert'));
    // The rest of the page is there.
    await screen.findByText('Yksi lasku odottaa hyväksyntää.');
    server.answers[`GET ${READINESS}`] = works;
    await user.click(alert.getByRole('button', { name: 'Yritä uudelleen' }));
    await screen.findByRole('region', { name: 'Vielä ennen palkkaa' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is gone when all is done', async () => {
    withReadiness(readinessOf(), pending);
    openApp('/');
    await screen.findByText(/Sinun ei tarvitse tehdä mitään/);
    expect(screen.queryByRole('region', { name: 'Vielä ennen palkkaa' })).toBeNull();
  });

  test('says that a salary waits for it', async () => {
    withReadiness(readinessOf({ NO_ACCOUNT: 'MISSING' }, { salaryWaits: true }));
    openApp('/');
    const list = within(await screen.findByRole('region', { name: 'Palkkasi odottaa tietojasi' }));
    list.getByText(/palkkaa ei voida maksaa/);
    expect(screen.queryByText(/maksetaan 20.11.2026/)).toBeNull();
  });
});

describe('the tax card', () => {
  const CARD = 'input[type="file"][accept=".jpg,.jpeg,.png,.pdf"]';

  function open(newestTaxCard: Profile['newestTaxCard']) {
    const server = fakeServer({
      ...withBills(),
      [`GET ${INFO}`]: () => json(200, infoOf({ paidAmount: 1 })),
      'GET /api/person': () => json(200, { ...PROFILE, newestTaxCard }),
    });
    return { server, ...openApp('/') };
  }

  test('that is sent is confirmed in a dialog, and waits beside the one in use', async () => {
    const { server, user } = open(null);
    const uploaded = fakeUploads(() => {
      server.answers['GET /api/person'] = () => json(200, { ...PROFILE, newestTaxCard: SENT_CARD });
      return json(201, {});
    });
    const tax = await screen.findByRole('region', { name: 'Verot' });
    expect(within(tax).queryByText(/palkanlaskija lukee sen pian/)).toBeNull();
    await user.upload(tax.querySelector<HTMLInputElement>(CARD)!, new File(['%PDF'], 'kortti.pdf'));
    const dialog = await screen.findByRole('dialog', { name: 'Verokortti vastaanotettu' });
    within(dialog).getByText(/viimeistään seuraavassa palkanmaksussa/);
    await user.click(within(dialog).getByRole('button', { name: 'Selvä' }));
    expect(uploaded).toHaveLength(1);
    await within(tax).findByText(/palkanlaskija lukee sen pian/);
  });

  test('that was read does not wait any more', async () => {
    open({ ...SENT_CARD, state: 'IN_USE', handledAt: '2026-11-17T08:00:00Z' });
    const tax = await screen.findByRole('region', { name: 'Verot' });
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Ladataan…' })).toBeNull());
    expect(within(tax).queryByText(/palkanlaskija lukee sen pian/)).toBeNull();
  });
});

describe('a salary that is on its way', () => {
  test('says when it is paid', async () => {
    const server = withReadiness(readinessOf({}, { salaryWaits: true }));
    server.answers[`GET ${INFO}`] = () => json(200, infoOf({ paidAmount: 1255 }));
    openApp('/');
    await screen.findByText('Palkka maksetuista laskuista maksetaan 20.11.2026.');
  });

  test('says that payroll is clearing something up', async () => {
    withReadiness(readinessOf({ PAYROLL: 'WAITING' }, { salaryWaits: true }));
    openApp('/');
    await screen.findByText('Palkkasi on tarkistettavana');
    expect(screen.queryByText(/ei tarvitse tehdä mitään/)).toBeNull();
  });
});
