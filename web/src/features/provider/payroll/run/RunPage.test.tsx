import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Run, RunSalary } from '@/api/payroll';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { detailsOf, doneBy, payrollPerson, runOf, runSalaryOf } from '@/test/payroll';
import { employee } from '@/test/summaries';

const RUN = '/api/provider/payroll/runs/run';

/** A server with one run, which the answers may change. */
function withRun(first: Run, salaries: RunSalary[] = [runSalaryOf()]) {
  const state = { run: first };
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    [`GET ${RUN}`]: () => json(200, state.run),
    [`GET ${RUN}/files`]: () => json(200, { files: [] }),
    [`GET ${RUN}/salaries`]: ({ url }) => {
      const asked = new URL(url).searchParams;
      const shown =
        asked.get('only') === 'errors'
          ? salaries.filter((one) => one.problems.length > 0)
          : salaries;
      const named = shown.filter(({ personName }) => personName.startsWith(asked.get('q') ?? ''));
      return json(200, { salaries: named, next: null });
    },
    [`GET ${RUN}/salaries/salary`]: () => json(200, detailsOf({ ...salaries[0] })),
  });
  return { server, state };
}

test('a calculation is followed until it ends', async () => {
  const { counts } = runOf();
  const { server, state } = withRun(
    runOf({ state: 'DRAFT', calculated: null, counts: { ...counts, calculated: 0 } }),
  );
  server.answers[`POST ${RUN}/calculate`] = () => {
    state.run = runOf({ state: 'CALCULATING', counts: { ...counts, calculated: 1 } });
    return json(200, state.run);
  };
  const { user } = openApp('/provider/payroll/run');
  await user.click(await screen.findByRole('button', { name: 'Laske palkat' }));
  await screen.findByText('Laskettu 1 / 3 tekijää');
  state.run = runOf();
  await screen.findByRole('link', { name: 'Eero Mäkinen' }, { timeout: 20_000 });
  screen.getByRole('heading', { name: 'Tarkista ja hyväksy' });
});

test('the maker of the run reads why another user must approve it', async () => {
  const { server } = withRun(runOf({ made: doneBy(payrollPerson.id) }));
  const { user } = openApp('/provider/payroll/run');
  const approve = await screen.findByRole('button', { name: 'Hyväksy palkka-ajo' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(approve.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Teit palkka-ajon itse. Toisen henkilön on hyväksyttävä se.');
  await user.click(approve);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent(`POST ${RUN}/approve`)).toEqual([]);
});

test('a held salary whose worker has given what was missing is told to payroll', async () => {
  const { counts } = runOf();
  withRun(runOf({ counts: { ...counts, givenSince: 1 } }));
  openApp('/provider/payroll/run');
  await screen.findByText(/antanut puuttuvan tiedon laskennan jälkeen: 1/);
  screen.getByRole('button', { name: /^Laske/ });
});

test('an approval says what it does, and a run that has changed leads to another calculation', async () => {
  const { server, state } = withRun(runOf());
  server.answers[`POST ${RUN}/approve`] = () => {
    state.run = runOf({ outdated: true });
    return problem(409, 'RUN_CHANGED');
  };
  const { user } = openApp('/provider/payroll/run');
  await user.click(await screen.findByRole('button', { name: 'Hyväksy palkka-ajo' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent.replaceAll(/\s/g, ' ')).toContain(
    'Maksettavia palkkoja: 2, tileille yhteensä 2 000,00 €.',
  );
  within(dialog).getByText('Pois jätettyjä palkkoja: 1. Ne odottavat seuraavaa palkka-ajoa.');
  await user.click(within(dialog).getByRole('button', { name: 'Hyväksy palkka-ajo' }));
  const panel = await screen.findByRole('region', { name: 'Luvut ovat vanhentuneet' });
  const approve = within(panel).getByRole('button', { name: 'Hyväksy palkka-ajo' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  within(panel).getByRole('button', { name: 'Laske uudelleen' });
});

test('a user who could approve is warned before calculating again', async () => {
  const { server } = withRun(runOf());
  const { user } = openApp('/provider/payroll/run');
  await user.click(await screen.findByRole('button', { name: 'Laske uudelleen' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Et voi sen jälkeen hyväksyä palkka-ajoa itse/);
  await user.click(within(dialog).getByRole('button', { name: 'Peruuta' }));
  expect(server.sent(`POST ${RUN}/calculate`)).toEqual([]);
});

test('a salary is left out with a reason', async () => {
  const { server } = withRun(runOf());
  server.answers[`PUT ${RUN}/salaries/salary/hold`] = () => json(200, runSalaryOf({ held: true }));
  const { user } = openApp('/provider/payroll/run');
  await user.click(await screen.findByRole('link', { name: 'Eero Mäkinen' }));
  const drawer = await screen.findByRole('dialog', { name: 'Eero Mäkinen' });
  expect(window.location.search).toBe('?salary=salary');
  await user.click(await within(drawer).findByRole('button', { name: 'Jätä pois palkka-ajosta' }));
  await user.click(within(drawer).getByRole('button', { name: 'Jätä pois palkka-ajosta' }));
  within(drawer).getByText('Kerro, miksi palkka jätetään pois.');
  const field = within(drawer).getByRole<HTMLTextAreaElement>('textbox');
  const buttons = [...(field.form?.querySelectorAll('button') ?? [])];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Jätä pois palkka-ajosta',
    'Peruuta',
  ]);
  await user.type(field, 'Tili vaihtuu');
  await user.click(within(drawer).getByRole('button', { name: 'Jätä pois palkka-ajosta' }));
  await waitFor(() =>
    expect(server.sent(`PUT ${RUN}/salaries/salary/hold`)).toEqual(['{"reason":"Tili vaihtuu"}']),
  );
});

test('payroll reads by which line a salary differs from its estimate', async () => {
  const { server } = withRun(runOf());
  const line = { line: 'REDUCTIONS', estimated: 0, actual: 726.56, reason: 'MORE_OWED' } as const;
  const explanation = { estimate: 2179.69, salary: 1453.13, lines: [line] };
  server.answers[`GET ${RUN}/salaries/salary`] = () => json(200, detailsOf({ explanation }));
  openApp('/provider/payroll/run?salary=salary');
  const drawer = await screen.findByRole('dialog', { name: 'Eero Mäkinen' });
  await within(drawer).findByText('Perittävää oli enemmän kuin arviossa.');
  within(drawer).getByText(/arvio oli 2\s179,69\s€/);
});

const SHARE = {
  id: 'share',
  contractor: 'Maija Meri',
  description: 'Valot ja ääni',
  billNumber: 1050,
  total: 300,
};

test('a salary of shares alone does not wait for its invoices', async () => {
  const { server } = withRun(runOf());
  server.answers[`GET ${RUN}/salaries/salary`] = () =>
    json(200, detailsOf({ bills: [], shares: [SHARE] }));
  openApp('/provider/payroll/run?salary=salary');
  const drawer = await screen.findByRole('dialog', { name: 'Eero Mäkinen' });
  const share = (await within(drawer).findByText(/^Osuus laskusta 1050/)).closest('div');
  expect(share?.textContent.replaceAll(/\s/g, ' ')).toBe(
    'Osuus laskusta 1050 · Maija MeriValot ja ääni300,00 €',
  );
  expect(within(drawer).queryByText('Laskut odottavat seuraavaa palkka-ajoa.')).toBeNull();
});

test('a salary whose invoices and shares have left it says that they wait', async () => {
  const { server } = withRun(runOf());
  server.answers[`GET ${RUN}/salaries/salary`] = () => json(200, detailsOf({ bills: [] }));
  openApp('/provider/payroll/run?salary=salary');
  const drawer = await screen.findByRole('dialog', { name: 'Eero Mäkinen' });
  await within(drawer).findByText('Laskut odottavat seuraavaa palkka-ajoa.');
});

test('payroll sees each advance that a salary pays back, and opens its invoice', async () => {
  const { server } = withRun(runOf());
  const requested = '2026-11-12T10:00:00Z';
  const advance = { id: 'advance', billId: 'bill', billNumber: 1042, requested, amount: 200 };
  const summary = { ...employee, reductions: 250, net: 808.78, salary: 901.78 };
  server.answers[`GET ${RUN}/salaries/salary`] = () =>
    json(200, detailsOf({ summary, advances: [advance] }));
  openApp('/provider/payroll/run?salary=salary');
  const lines = within(await screen.findByRole('table', { name: 'Palkan rivit' }));
  const row = lines.getByRole('row', { name: /^Ennakko 12\.11\.2026, lasku 1042.*200,00/ });
  const link = within(row).getByRole('link', { name: /^Ennakko/ });
  expect(link.getAttribute('href')).toContain('bill');
  lines.getByRole('row', { name: /^Muu takaisinperintä.*50,00/ });
  expect(lines.queryByRole('row', { name: /^Vähennykset/ })).toBeNull();
});

test('the sums of a run tell what was invoiced apart from shares of others’ invoices', async () => {
  const { totals } = runOf();
  withRun(runOf({ totals: { ...totals, billed: 4000, sharesReceived: 300.5 } }));
  openApp('/provider/payroll/run');
  const sum = async (name: string) =>
    (await screen.findByText(name)).nextElementSibling?.textContent.replaceAll(/\s/g, ' ');
  expect(await sum('Laskutus ilman alv:tä')).toBe('3 699,50 €');
  expect(await sum('Osuudet toisten laskuista')).toBe('300,50 €');
});

test('what is missing is said, with the way to the worker', async () => {
  const lacking = runSalaryOf({ held: true, problems: ['NO_ACCOUNT'] });
  const { counts } = runOf();
  withRun(runOf({ counts: { ...counts, withProblems: 1 } }), [lacking]);
  const { user } = openApp('/provider/payroll/run');
  await user.click(await screen.findByRole('button', { name: 'Näytä puutteet' }));
  const row = await screen.findByRole('row', { name: /Tilinumero puuttuu/ });
  const link = within(row).getByRole('link', { name: 'Tekijän tiedot: Eero Mäkinen' });
  expect(link.getAttribute('href')).toBe(`/provider/workers/${lacking.personId}`);
});

test('an unknown run leads to the list', async () => {
  const { server } = withRun(runOf());
  server.answers[`GET ${RUN}`] = () => problem(404, 'NOT_FOUND');
  openApp('/provider/payroll/run');
  await screen.findByRole('heading', { level: 1, name: 'Palkka-ajoa ei löytynyt' });
});

test('the approval shows what is refunded to customers in the same file', async () => {
  const refunds = [{ id: 'refund', paymentId: 'payment', name: 'Kulttuuritalo Oy', amount: 10 }];
  withRun(runOf({ refunds, refundSum: 10 }));
  const { user } = openApp('/provider/payroll/run');
  const list = await screen.findByRole('table', { name: 'Palautukset asiakkaille' });
  within(list).getByRole('link', { name: 'Kulttuuritalo Oy' });
  await user.click(screen.getByRole('button', { name: 'Hyväksy palkka-ajo' }));
  await screen.findByText(
    'Samassa pankkiaineistossa on palautuksia asiakkaille: 1, yhteensä 10,00 €.',
  );
});

test('refunds that changed since they were shown are shown again, and approved only then', async () => {
  const refund = (id: string, name: string, amount: number) => ({
    id,
    paymentId: id,
    name,
    amount,
  });
  const [seen, unseen] = [refund('one', 'Kuoro ry', 10), refund('two', 'Kulttuuritalo Oy', 25)];
  const { server, state } = withRun(runOf({ refunds: [seen], refundSum: 10 }));
  server.answers[`POST ${RUN}/approve`] = () => {
    state.run = runOf({ refunds: [unseen], refundSum: 25 });
    return problem(409, 'REFUNDS_CHANGED');
  };
  const { user } = openApp('/provider/payroll/run');
  const approve = async () => {
    await user.click(await screen.findByRole('button', { name: 'Hyväksy palkka-ajo' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Hyväksy palkka-ajo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await approve();
  await screen.findByText(/^Uusi palautus: Kulttuuritalo Oy, 25,00/);
  screen.getByText(/^Palautus on peruttu: Kuoro ry, 10,00/);
  server.answers[`POST ${RUN}/approve`] = () => json(200, runOf({ state: 'APPROVED' }));
  await approve();
  await waitFor(() =>
    expect(server.sent(`POST ${RUN}/approve`)).toEqual([
      '{"refunds":["one"]}',
      '{"refunds":["two"]}',
    ]),
  );
});

test('salaries are searched by the name of the worker, which stays while one is open', async () => {
  withRun(runOf(), [runSalaryOf(), runSalaryOf({ id: 'other', personName: 'Aino Virtanen' })]);
  const { user } = openApp('/provider/payroll/run');
  await screen.findByRole('link', { name: 'Aino Virtanen' });
  const box = screen.getByRole('searchbox', { name: 'Hae tekijän nimellä' });
  await user.type(box, 'Eero');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Aino Virtanen' })).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Eero Mäkinen' }));
  await screen.findByRole('dialog', { name: 'Eero Mäkinen' });
  expect(window.location.search).toBe('?q=Eero&salary=salary');
  await user.keyboard('{Escape}');
  await user.clear(box);
  await user.type(box, 'Ei ketään');
  await screen.findByText('Haulla ”Ei ketään” ei löytynyt palkkoja tästä listasta.');
});

const BOOKED = {
  state: 'POSTED',
  approved: doneBy('other', 'Petri Salo'),
  filesWritten: true,
} as const satisfies Partial<Run>;

test('an approval is undone with a reason, and followed until all is reversed', async () => {
  const { counts } = runOf();
  const { server, state } = withRun(runOf({ ...BOOKED, counts: { ...counts, booked: 2 } }));
  server.answers[`POST ${RUN}/unapprove`] = () => {
    state.run = runOf({ state: 'APPROVED', unapproving: true, counts: { ...counts, booked: 1 } });
    return json(200, state.run);
  };
  const { user } = openApp('/provider/payroll/run');
  await user.click(await screen.findByRole('button', { name: 'Peru hyväksyntä' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Peru hyväksyntä' }));
  within(dialog).getByText('Kerro, miksi hyväksyntä perutaan.');
  await user.type(within(dialog).getByRole('textbox'), 'Väärä päivä');
  await user.click(within(dialog).getByRole('button', { name: 'Peru hyväksyntä' }));
  await screen.findByText('Kirjauksia perumatta: 1');
  expect(server.sent(`POST ${RUN}/unapprove`)).toEqual(['{"reason":"Väärä päivä"}']);
  state.run = runOf({ outdated: true });
  await screen.findByRole('heading', { name: 'Luvut ovat vanhentuneet' }, { timeout: 20_000 });
});

test('once a file has been fetched the approval stands, and the button says so', async () => {
  const { server } = withRun(runOf({ ...BOOKED, fetched: true }));
  const { user } = openApp('/provider/payroll/run');
  const undo = await screen.findByRole('button', { name: 'Peru hyväksyntä' });
  expect(undo.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(undo.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toMatch(/^Tiedosto on jo ladattu/);
  await user.click(undo);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent(`POST ${RUN}/unapprove`)).toEqual([]);
});

test('a run whose payday is over is moved to another day', async () => {
  const { server, state } = withRun(runOf({ paydayOver: true }));
  server.answers[`POST ${RUN}/payday`] = () =>
    json(422, {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [{ field: 'payday', key: 'PAYDAY_TAKEN' }],
    });
  const { user } = openApp('/provider/payroll/run');
  await screen.findByRole('heading', { name: 'Palkkapäivä on mennyt' });
  await user.click(screen.getByRole('button', { name: 'Siirrä palkkapäivää' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), '25.11.2026');
  await user.click(within(dialog).getByRole('button', { name: 'Siirrä palkka-ajo' }));
  await within(dialog).findByText('Tälle päivälle on jo toinen keskeneräinen palkka-ajo.');
  server.answers[`POST ${RUN}/payday`] = () => {
    state.run = runOf({ state: 'DRAFT', payday: '25.11.2026', calculated: null });
    return json(200, state.run);
  };
  await user.click(within(dialog).getByRole('button', { name: 'Siirrä palkka-ajo' }));
  await screen.findByRole('heading', { level: 1, name: 'Palkka-ajo 25.11.2026' });
  await screen.findByText('Palkka-ajo on siirretty päivälle 25.11.2026. Laske palkat uudelleen.');
});

test('nobody holds their own salary, and the button says why', async () => {
  withRun(runOf(), [runSalaryOf({ personId: payrollPerson.id })]);
  const { user } = openApp('/provider/payroll/run');
  await user.click(await screen.findByRole('link', { name: 'Eero Mäkinen' }));
  const drawer = await screen.findByRole('dialog', { name: 'Eero Mäkinen' });
  const hold = await within(drawer).findByRole('button', { name: 'Jätä pois palkka-ajosta' });
  const reason = document.getElementById(hold.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe(
    'Et voi päättää omasta palkastasi. Pyydä toista palkanlaskijaa.',
  );
  await user.click(hold);
  expect(within(drawer).queryByRole('textbox')).toBeNull();
});

test('an account that no payment reaches is named, with what is to be done', async () => {
  const foreign = runSalaryOf({ held: true, problems: ['NOT_SEPA'] });
  const { counts } = runOf();
  withRun(runOf({ counts: { ...counts, withProblems: 1 } }), [foreign]);
  const { user } = openApp('/provider/payroll/run');
  await user.click(await screen.findByRole('button', { name: 'Näytä puutteet' }));
  await screen.findByRole('row', { name: /Tili ei ole SEPA-alueella/ });
});
