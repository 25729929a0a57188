import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AccountBalance, LedgerLine } from '@/api/ledger';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { payrollPerson } from '@/test/payroll';

const BALANCE = 'GET /api/provider/ledger/trial-balance';

function balanceOf(number: number, debit: number, credit: number): AccountBalance {
  const account = { number, nameFi: `Tili ${number}`, nameEn: `Account ${number}` };
  return { account, opening: 0, debit, credit, closing: debit - credit };
}

function withBooks(debit: number, credit: number) {
  const asked: string[] = [];
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    [BALANCE]: ({ url }) => {
      asked.push(new URL(url).search);
      const accounts = [balanceOf(1910, debit, 0), balanceOf(2950, 0, credit)];
      return json(200, { from: '', until: '', closedUntil: null, accounts, debit, credit });
    },
    'GET /api/provider/ledger/closings': () => json(200, { closedUntil: null, closings: [] }),
  });
  return { server, asked };
}

/** A row as it is read, without the spaces that do not break. */
function rowText(row: HTMLElement): string {
  return row.textContent.replaceAll(/\s/g, ' ');
}

test('the sums of a period stand under the accounts and balance', async () => {
  const { asked } = withBooks(100.1, 100.1);
  const { user } = openApp('/provider/ledger');
  await screen.findByText(/^Debet ja kredit täsmäävät/);
  const table = screen.getByRole('table', { name: 'Koetase' });
  expect(rowText(within(table).getByRole('row', { name: /^Yhteensä/ }))).toBe(
    'Yhteensä0,00 €100,10 €100,10 €0,00 €',
  );
  expect(asked).toEqual(['?from=01.01.2026&until=31.12.2026']);
  const csv = screen.getByRole('link', { name: 'Lataa CSV' });
  expect(csv.getAttribute('href')).toBe(
    '/api/provider/ledger/export?from=01.01.2026&until=31.12.2026&format=csv',
  );

  await user.click(screen.getByRole('radio', { name: 'Kuukausi' }));
  await user.click(screen.getByRole('button', { name: 'Edellinen jakso' }));
  await screen.findByText('Lokakuu 2026');
  expect(window.location.search).toBe('?period=2026-10');
  const account = await screen.findByRole('link', { name: '1910 Tili 1910' });
  expect(account.getAttribute('href')).toBe('/provider/ledger/1910?period=2026-10');
});

test('a month that is over is closed after a question, and then says so', async () => {
  const { server } = withBooks(100, 100);
  const closings = [
    { until: '31.10.2026', closedAt: '2026-11-16T08:00:00Z', closedBy: 'Paula Laskija' },
  ];
  server.answers['POST /api/provider/ledger/closings'] = () => {
    const accounts = [balanceOf(1910, 100, 0), balanceOf(2950, 0, 100)];
    const books = { from: '', until: '', accounts, debit: 100, credit: 100 };
    server.answers[BALANCE] = () => json(200, { ...books, closedUntil: '31.10.2026' });
    const closed = { closedUntil: '31.10.2026', closings };
    server.answers['GET /api/provider/ledger/closings'] = () => json(200, closed);
    return json(201, closed);
  };
  const { user } = openApp('/provider/ledger?period=2026-10');
  await screen.findByText('Jakso on avoin: luvut voivat vielä muuttua.');
  await user.click(screen.getByRole('button', { name: 'Sulje kirjanpito 31.10.2026 asti' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suljetaanko kirjanpito?' });
  expect(server.sent('POST /api/provider/ledger/closings')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Sulje kirjanpito' }));
  await screen.findByText(/jakson luvut eivät enää muutu/);
  expect(server.sent('POST /api/provider/ledger/closings')).toEqual(['{"until":"31.10.2026"}']);
  expect(screen.queryByRole('button', { name: 'Sulje kirjanpito 31.10.2026 asti' })).toBeNull();
  const table = await screen.findByRole('table', { name: 'Suljetut jaksot' });
  expect(rowText(within(table).getAllByRole('row')[1]!)).toContain('Paula Laskija');
});

test('a month that is not over cannot be closed', async () => {
  withBooks(100, 100);
  openApp('/provider/ledger?period=2026-11');
  await screen.findByText('Jakso on avoin: luvut voivat vielä muuttua.');
  expect(screen.queryByRole('button', { name: /^Sulje kirjanpito/ })).toBeNull();
});

test('a month without entries can be closed too', async () => {
  const { server } = withBooks(0, 0);
  const empty = { from: '', until: '', closedUntil: null, accounts: [], debit: 0, credit: 0 };
  server.answers[BALANCE] = () => json(200, empty);
  openApp('/provider/ledger?period=2026-10');
  await screen.findByText('Jakso on avoin: luvut voivat vielä muuttua.');
  screen.getByRole('button', { name: 'Sulje kirjanpito 31.10.2026 asti' });
});

test('books that could not be closed say why and stay open', async () => {
  const { server } = withBooks(100, 100);
  server.answers['POST /api/provider/ledger/closings'] = () => problem(500, 'contactAdmin');
  const { user } = openApp('/provider/ledger?period=2026-10');
  await user.click(await screen.findByRole('button', { name: 'Sulje kirjanpito 31.10.2026 asti' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suljetaanko kirjanpito?' });
  await user.click(within(dialog).getByRole('button', { name: 'Sulje kirjanpito' }));
  await screen.findByRole('alert');
  screen.getByText('Jakso on avoin: luvut voivat vielä muuttua.');
  const again = screen.getByRole('button', { name: 'Sulje kirjanpito 31.10.2026 asti' });
  expect(again).toHaveProperty('disabled', false);
});

test('closings that cannot be read are not taken for none', async () => {
  const { server } = withBooks(100, 100);
  const works = server.answers['GET /api/provider/ledger/closings'];
  server.answers['GET /api/provider/ledger/closings'] = () => problem(404, 'NOT_FOUND');
  const { user } = openApp('/provider/ledger');
  const section = await screen.findByRole('region', { name: 'Suljetut jaksot' });
  if (works !== undefined) server.answers['GET /api/provider/ledger/closings'] = works;
  await user.click(within(section).getByRole('button', { name: 'Yritä uudelleen' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Suljetut jaksot' })).toBeNull());
});

test('books that do not balance say so aloud', async () => {
  withBooks(100, 99.99);
  openApp('/provider/ledger');
  expect((await screen.findByRole('alert')).textContent).toContain('eivät täsmää');
});

test('an account shows what each line left, and leads to what it is about', async () => {
  const line: LedgerLine = {
    entry: 7,
    date: '20.11.2026',
    happenedOn: null,
    kind: 'SALARY',
    amount: -1000,
    personId: 'p',
    personName: 'Eero Mäkinen',
    billId: null,
    billNumber: null,
    runId: 'r',
    salaryId: 's',
  };
  const { server } = withBooks(0, 0);
  server.answers['GET /api/provider/ledger/accounts/2950'] = () =>
    json(200, {
      account: { number: 2950, nameFi: 'Palkkavelka', nameEn: 'Salaries payable' },
      opening: -50,
      lines: [
        line,
        { ...line, kind: 'SALARIES_PAID', amount: 1050, salaryId: null, happenedOn: '20.10.2026' },
      ],
      next: null,
    });
  openApp('/provider/ledger/2950');
  await screen.findByRole('heading', { level: 1, name: '2950 Palkkavelka' });
  const salary = await screen.findByRole('link', { name: 'Palkka' });
  expect(salary.getAttribute('href')).toBe('/provider/payroll/r?salary=s');
  const run = screen.getByRole('link', { name: 'Palkat maksettu' });
  expect(run.getAttribute('href')).toBe('/provider/payroll/r');
  const [, first, second] = screen.getAllByRole('row');
  expect(first && rowText(first)).toContain('−1 050,00 €');
  expect(second && rowText(second)).toMatch(/1 050,00 €0,00 €/);
  expect(first && rowText(first)).not.toContain('Tapahtumapäivä');
  expect(second && rowText(second)).toContain('Tapahtumapäivä 20.10.2026');
});
