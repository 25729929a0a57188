import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Owed, Remittance, ReportMonth } from '@/api/remittances';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { payrollPerson } from '@/test/payroll';

const MAKE = 'POST /api/provider/remittances';
const APPROVE = 'POST /api/provider/remittances/approve';

function owedOf(differences: Partial<Owed> = {}): Owed {
  return {
    kind: 'TYEL',
    personId: null,
    personName: null,
    until: '30.11.2026',
    amount: 438.86,
    toPay: 438.86,
    due: '31.12.2026',
    receiver: 'Työeläkeyhtiö',
    reference: '29230',
    sources: [
      { day: '20.11.2026', payday: '20.11.2026', runId: 'run', amount: 438.86, payable: true },
    ],
    ...differences,
  };
}

function remittanceOf(differences: Partial<Remittance> = {}): Remittance {
  return {
    id: 'one',
    kind: 'TYEL',
    state: 'MADE',
    personName: null,
    until: '30.11.2026',
    payOn: '31.12.2026',
    amount: 438.86,
    receiver: 'Työeläkeyhtiö',
    iban: 'FI55 4234 5670 0000 81',
    reference: '29230',
    madeBy: 'other',
    madeByName: 'Eero Mäkinen',
    madeAt: '2026-12-01T10:00:00Z',
    approvedByName: null,
    approvedAt: null,
    refusalBy: null,
    refusalByName: null,
    refusalAt: null,
    note: '',
    hasFile: false,
    ...differences,
  };
}

function monthOf(differences: Partial<ReportMonth> = {}): ReportMonth {
  return {
    until: '30.11.2026',
    amount: 34.35,
    wages: true,
    due: '07.12.2026',
    toMake: true,
    reports: [],
    ...differences,
  };
}

function openRemittances({
  owed = [],
  remittances = [],
  months = [],
}: {
  owed?: Owed[];
  remittances?: Remittance[];
  months?: ReportMonth[];
}) {
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    'GET /api/provider/remittances': () => json(200, { owed, remittances, next: null }),
    'GET /api/provider/payroll/separate-reports': () => json(200, { months }),
  });
  return { server, ...openApp('/provider/remittances') };
}

test('what is owed is paid on a day and by a reference that can be changed', async () => {
  const { user, server } = openRemittances({
    owed: [
      owedOf(),
      owedOf({ kind: 'DISTRAINT', personName: 'Aino Virtanen', receiver: null, reference: null }),
    ],
  });
  const section = await screen.findByRole('region', { name: 'Avoinna' });
  const [pay, missing] = await within(section).findAllByRole('button', { name: 'Tee tilitys' });
  expect(missing).toHaveProperty('disabled', true);
  within(section).getByText('Saaja puuttuu · Aino Virtanen');
  server.answers[MAKE] = () => problem(409, 'REMITTANCE_CHANGED');
  await user.click(pay as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Tilitys: Työeläkemaksut (TyEL)' });
  const reference = within(dialog).getByRole('textbox', { name: 'Viite' });
  await user.clear(reference);
  await user.type(reference, '1232');
  await user.click(within(dialog).getByRole('button', { name: 'Tee tilitys' }));
  await screen.findByText(/Avoin summa on muuttunut/);
  const [sent] = server.sent(MAKE);
  expect(JSON.parse(sent ?? '')).toEqual({
    kind: 'TYEL',
    personId: null,
    until: '30.11.2026',
    amount: 438.86,
    payOn: '31.12.2026',
    reference: '1232',
  });
});

test('only what somebody else made can be approved', async () => {
  const remittances = [
    remittanceOf(),
    remittanceOf({ id: 'own', kind: 'ACCIDENT', madeBy: payrollPerson.id }),
    remittanceOf({ id: 'filed', kind: 'YEL', state: 'APPROVED', hasFile: true }),
  ];
  const { user, server } = openRemittances({ remittances });
  server.answers[APPROVE] = () => json(200, { owed: [], remittances, next: null });
  await user.click(await screen.findByRole('checkbox', { name: 'Valitse kaikki' }));
  await user.click(screen.getByRole('button', { name: 'Hyväksy (1)' }));
  expect(server.sent(APPROVE)).toEqual(['{"remittances":["one"]}']);
  const file = screen.getByRole('link', { name: 'Pankkiaineisto' });
  expect(file.getAttribute('href')).toBe('/api/provider/remittances/filed/file');
});

test('what the bank refused is said by one person and confirmed by another', async () => {
  const filed = { state: 'APPROVED', hasFile: true } as const;
  const said = { refusalByName: 'Eero Mäkinen', refusalAt: '2026-12-15T10:00:00Z' };
  const { user, server } = openRemittances({
    remittances: [
      remittanceOf({ ...filed, id: 'filed' }),
      remittanceOf({
        ...filed,
        ...said,
        id: 'own',
        refusalBy: payrollPerson.id,
        note: 'Tili suljettu',
      }),
      remittanceOf({ ...filed, ...said, id: 'others', refusalBy: 'other' }),
      remittanceOf({ id: 'paid', state: 'PAID', hasFile: true }),
    ],
  });
  const propose = 'POST /api/provider/remittances/filed/refusal';
  const confirm = 'POST /api/provider/remittances/others/refusal/confirm';
  const drop = 'DELETE /api/provider/remittances/own/refusal';
  server.answers[propose] = () => json(200, remittanceOf());
  server.answers[confirm] = () => problem(409, 'PROPOSED_BY_SAME_PERSON');
  server.answers[drop] = () => json(200, remittanceOf());

  await user.click(await screen.findByRole('button', { name: 'Pankki hylkäsi' }));
  const dialog = await screen.findByRole('dialog', { name: /^Pankki hylkäsi: / });
  await user.type(within(dialog).getByRole('textbox', { name: /Syy/ }), 'Väärä tili');
  await user.click(within(dialog).getByRole('button', { name: 'Pankki hylkäsi' }));
  expect(server.sent(propose)).toEqual(['{"note":"Väärä tili"}']);

  const rows = screen.getAllByText(/^Eero Mäkinen merkitsi pankin hylkäämäksi 15\.12\.2026/);
  expect(rows).toHaveLength(2);
  screen.getByText('Tili suljettu');
  await user.click(screen.getByRole('button', { name: 'Vahvista hylkäys' }));
  const question = await screen.findByRole('dialog', { name: /^Hylkäsikö pankki maksun/ });
  within(question).getByText(/ettei tililtä ole lähtenyt 438,86/);
  expect(server.sent(confirm)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Vahvista hylkäys' }));
  await screen.findByText(/^Ehdotit tätä itse/);
  await user.click(screen.getAllByRole('button', { name: 'Poista merkintä' })[0] as HTMLElement);
  expect(server.sent(drop)).toHaveLength(1);
});

test('the report of a month is made, or corrected after it was sent', async () => {
  const report = {
    id: 'r',
    amount: 20,
    wages: true,
    replaces: false,
    madeByName: 'Eero Mäkinen',
    madeAt: '2026-11-02T10:00:00Z',
    sentByName: 'Eero Mäkinen',
    sentAt: '2026-11-03T10:00:00Z',
  };
  openRemittances({
    months: [
      monthOf({ wages: false, amount: 0 }),
      monthOf({ until: '31.10.2026', reports: [report] }),
    ],
  });
  const section = await screen.findByRole('region', { name: 'Työnantajan erillisilmoitukset' });
  await within(section).findByRole('button', { name: 'Tee ilmoitus' });
  within(section).getByRole('button', { name: 'Tee korjaus' });
  within(section).getByText('Ei palkkoja');
  const file = within(section).getByRole('link', { name: 'Ilmoitus' });
  expect(file.getAttribute('href')).toBe('/api/provider/payroll/separate-reports/r/file');
});
