import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { components } from '@/api/schema';
import { withBills } from '@/test/bills';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { READINESS, readinessOf } from '@/test/readiness';
import { slipOf } from '@/test/salaries';

type SalarySlips = components['schemas']['SalarySlips'];

const SALARIES = `GET /api/person/${worker.id}/salaries`;
const LATE = `GET /api/person/${worker.id}/late-receipts`;

/** A server that answers all that the page asks, with these slips and sums. */
function withPage(page: Partial<SalarySlips>) {
  const none = { salaries: [], page: 0, pageSize: 20, total: 0, owed: 0, owedOfAdvances: 0 };
  return fakeServer({
    ...withBills(),
    [LATE]: () => json(200, { lateReceipts: [] }),
    [SALARIES]: () => json(200, { ...none, ...page } satisfies SalarySlips),
  });
}

/** A server with so many slips, of which each page has twenty. */
function withSlips(total: number) {
  const all = Array.from({ length: total }, (_, place) =>
    slipOf({ id: `slip-${place}`, number: 2000 - place }),
  );
  const server = withPage({});
  server.answers[SALARIES] = ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 0);
    return json(200, {
      salaries: all.slice(page * 20, (page + 1) * 20),
      page,
      pageSize: 20,
      total,
      owed: 0,
      owedOfAdvances: 0,
    });
  };
  return server;
}

test('the slips stand under the month and year of their payday', async () => {
  const slips = [
    slipOf({ number: 1003 }),
    slipOf({ id: 'b', number: 1002, payday: '05.11.2026' }),
    slipOf({ id: 'c', number: 1001, payday: '20.11.2025' }),
  ];
  withPage({ salaries: slips, total: 3 });
  openApp('/salaries');
  const november = await screen.findByRole('region', { name: 'Marraskuu 2026' });
  expect(within(november).getAllByRole('article')).toHaveLength(2);
  const year = screen.getByRole('region', { name: 'Marraskuu 2025' });
  const card = within(year).getByRole('article', { name: 'Palkkalaskelma 1001' });
  expect(card.textContent).toMatch(/1\s453,13\s€/);
  expect(card.textContent).toMatch(/2\s510,00\s€/);
  expect(card.textContent).toMatch(/138,00\s€/);
  expect(within(card).getByRole('link', { name: 'Katso' }).getAttribute('href')).toBe(
    '/salaries/c',
  );
  const print = within(card).getByRole('link', { name: /^Tulosta/ });
  expect(print.getAttribute('href')).toBe('/api/person/x/salaries/y/pdf');
  expect(screen.queryByRole('button', { name: 'Seuraavat' })).toBeNull();
});

test('the pages follow each other, and the address names the page', async () => {
  withSlips(41);
  const { user } = openApp('/salaries');
  await screen.findByText('1–20 / 41');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edelliset' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Seuraavat' }));
  await screen.findByText('21–40 / 41');
  expect(window.location.search).toBe('?page=2');
  await user.click(screen.getByRole('button', { name: 'Seuraavat' }));
  await screen.findByText('41–41 / 41');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Seuraavat' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Edelliset' }));
  await screen.findByText('21–40 / 41');
});

test('without salaries the page says where they come from', async () => {
  withSlips(0);
  openApp('/salaries');
  const link = await screen.findByRole('link', { name: 'Siirry laskuihin' });
  expect(link.getAttribute('href')).toBe('/invoices');
});

test('a failure can be tried again', async () => {
  const server = withSlips(1);
  const works = server.answers[SALARIES];
  server.answers[SALARIES] = () => problem(422, 'ERROR');
  const { user } = openApp('/salaries');
  const again = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  if (works !== undefined) server.answers[SALARIES] = works;
  await user.click(again);
  await screen.findByRole('article', { name: 'Palkkalaskelma 2000' });
});

test('what is to be paid back stands above the slips, and on the slip it is of', async () => {
  withPage({ salaries: [slipOf({ takenBack: 700 })], total: 1, owed: 500 });
  openApp('/salaries');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(/Maksettavaa takaisin: 500,00\s€/);
  const card = screen.getByRole('article', { name: 'Palkkalaskelma 1001' });
  expect(card.textContent).toMatch(/Korjattu hyvityslaskulla.700,00\s€/);
});

test('an advance is no debt that alarms, and leads to the invoices', async () => {
  withPage({ owed: 500.5, owedOfAdvances: 500.5 });
  openApp('/salaries');
  const line = await screen.findByText(/^Ennakkoja on vähentämättä 500,50\s€/);
  const link = within(line).getByRole('link', { name: 'Siirry laskuihin' });
  expect(link.getAttribute('href')).toBe('/invoices');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what is to be paid back is told apart from the advances', async () => {
  withPage({ owed: 700.3, owedOfAdvances: 500.1 });
  openApp('/salaries');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(/Maksettavaa takaisin: 200,20\s€/);
  screen.getByText(/^Ennakkoja on vähentämättä 500,10\s€/);
});

test('who owes nothing reads of no debt and no advance', async () => {
  withSlips(1);
  openApp('/salaries');
  await screen.findByRole('article');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/Ennakkoja/)).toBeNull();
});

test('what a salary waits for is not left out unsaid where it could not be read', async () => {
  const server = withSlips(1);
  server.answers[`GET ${READINESS}`] = () => problem(422, 'ERROR');
  const { user } = openApp('/salaries');
  const again = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  await screen.findByRole('article', { name: 'Palkkalaskelma 2000' });
  server.answers[`GET ${READINESS}`] = () =>
    json(200, readinessOf({ NO_ACCOUNT: 'MISSING' }, { salaryWaits: true }));
  await user.click(again);
  await screen.findByRole('region', { name: 'Palkkasi odottaa tietojasi' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('late receipts that could not be read are asked for again', async () => {
  const server = withSlips(0);
  server.answers[LATE] = () => problem(422, 'ERROR');
  const { user } = openApp('/salaries');
  await user.click(await screen.findByRole('button', { name: 'Yritä uudelleen' }));
  await waitFor(() => expect(server.sent(LATE)).toHaveLength(2));
});

test('all that could not be read is one message, and is asked for again at once', async () => {
  const server = withSlips(1);
  const calls = [SALARIES, LATE, `GET ${READINESS}`];
  const working = calls.map((call) => server.answers[call]);
  for (const call of calls) server.answers[call] = () => problem(422, 'ERROR');
  const { user } = openApp('/salaries');
  const again = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  await waitFor(() => expect(calls.filter((call) => server.sent(call).length === 0)).toEqual([]));
  calls.forEach((call, place) => {
    const works = working[place];
    if (works !== undefined) server.answers[call] = works;
  });
  await user.click(again);
  await screen.findByRole('article', { name: 'Palkkalaskelma 2000' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a salary that waits for an account number says so, and takes the number', async () => {
  const server = withSlips(1);
  server.answers[`GET ${READINESS}`] = () =>
    json(200, readinessOf({ NO_ACCOUNT: 'MISSING' }, { salaryWaits: true }));
  openApp('/salaries');
  const box = within(await screen.findByRole('region', { name: 'Palkkasi odottaa tietojasi' }));
  box.getByLabelText('IBAN-tilinumero');
  expect(screen.queryByText(/maksetaan 20.11.2026/)).toBeNull();
});

test('a salary that is on its way says when it is paid', async () => {
  const server = withSlips(0);
  server.answers[`GET ${READINESS}`] = () => json(200, readinessOf({}, { salaryWaits: true }));
  openApp('/salaries');
  await screen.findByText('Palkka maksetuista laskuista maksetaan 20.11.2026.');
});
