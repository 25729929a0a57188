import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Correction, SalaryLeftAgain } from '@/api/payroll';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { payrollPerson } from '@/test/payroll';

function correctionOf(differences: Partial<Correction>): Correction {
  return {
    creditNoteId: 'note',
    creditNoteNumber: 1050,
    personId: 'worker',
    personName: 'Eero Mäkinen',
    salaryId: 'salary',
    salaryNumber: 7,
    payday: '20.11.2026',
    madeAt: '2026-12-01T10:00:00Z',
    bruttoSalary: -1000,
    owed: 700,
    kind: 'REPLACEMENT',
    hasFile: true,
    ...differences,
  };
}

function openPayroll(corrections: Correction[], leftAgain: SalaryLeftAgain[] = []) {
  const runs = {
    runs: [],
    next: null,
    nextPayday: '18.12.2026',
    waiting: { bills: 0, people: 0 },
    leftAgain,
  };
  fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    'GET /api/provider/payroll/runs': () => json(200, runs),
    'GET /api/provider/payroll/corrections': () => json(200, { corrections, next: null }),
  });
  return openApp('/provider/payroll');
}

test('each correction leads to its file for the Incomes Register', async () => {
  openPayroll([
    correctionOf({ creditNoteId: 'void', kind: 'INVALIDATION' }),
    correctionOf({ creditNoteId: 'note', salaryId: 'slip' }),
    correctionOf({ creditNoteId: 'none', kind: 'NONE', hasFile: false }),
    correctionOf({ creditNoteId: 'soon', kind: null, hasFile: false }),
  ]);
  const section = await screen.findByRole('region', { name: 'Korjaukset tulorekisteriin' });
  const file = within(section).getByRole('link', { name: 'Korvaava ilmoitus' });
  expect(file.getAttribute('href')).toBe('/api/provider/payroll/corrections/note/file?salary=slip');
  within(section).getByRole('link', { name: 'Mitätöinti' });
  within(section).getByText('Ei ilmoitettavaa');
  within(section).getByText('Muodostetaan');
  expect(within(section).getAllByText('Eero Mäkinen')).toHaveLength(4);
});

test('without corrections the payroll page does not mention them', async () => {
  openPayroll([]);
  await screen.findByText('Palkka-ajoja ei ole vielä tehty.');
  expect(screen.queryByText('Korjaukset tulorekisteriin')).toBeNull();
});

test('a salary that left the account again stands above the runs', async () => {
  const left = {
    paymentId: 'movement',
    day: '20.11.2026',
    amount: 870.5,
    number: 7,
    runId: 'run',
    personName: 'Eero Mäkinen',
    salary: 870.5,
  };
  openPayroll([], [left]);
  const section = await screen.findByRole('region', { name: 'Palkka lähti tililtä uudelleen' });
  const hrefOf = (name: string) => within(section).getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Palkkalaskelma 7')).toBe('/provider/payroll/run');
  expect(hrefOf('Tilitapahtuma')).toBe('/provider/payments/movement');
  expect(within(section).getAllByText('870,50 €')).toHaveLength(2);
});

test('without one the payroll page does not mention it', async () => {
  openPayroll([]);
  await screen.findByText('Palkka-ajoja ei ole vielä tehty.');
  expect(screen.queryByText('Palkka lähti tililtä uudelleen')).toBeNull();
});
