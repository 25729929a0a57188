import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withBills } from '@/test/bills';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { salaryOf } from '@/test/salaries';

const SALARY = `GET /api/person/${worker.id}/salaries/one`;

function openSlip(salary = salaryOf()) {
  fakeServer({ ...withBills(), [SALARY]: () => json(200, salary) });
  return openApp('/salaries/one');
}

/** The lines of a part of the slip, with their amounts. */
async function linesOf(part: string) {
  const section = await screen.findByRole('region', { name: part });
  return within(section)
    .getAllByRole('listitem')
    .map((line) => line.querySelector('summary')?.textContent.replaceAll(/\s/g, ' ') ?? '');
}

test('each part of the slip begins where the one before ended', async () => {
  openSlip();
  await screen.findByRole('heading', { level: 1, name: 'Palkkalaskelma 1001' });
  const toGross = await linesOf('Laskuista bruttopalkaksi');
  const toNet = await linesOf('Bruttopalkasta nettopalkaksi');
  const toAccount = await linesOf('Nettopalkasta tilillesi');
  expect(toGross).toContain(toNet[0]);
  expect(toNet.at(-1)).toBe(toAccount[0]);
  expect(toAccount.at(-1)).toMatch(/^Tilillesi/);
  expect(toGross.some((line) => line.startsWith('Alihankinta'))).toBe(false);
});

/** What a line says when it is opened. */
async function opened(label: string) {
  const line = await screen.findByText(label, { selector: 'summary *' });
  fireEvent.click(line);
  return line.closest('li')?.textContent.replaceAll(/\s/g, ' ');
}

test('a line tells what it is a share of', async () => {
  openSlip();
  expect(await opened('Palvelumaksu')).toContain('6,9 % × 2 000,00 € = 138,00 €');
  expect(await opened('Sairausvakuutusmaksu')).toContain('1,91 % × 1 474,41 € = 28,16 €');
});

test('a salary that crosses the ceiling of the tax card is shown in its two parts', async () => {
  openSlip();
  const tax = await opened('Ennakonpidätys');
  expect(tax).toContain('verokorttisi mukaan');
  expect(tax).toContain('20 % × 1 000,00 €');
  expect(tax).toContain('45 % × 474,41 €');
});

test('without a tax card the slip says why so much is withheld', async () => {
  const tax = { percent: null, ceiling: null, additionalPercent: null, paidBefore: null };
  openSlip(salaryOf({ tax }));
  expect(await opened('Ennakonpidätys')).toContain('Verokorttia ei ollut');
});

test('each kind of reimbursement is listed', async () => {
  openSlip();
  const paid = await opened('Verottomat korvaukset');
  expect(paid).toContain('Kilometrikorvaukset, 120 km: 66,00 €');
  expect(paid).toContain('Ateriakorvaukset: 27,00 €');
  expect(paid).not.toContain('Päivärahat');
});

test('the bills that paid the salary are a link away', async () => {
  openSlip();
  const bill = await screen.findByRole('link', { name: '1042 · Kahvila Aamu Oy' });
  expect(bill.getAttribute('href')).toBe('/invoice?id=first');
});

test('an unknown slip says so and leads to the list', async () => {
  fakeServer({ ...withBills(), [SALARY]: () => problem(404, 'NOT_FOUND') });
  openApp('/salaries/one');
  await screen.findByRole('heading', { level: 1, name: 'Palkkalaskelmaa ei löytynyt' });
  const link = screen.getByRole('link', { name: 'Kaikki palkat' });
  expect(link.getAttribute('href')).toBe('/salaries');
});
