import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Info } from '@/api/info';
import { cardOf, withBills } from '@/test/bills';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { INFO, infoOf, monthsOf, partOf } from '@/test/info';
import { openApp } from '@/test/openApp';
import { READINESS, readinessOf } from '@/test/readiness';

const plain = (text: string | null) => (text ?? '').replaceAll('\u00A0', ' ');

/** The home page of a worker about whom the server knows this. */
function open(differences: Partial<Info>, answers: Parameters<typeof fakeServer>[0] = {}) {
  const info = infoOf({ paidAmount: 1, ...differences });
  const server = fakeServer({ ...withBills(), [`GET ${INFO}`]: () => json(200, info), ...answers });
  return { server, ...openApp('/') };
}

/** The first part, once the rest of the page is there too. */
const coming = async () => {
  const first = await screen.findByRole('region', { name: 'Tulossa tilillesi' });
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Ladataan…' })).toBeNull());
  return within(first);
};

describe('what is on its way', () => {
  const salary = partOf({
    kind: 'SALARY',
    billId: null,
    customer: null,
    salaryId: '0193e000-0000-7000-8000-000000000001',
    billNumber: null,
    amount: 1103.22,
    expectedDay: '20.11.2026',
    reason: 'IN_RUN',
  });
  const overdue = partOf({ amount: 624.7, expectedDay: null, reason: 'OVERDUE' });

  test('is a sum, its first day and why that day; the next payday and the year beside it', async () => {
    open({
      onItsWay: { amount: 1727.92, parts: [salary, overdue], total: 2 },
      paidSalariesThisYear: 16_501.28,
    });
    const part = await coming();
    part.getByText(/^1.727,92.€$/);
    const first = part.getByText(/^Näistä ensimmäisenä/);
    expect(plain(first.textContent)).toBe(
      'Näistä ensimmäisenä 1 103,22 €, arviolta 20.11.2026. Palkka on laskettu ja maksetaan palkkapäivänä.',
    );
    expect(part.getByText('Seuraava palkkapäivä').nextSibling?.textContent).toBe('20.11.2026');
    expect(plain(part.getByText('Tänä vuonna tilillesi').nextSibling?.textContent ?? '')).toBe(
      '16 501,28 €',
    );
  });

  test('opens by keyboard into its parts, each with its day, its reason and its paper', async () => {
    const { user } = open({ onItsWay: { amount: 1727.92, parts: [salary, overdue], total: 3 } });
    const part = await coming();
    const toggle = part.getByRole('button', { name: 'Mistä summa tulee: 3 erää' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    toggle.focus();
    await user.keyboard('{Enter}');
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    const [slip, invoice] = await part.findAllByRole('link');
    expect(slip?.getAttribute('href')).toBe('/salaries');
    expect(invoice?.getAttribute('href')).toBe(`/invoice?id=${overdue.billId}`);
    part.getByText('Eräpäivä on mennyt. Palkka tulee, kun asiakas on maksanut.');
    part.getByText(/^Lisäksi yksi muu erä\./);
  });

  test('with one part says its day once', async () => {
    open({ onItsWay: { amount: 582.5, parts: [partOf()], total: 1 } });
    const part = await coming();
    part.getByText(/^Arviolta 18\.12\.2026\. Kun asiakas maksaa/, { selector: 'p:not(li *)' });
    expect(part.queryByText(/ensimmäisenä/)).toBeNull();
  });

  test('without an estimate says so, and gives no sum', async () => {
    open({ onItsWay: { amount: null, parts: [partOf({ amount: null })], total: 1 } });
    const part = await coming();
    part.getByText('Arviota ei voi vielä laskea');
    expect(part.queryByText(/582/)).toBeNull();
  });

  test('may be nothing', async () => {
    open({});
    const part = await coming();
    part.getByText('Juuri nyt ei ole mitään matkalla');
    expect(part.queryByRole('button')).toBeNull();
  });
});

describe('the figures', () => {
  const figure = (name: string) =>
    plain(screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent ?? '');

  test('are all there, each in its place', async () => {
    open({
      taxcardLeft: 8123.4,
      taxableAmount: 21_876.6,
      taxAmountThisYear: 4375.32,
      taxpercent: 0.195,
      openAmount: 1255,
      approvedAmount: 3765.5,
      paidAmount: 28_012.2,
      provision: 1534.2,
      maximumServicePrice: 450,
      servicePriceThisMonth: 69,
    });
    await coming();
    const names = {
      Veroprosentti: '19,5 %',
      'Verokortin tulorajaa jäljellä': '8 123,40 €',
      'Veronalaista palkkaa tänä vuonna': '21 876,60 €',
      'Veroa pidätetty tänä vuonna': '4 375,32 €',
      Luonnoksissa: '1 255,00 €',
      'Hyväksyttävänä tai asiakkailla': '3 765,50 €',
      'Asiakkaat maksaneet tänä vuonna': '28 012,20 €',
      'Palvelumaksua tänä vuonna': '1 534,20 €',
      'Palvelumaksu enintään kuukaudessa': '450,00 €',
    };
    const shown = Object.fromEntries(Object.keys(names).map((name) => [name, figure(name)]));
    expect(shown).toEqual(names);
    screen.getByText(/^Tässä kuussa tähän mennessä 69,00/);
    const wages = screen.getByRole('link', { name: /21.876,60/ });
    expect(wages.getAttribute('href')).toBe('/salaries');
    screen.getByRole('button', { name: 'Lähetä verokortti' });
  });

  test('say where there is no tax card, and that a sent one is being read', async () => {
    const readiness = readinessOf({ NO_TAX_CARD: 'WAITING' });
    open(
      { noTaxCard: true, taxcardLeft: null, taxpercent: 0.6 },
      { [`GET ${READINESS}`]: () => json(200, readiness) },
    );
    await coming();
    expect(figure('Verokortin tulorajaa jäljellä')).toBe('Ei verokorttia');
    expect(figure('Veroprosentti')).toBe('60 %');
    screen.getByText(/^Verokorttia ei ole/);
    const taxes = within(screen.getByRole('region', { name: 'Verot' }));
    taxes.getByText(/palkanlaskija lukee sen pian/);
  });
});

describe('the charts', () => {
  const months = {
    datePrices: monthsOf({ '2026-11': 1000.1, '2026-08': 2000.2, '2025-01': 400 }),
    salaryPrices: monthsOf({ '2026-11': 700 }),
  };
  const rows = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => plain(row.textContent));

  test('have a table of the same months for those who do not see them', async () => {
    const { user } = open(months);
    await coming();
    expect(rows('Laskutettu ilman arvonlisäveroa')).toHaveLength(24);
    screen.getByText(/^Yhteensä 3.400,30/);
    await user.click(screen.getByRole('radio', { name: '3 kk' }));
    expect(rows('Laskutettu ilman arvonlisäveroa')).toEqual([
      'Marraskuu 20261 000,10 €',
      'Lokakuu 20260,00 €',
      'Syyskuu 20260,00 €',
    ]);
    screen.getByText(/^Yhteensä 1.000,10/);
    expect(rows('Palkat tilillesi')[0]).toBe('Marraskuu 2026700,00 €');
  });

  test('are not there while there is nothing to draw, and one without anything says so', async () => {
    open({});
    await coming();
    expect(screen.queryByRole('heading', { name: 'Kuukausittain' })).toBeNull();
    open({ ...months, salaryPrices: monthsOf() });
    await screen.findByText('Tältä ajalta ei ole mitään.');
    expect(screen.queryByRole('table', { name: 'Palkat tilillesi' })).toBeNull();
  });

  test('become tables by a switch', async () => {
    const { user } = open(months);
    await coming();
    expect(document.querySelectorAll('figure [aria-hidden="true"]')).toHaveLength(2);
    screen.getByRole('switch', { name: 'Näytä taulukkona' }).focus();
    await user.keyboard(' ');
    expect(document.querySelectorAll('figure [aria-hidden="true"]')).toHaveLength(0);
    expect(rows('Laskutettu ilman arvonlisäveroa')).toHaveLength(24);
  });
});

describe('the lists', () => {
  test('are the drafts, and what waits for approval or the customer', async () => {
    const bills = [
      cardOf(),
      cardOf({ id: 'p', state: 'PENDING', sharedCustomer: { id: 'x', name: 'Odottaja Oy' } }),
      cardOf({ id: 'c', state: 'CLOSED', billNumber: 7 }),
    ];
    open({ notPaidBills: bills, notPaidBillsTotal: 3 });
    const drafts = within(await screen.findByRole('table', { name: 'Luonnokset' }));
    const waiting = within(screen.getByRole('table', { name: 'Hyväksyttävänä ja lähetetyt' }));
    expect(drafts.getAllByRole('row')).toHaveLength(2);
    expect(waiting.getAllByRole('row')).toHaveLength(3);
    waiting.getByRole('link', { name: 'Odottaja Oy' });
  });
});

test('what failed is tried again, and the rest of the page stays', async () => {
  const answers = {
    [`GET ${INFO}`]: () => problem(404, 'NOT_FOUND'),
    [`GET ${READINESS}`]: () => json(200, readinessOf({ NO_ACCOUNT: 'MISSING' })),
  };
  const { server, user } = open({}, answers);
  await screen.findByRole('region', { name: 'Vielä ennen palkkaa' });
  server.answers[`GET ${INFO}`] = () => json(200, infoOf({ paidAmount: 5 }));
  await user.click(screen.getByRole('button', { name: 'Yritä uudelleen' }));
  await coming();
});

test('until the figures are there the page has their shape', async () => {
  open({}, { [`GET ${INFO}`]: () => new Promise<Response>(() => undefined) });
  await screen.findByRole('heading', { level: 1, name: 'Hei, Aino!' });
  expect(await screen.findByRole('status', { name: 'Ladataan…' })).toBeTruthy();
});

test('all of it is there in English', async () => {
  const { user } = open({
    onItsWay: { amount: 582.5, parts: [partOf()], total: 1 },
    datePrices: monthsOf({ '2026-11': 1000 }),
  });
  await coming();
  await user.click(screen.getByRole('radio', { name: 'English' }));
  await screen.findByRole('region', { name: 'Coming to your account' });
  screen.getByText(/^Expected on .*If the customer pays on the due date/, {
    selector: 'p:not(li *)',
  });
  screen.getByRole('table', { name: 'Invoiced without VAT' });
});
