import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Owed, Remittance, ReportMonth, SeparateReport } from '@/api/remittances';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { payrollPerson } from '@/test/payroll';
import { monthOf, owedOf, remittanceOf } from '@/test/remittances';

const MAKE = 'POST /api/provider/remittances';
const APPROVE = 'POST /api/provider/remittances/approve';

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
  // It stays in reach, and says why nothing can be paid.
  expect(missing?.getAttribute('aria-disabled')).toBe('true');
  within(section).getByText(/Maksun saajaa ei ole/);
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

test('a made remittance closes its dialog, also when nothing else is owed', async () => {
  const { user, server } = openRemittances({
    owed: [
      owedOf({
        later: [
          {
            from: '01.12.2026',
            receiver: 'Toinen yhtiö',
            iban: 'FI37 1590 3000 0007 76',
            reference: '1232',
          },
        ],
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Tee tilitys' }));
  const dialog = await screen.findByRole('dialog');
  // On the day that is offered another receiver holds already.
  within(dialog).getByText('FI37 1590 3000 0007 76');
  const day = within(dialog).getByRole('textbox', { name: 'Maksupäivä' });
  await user.clear(day);
  await user.type(day, '30.11.2026');
  within(dialog).getByText('FI55 4234 5670 0000 81');
  expect(within(dialog).getByRole('textbox', { name: 'Viite' })).toHaveProperty('value', '29230');
  // The list behind the dialog is empty before the answer is there.
  server.answers['GET /api/provider/remittances'] = () =>
    json(200, { owed: [], remittances: [remittanceOf()], next: null });
  server.answers[MAKE] = () => json(201, remittanceOf());
  await user.click(within(dialog).getByRole('button', { name: 'Tee tilitys' }));
  await screen.findByText('Kaikki on tilitetty.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(server.sent(MAKE)[0] ?? '')).toMatchObject({
    payOn: '30.11.2026',
    reference: '29230',
  });
});

test('what is overdue is offered to be paid today', async () => {
  const { user } = openRemittances({ owed: [owedOf({ due: '12.11.2026' })] });
  await user.click(await screen.findByRole('button', { name: 'Tee tilitys' }));
  const dialog = await screen.findByRole('dialog');
  const day = within(dialog).getByRole('textbox', { name: 'Maksupäivä' });
  expect(day).toHaveProperty('value', '16.11.2026');
});

test('the dialog of a remittance stays when somebody else has paid all that was owed', async () => {
  const { user, server } = openRemittances({ owed: [owedOf()] });
  await user.click(await screen.findByRole('button', { name: 'Tee tilitys' }));
  const dialog = await screen.findByRole('dialog');
  server.answers['GET /api/provider/remittances'] = () =>
    json(200, { owed: [], remittances: [], next: null });
  server.answers[MAKE] = () => problem(409, 'REMITTANCE_CHANGED');
  await user.click(within(dialog).getByRole('button', { name: 'Tee tilitys' }));
  await screen.findByText(/Avoin summa on muuttunut/);
  await screen.findByText('Kaikki on tilitetty.');
  within(dialog).getByRole('button', { name: 'Tee tilitys' });
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
  // Which money goes to which account is seen before it is approved.
  const dialog = await screen.findByRole('dialog', {
    name: 'Hyväksytäänkö valitut tilitykset (1)?',
  });
  within(dialog).getByText(/Yhteensä 438,86 €/);
  within(dialog).getByText(
    'Työeläkemaksut (TyEL) · Työeläkeyhtiö · FI55 4234 5670 0000 81 · 29230 · 438,86 € · 31.12.2026',
  );
  expect(server.sent(APPROVE)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Hyväksy (1)' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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

const REPORTS = '/api/provider/payroll/separate-reports';

function reportOf(differences: Partial<SeparateReport> = {}): SeparateReport {
  return {
    id: 'r',
    amount: 20,
    wages: true,
    replaces: false,
    madeByName: 'Eero Mäkinen',
    madeAt: '2026-11-02T10:00:00Z',
    sentByName: 'Eero Mäkinen',
    sentAt: '2026-11-03T10:00:00Z',
    ...differences,
  };
}

const UNSENT = { sentByName: null, sentAt: null };

async function reportSection() {
  const section = await screen.findByRole('region', { name: 'Työnantajan erillisilmoitukset' });
  await within(section).findByRole('table');
  return within(section);
}

test('the report of a month is made, or corrected after it was sent', async () => {
  const { user, server } = openRemittances({
    months: [
      monthOf({ wages: false, amount: 0 }),
      monthOf({ until: '31.10.2026', reports: [reportOf()] }),
    ],
  });
  const section = await reportSection();
  section.getByRole('button', { name: 'Tee korjaus' });
  section.getByText('Ei palkkoja');
  const file = section.getByRole('link', { name: 'Ilmoitus' });
  expect(file.getAttribute('href')).toBe(`${REPORTS}/r/file`);

  const made = monthOf({ toMake: false, reports: [reportOf({ id: 'new', ...UNSENT })] });
  server.answers[`POST ${REPORTS}`] = () => json(200, { months: [made] });
  await user.click(section.getByRole('button', { name: 'Tee ilmoitus' }));
  const sent = monthOf({ toMake: false, reports: [reportOf({ id: 'new' })] });
  server.answers[`POST ${REPORTS}/new/sent`] = () => json(200, { months: [sent] });
  await user.click(await section.findByRole('button', { name: 'Merkitse toimitetuksi' }));
  await section.findByText(/Toimittanut Eero Mäkinen/);
  expect(section.queryByRole('button'), 'nothing is left to report').toBeNull();
  expect(server.sent(`POST ${REPORTS}`)).toEqual(['{"month":"30.11.2026"}']);
  expect(server.sent(`POST ${REPORTS}/new/sent`)).toHaveLength(1);
});

test('a report that went out before its month changed can still be marked as delivered', async () => {
  // The amount has changed since the report was made, and nobody has said that it was delivered.
  openRemittances({ months: [monthOf({ reports: [reportOf(UNSENT)] })] });
  const section = await reportSection();
  expect(section.getByRole('button', { name: 'Merkitse toimitetuksi' })).toBeDefined();
  // None is known to be delivered, so that the new one is no correction.
  expect(section.getByRole('button', { name: 'Tee ilmoitus' })).toBeDefined();
});

test('after a delivered report the next one corrects it, although another was made between', async () => {
  const reports = [reportOf({ id: 'second', replaces: true, ...UNSENT }), reportOf()];
  openRemittances({ months: [monthOf({ reports })] });
  const section = await reportSection();
  expect(section.getByRole('button', { name: 'Tee korjaus' })).toBeDefined();
  expect(section.getByRole('button', { name: 'Merkitse toimitetuksi' })).toBeDefined();
});
