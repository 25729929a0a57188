import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { withBills } from '@/test/bills';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { READINESS, readinessOf } from '@/test/readiness';
import { salaryOf } from '@/test/salaries';
import { NO_CARD } from '@/test/summaries';

const SALARIES = `GET /api/person/${worker.id}/salaries`;
const SALARY = `${SALARIES}/one`;

function openSlip(salary = salaryOf(), states: Parameters<typeof readinessOf>[0] = {}) {
  const server = fakeServer({
    ...withBills(),
    [SALARY]: () => json(200, salary),
    [`GET ${READINESS}`]: () => json(200, readinessOf(states)),
  });
  openApp('/salaries/one');
  return server;
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

test('the commission is told apart from what others get', async () => {
  const { summary } = salaryOf();
  openSlip(salaryOf({ summary: { ...summary, contracting: 315, commission: 15 } }));
  const toGross = await linesOf('Laskuista bruttopalkaksi');
  expect(toGross).toContain('Alihankinta−300,00 €');
  expect(toGross).toContain('Palkkio heti maksamisesta−15,00 €');
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

test('a fee at its monthly maximum says so, and no rate is made up for it', async () => {
  const { summary } = salaryOf();
  const large = { ...summary, totalBillingWithoutAlv: 20_000, serviceFee: 500 };
  openSlip(salaryOf({ summary: large }));
  const fee = await opened('Palvelumaksu');
  expect(fee).toContain('6,9 % verottomasta laskutuksesta, kuitenkin enintään');
  expect(fee).toContain('500,00 €');
  expect(fee).not.toContain('2,5 %');
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
  openSlip(salaryOf({ tax, withoutTaxCard: NO_CARD }), { NO_TAX_CARD: 'MISSING' });
  const line = await opened('Ennakonpidätys 60 %: verokortti puuttui');
  expect(line).toContain('pidätimme lain mukaan 60 %');
  expect(line).not.toContain('verokorttisi mukaan');
  const box = (await screen.findByText(/olisi maksettu 726,56/)).closest('[role="note"]');
  expect(box?.textContent).toMatch(/20\s%/);
  await screen.findByRole('button', { name: 'Lähetä verokortti' });
});

test('a worker who has sent a tax card since is not asked for it again', async () => {
  openSlip(salaryOf({ withoutTaxCard: NO_CARD }));
  await screen.findByText(/olisi maksettu/);
  expect(screen.queryByRole('button', { name: 'Lähetä verokortti' })).toBeNull();
});

test('each kind of reimbursement is listed', async () => {
  openSlip();
  const paid = await opened('Verottomat korvaukset');
  expect(paid).toContain('Kilometrikorvaus: 120 km × 0,55 € = 66,00 €');
  expect(paid).toContain('Ateriakorvaus: 2 × 13,50 € = 27,00 €');
  expect(paid).not.toContain('päiväraha');
});

test('reimbursements of which only the sums are known are listed by these', async () => {
  const lines = [
    { kind: 'KILOMETERS', count: 120.5, rate: null, amount: 66.28, bill: null, day: null },
    { kind: 'DAYS', count: null, rate: null, amount: 79, bill: null, day: null },
  ] as const;
  const { reimbursements } = salaryOf();
  openSlip(salaryOf({ reimbursements: { ...reimbursements, lines: [...lines] } }));
  const paid = await opened('Verottomat korvaukset');
  expect(paid).toContain('Kilometrikorvaus, 120,5 km: 66,28 €');
  expect(paid).toContain('Päivärahat: 79,00 €');
});

test('the slip says which days it pays for', async () => {
  openSlip();
  expect(await screen.findByText('Palkkakausi 21.10.2026–20.11.2026')).toBeTruthy();
});

test('TyEL that was taken from earlier wages too says from how much', async () => {
  const { summary } = salaryOf();
  // The rate is the one that was stored, also where the amount is not all of it.
  openSlip(salaryOf({ summary: { ...summary, tyelBase: 1574.41, tyel: 114 } }));
  expect(await opened('Oma työeläkemaksu (TyEL)')).toContain('7,3 % × 1 574,41 € = 114,00 €');
});

test('the bills that paid the salary are a link away', async () => {
  openSlip();
  const bill = await screen.findByRole('link', { name: '1042 · Kahvila Aamu Oy' });
  expect(bill.getAttribute('href')).toBe('/invoice?id=first');
});

const SHARE = {
  id: 'share',
  contractor: 'Maija Meri',
  description: 'Valot ja ääni',
  billNumber: 1050,
  total: 300,
};

test('a salary of shares alone says whose invoices it was paid from', async () => {
  const summary = {
    ...salaryOf().summary,
    totalBillingWithoutAlv: 300,
    sharesReceived: 300,
    serviceFee: 0,
  };
  openSlip(salaryOf({ summary, bills: [], shares: [SHARE] }));
  const share = (await screen.findByText(/^Osuus laskusta 1050/)).closest('li');
  expect(share?.textContent.replaceAll(/\s/g, ' ')).toBe(
    'Osuus laskusta 1050 · Maija MeriValot ja ääni300,00 €',
  );
  const toGross = await linesOf('Laskuista bruttopalkaksi');
  expect(toGross[0]).toBe('Osuudet toisten laskuista300,00 €');
  expect(toGross.some((line) => line.startsWith('Laskutus ilman'))).toBe(false);
  screen.getByText(/^Ilman alv:tä yhteensä 300,00\s€/);
  expect(screen.queryByText(/^Laskun veroton summa/)).toBeNull();
});

test('shares are told apart from one’s own invoices, and bear no fee', async () => {
  const { summary } = salaryOf();
  const mixed = { ...summary, totalBillingWithoutAlv: 2300, sharesReceived: 300 };
  openSlip(salaryOf({ summary: mixed, shares: [SHARE] }));
  const toGross = await linesOf('Laskuista bruttopalkaksi');
  expect(toGross.slice(0, 2)).toEqual([
    'Laskutus ilman alv:tä2 000,00 €',
    'Osuudet toisten laskuista+300,00 €',
  ]);
  const fee = await opened('Palvelumaksu');
  expect(fee).toContain('6,9 % × 2 000,00 € = 138,00 €');
  expect(fee).not.toContain('kuitenkin enintään');
  screen.getByRole('link', { name: '1042 · Kahvila Aamu Oy' });
  screen.getByText(/^Osuus laskusta 1050/);
});

test('each advance that was taken off is a line that leads to its invoice', async () => {
  const { summary } = salaryOf();
  const advances = [
    {
      id: 'advance',
      billId: 'first',
      billNumber: 1042,
      requested: '2026-11-12T10:00:00Z',
      amount: 200,
    },
  ];
  openSlip(salaryOf({ summary: { ...summary, reductions: 250 }, advances }));
  const toNet = await linesOf('Bruttopalkasta nettopalkaksi');
  expect(toNet.slice(-3, -1)).toEqual([
    'Ennakko 12.11.2026, lasku 1042−200,00 €',
    'Muu takaisinperintä−50,00 €',
  ]);
  expect(toNet.some((line) => line.startsWith('Vähennykset'))).toBe(false);
  expect(await opened('Ennakko 12.11.2026, lasku 1042')).toContain('Sait laskusta ennakkoa');
  const bill = screen.getByRole('link', { name: 'Lasku 1042' });
  expect(bill.getAttribute('href')).toBe('/invoice?id=first');
});

test('a salary that differs from its estimate says by which line and why', async () => {
  const line = { line: 'TAX', estimated: 181.64, actual: 363.28, reason: 'CEILING' } as const;
  openSlip(salaryOf({ explanation: { estimate: 726.56, salary: 544.92, lines: [line] } }));
  const table = await screen.findByRole('table', { name: 'Miksi summa poikkeaa arviosta' });
  const row = within(table).getByRole('row', { name: /Ennakonpidätys.*tulorajan/ });
  const amounts = within(row).getAllByRole('cell');
  expect(amounts.map((cell) => cell.textContent.replaceAll(/\s/g, ' '))).toEqual([
    '181,64 €',
    '363,28 €',
  ]);
  screen.getByText(/arvio oli 726,56\s€. Tilille maksettu summa on 544,92\s€/);
});

test('of older bills only the sum is known, and of some not even that', async () => {
  const bill = { id: 'old', billNumber: 1001, customer: 'Kahvila Aamu Oy', total: 1400 };
  const explanation = { estimate: 726.56, salary: 544.92, lines: [] };
  openSlip(salaryOf({ explanation, bills: [{ ...bill, estimate: null }] }));
  await screen.findByText(/vain arvion summa/);
  screen.getByText('Arviota ei voitu laskea lähetettäessä');
  expect(screen.queryByRole('table', { name: 'Miksi summa poikkeaa arviosta' })).toBeNull();
});

test('a salary as it was shown has nothing to explain', async () => {
  openSlip();
  await screen.findByRole('heading', { level: 1, name: 'Palkkalaskelma 1001' });
  expect(screen.queryByRole('heading', { name: 'Miksi summa poikkeaa arviosta' })).toBeNull();
});

test('an unknown slip says so and leads to the list', async () => {
  fakeServer({ ...withBills(), [SALARY]: () => problem(404, 'NOT_FOUND') });
  openApp('/salaries/one');
  await screen.findByRole('heading', { level: 1, name: 'Palkkalaskelmaa ei löytynyt' });
  const link = screen.getByRole('link', { name: 'Kaikki palkat' });
  expect(link.getAttribute('href')).toBe('/salaries');
});

/** A slip of which a credit note took something back, while so much is owed. */
function openCorrected(owed: number, owedOfAdvances: number) {
  const correction = {
    creditNoteId: 'note',
    creditNoteNumber: 1050,
    billNumber: 1042,
    madeAt: '2026-12-01T10:00:00Z',
    bruttoSalary: -1000,
    taxamount: -200,
    serviceFee: -69,
    reimbursements: 0,
    salary: -700,
  };
  const list = { salaries: [], page: 0, pageSize: 20, total: 1, owed, owedOfAdvances };
  const server = openSlip(salaryOf({ owed, corrections: [correction] }));
  server.answers[SALARIES] = () => json(200, list);
  return server;
}

const alertText = async () => (await screen.findByRole('alert')).textContent.replaceAll(/\s/g, ' ');

test('a corrected slip says by how much, and which credit note is the reason', async () => {
  openCorrected(500, 0);
  await screen.findByText(/^Maksettavaa takaisin: 500,00\s€/);
  const text = await alertText();
  expect(text).toContain('Tätä palkkaa on korjattu');
  expect(text).toContain('lasku 1042 hyvitettiin hyvityslaskulla 1050');
  expect(text).toContain('maksettavaa takaisin 700,00 €');
});

test('a corrected slip does not count advances as to be paid back', async () => {
  openCorrected(700, 500);
  await screen.findByText(/^Maksettavaa takaisin: 200,00\s€/);
  expect(await alertText()).not.toContain('500,00 €');
});

test('a corrected slip of a worker who owes advances alone says no more than the correction', async () => {
  const server = openCorrected(500, 500);
  await waitFor(() => expect(server.sent(SALARIES)).toHaveLength(1));
  await screen.findByText(/lasku 1042 hyvitettiin/);
  expect(screen.queryByText(/^Maksettavaa takaisin/)).toBeNull();
});

test('what is owed is asked for again where it could not be read', async () => {
  const server = openCorrected(500, 0);
  const works = server.answers[SALARIES];
  server.answers[SALARIES] = () => problem(422, 'ERROR');
  const again = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  if (works !== undefined) server.answers[SALARIES] = works;
  await userEvent.click(again);
  await screen.findByText(/^Maksettavaa takaisin: 500,00\s€/);
});
