import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { payrollPerson } from '@/test/payroll';

const PREVIEW_RATE = 'POST /api/provider/figures/reference-rate/preview';
const TAKE_RATE = 'POST /api/provider/figures/reference-rate';
const PREVIEW_YEAR = 'POST /api/provider/figures/year/preview';
const TAKE_YEAR = 'POST /api/provider/figures/year';

const admin = { ...worker, role: 'ROLE_ADMIN', roles: ['ROLE_ADMIN'] };
const step = { from: null, certainty: 'SURE', source: 'vero.fi' };
const car = (value: string) => ({
  name: 'travel.km_car',
  unit: 'EUROS',
  steps: [{ ...step, value }],
});
const tyel = {
  name: 'tyel.employer_average',
  unit: 'PERCENT',
  steps: [
    { ...step, from: '01.01.2026', value: '17.1' },
    { ...step, from: '01.05.2026', value: '14.35', certainty: 'UNSURE' },
  ],
};
const london = {
  name: 'foreign_per_diem.GB-LONDON',
  unit: 'EUROS',
  steps: [{ ...step, value: '89' }],
};
const rate = { name: 'late_interest.reference_second_half', unit: 'PERCENT' };
const missing = [{ kind: 'REFERENCE_RATE', year: 2026, half: 2, from: '01.07.2026' }];
const page = {
  tables: [
    { year: 2026, validFrom: '01.01.2026', isAdded: false, figures: [car('0.55'), tyel] },
    { year: 2025, validFrom: '01.01.2025', isAdded: false, figures: [car('0.59'), london] },
  ],
  additions: [],
  missing,
};
const complete = { ...page, missing: [] };

function open(user: object, answers: Record<string, () => Response> = {}) {
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/figures': () => json(200, page),
    ...answers,
  });
  return { server, ...openApp('/provider/figures') };
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent.replaceAll(/\s/g, ' '));

test('payroll reads every figure with its certainty and source, and adds none', async () => {
  const { user } = open(payrollPerson);
  const table = await screen.findByRole('table', { name: 'Vuoden 2026 luvut' });
  expect(rowsOf(table)).toEqual([
    'Kilometrikorvaus, auto0,55 €Varmavero.fi',
    'TyEL, työnantaja keskimäärin17,1 % 01.01.2026 alkaenVarmavero.fi',
    'TyEL, työnantaja keskimäärin14,35 % 01.05.2026 alkaenEpävarmavero.fi',
  ]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Vuosi' }), '2025');
  expect(rowsOf(screen.getByRole('table', { name: 'Vuoden 2025 luvut' }))).toEqual([
    'Kilometrikorvaus, auto0,59 €Varmavero.fi',
    'Ulkomaanpäiväraha, Iso-Britannia, Lontoo89,00 €Varmavero.fi',
  ]);
  expect(screen.getByText('Pääkäyttäjä lisää uudet luvut.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Näytä muutokset' })).toBeNull();
});

test('the missing reference rate is looked at and taken as it was shown', async () => {
  const after = { ...rate, steps: [{ ...step, value: '2.5' }] };
  const { server, user } = open(admin, {
    [PREVIEW_RATE]: () =>
      json(200, {
        seal: 'abc',
        validFrom: '01.07.2026',
        comparedWith: 2026,
        differences: [{ ...rate, before: null, after, changed: true }],
      }),
    [TAKE_RATE]: () => json(200, complete),
  });
  expect(await screen.findByText(/viitekorko 2\/2026: tarvitaan 01.07.2026 alkaen/)).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Viitekorko, %' }), '2,5');
  await user.type(screen.getByRole('textbox', { name: 'Lähde' }), 'Suomen Pankki');
  await user.click(screen.getByRole('button', { name: 'Näytä muutokset' }));
  const table = await screen.findByRole('table', { name: 'Mikä muuttuu' });
  expect(rowsOf(table)).toEqual(['Viitekorko, heinä–joulukuuPuuttuu2,5 %']);
  await user.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await waitFor(() => expect(server.sent(TAKE_RATE)).toHaveLength(1));
  expect(JSON.parse(server.sent(TAKE_RATE)[0] ?? '')).toEqual({
    year: '2026',
    half: '2',
    percent: '2.5',
    source: 'Suomen Pankki',
    seal: 'abc',
  });
  await waitFor(() => expect(screen.queryByText(/tarvitaan 01.07.2026/)).toBeNull());
});

/** An admin who sees what a reference rate of 2,5 % changes. */
async function openPreview() {
  const after = { ...rate, steps: [{ ...step, value: '2.5' }] };
  const { server, user } = open(admin, {
    [PREVIEW_RATE]: () =>
      json(200, {
        seal: 'abc',
        validFrom: '01.07.2026',
        comparedWith: 2026,
        differences: [{ ...rate, before: null, after, changed: true }],
      }),
  });
  await user.type(await screen.findByRole('textbox', { name: 'Viitekorko, %' }), '2,5');
  await user.type(screen.getByRole('textbox', { name: 'Lähde' }), 'Suomen Pankki');
  await user.click(screen.getByRole('button', { name: 'Näytä muutokset' }));
  await screen.findByRole('table', { name: 'Mikä muuttuu' });
  // The preview is read from its beginning.
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.textContent).toContain('01.07.2026');
  return { server, user };
}

function expectTyped() {
  expect(screen.getByRole('textbox', { name: 'Viitekorko, %' })).toHaveProperty('value', '2,5');
  expect(screen.getByRole('textbox', { name: 'Lähde' })).toHaveProperty('value', 'Suomen Pankki');
}

test('a preview that is cancelled leaves what was typed', async () => {
  const { user } = await openPreview();
  await user.click(screen.getByRole('button', { name: 'Peruuta' }));
  expectTyped();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Näytä muutokset' }));
});

test('a preview that no longer holds is refused, and what was typed stays', async () => {
  const { server, user } = await openPreview();
  server.answers[TAKE_RATE] = () => problem(409, 'FIGURES_CHANGED');
  await user.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await screen.findByRole('alert');
  expectTyped();
});

test('a preview stays when no answer came', async () => {
  const { server, user } = await openPreview();
  server.answers[TAKE_RATE] = () => Promise.reject(new TypeError('no network'));
  await user.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await screen.findByRole('alert');
  screen.getByRole('table', { name: 'Mikä muuttuu' });
  server.answers[TAKE_RATE] = () => json(200, complete);
  await user.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await waitFor(() => expect(screen.queryByText(/tarvitaan 01.07.2026/)).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Lähde' })).toHaveProperty('value', '');
});

test('a file of a year shows its faults, or what it changes', async () => {
  let answer = () =>
    json(422, {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [
        { field: 'file.travel.km_car', key: 'figures.implausible' },
        { field: 'file.12', key: 'figures.notToml' },
      ],
    });
  const { server, user } = open(admin, {
    [PREVIEW_YEAR]: () => answer(),
    [TAKE_YEAR]: () => json(200, complete),
  });
  await screen.findByRole('button', { name: 'Valitse tiedosto' });
  const input = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const file = new File(['year = 2027'], '2027.toml', { type: 'application/toml' });
  await user.upload(input(), file);
  const alert = await screen.findByRole('alert', { name: 'Tiedostoa ei voi ottaa käyttöön' });
  expect(alert.textContent).toContain(
    'Kilometrikorvaus, auto (travel.km_car): Arvo ei ole uskottava',
  );
  expect(alert.textContent).toContain('Rivi 12: Tiedosto ei ole TOML-muodossa.');

  answer = () =>
    json(200, {
      seal: 'def',
      validFrom: '01.01.2027',
      comparedWith: 2026,
      differences: [
        {
          name: 'travel.km_car',
          unit: 'EUROS',
          before: car('0.55'),
          after: car('0.60'),
          changed: true,
        },
        { name: 'travel.meal', unit: 'EUROS', before: car('13'), after: car('13'), changed: false },
      ],
    });
  await user.upload(input(), file);
  const table = await screen.findByRole('table', { name: 'Mikä muuttuu' });
  expect(rowsOf(table)).toEqual(['Kilometrikorvaus, auto0,55 €0,60 €']);
  await user.click(screen.getByRole('checkbox', { name: 'Näytä myös muuttumattomat (1)' }));
  expect(rowsOf(screen.getByRole('table', { name: 'Mikä muuttuu' }))).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await waitFor(() => expect(server.sent(TAKE_YEAR)).toHaveLength(1));
  expect(JSON.parse(server.sent(TAKE_YEAR)[0] ?? '')).toEqual({
    file: 'year = 2027',
    validFrom: '',
    seal: 'def',
  });
});

test('the dashboard says what is missing and by when', async () => {
  const none = { count: 0, oldest: null };
  fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    'GET /api/provider/dashboard': () =>
      json(200, {
        pendingBills: none,
        myBills: none,
        openRequests: none,
        approvedBills: none,
        taxCards: none,
        lateReceipts: none,
        readyPayouts: none,
        requestedAdvances: none,
        unmatchedPayments: none,
        refundablePayments: none,
        proposedPayments: none,
        failedDeliveries: none,
        failedMails: none,
        heldSending: null,
        settingsMissing: false,
        failedJobs: none,
        missingFigures: [...missing, { kind: 'YEAR', year: 2027, half: null, from: '01.01.2027' }],
        money: [],
      }),
  });
  openApp('/provider');
  expect(await screen.findByText('Vuoden 2027 luvut: tarvitaan 01.01.2027 alkaen.')).toBeDefined();
  expect(screen.getByText(/viitekorko 2\/2026/)).toBeDefined();
  const link = screen.getByRole('link', { name: 'Avaa lakisääteiset luvut' });
  expect(link.getAttribute('href')).toBe('/provider/figures');
});
