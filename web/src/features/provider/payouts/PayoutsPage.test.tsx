import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LeftAgain, Payout, PayoutFile } from '@/api/payouts';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { payoutFileOf, payoutOf } from '@/test/payouts';
import { payrollPerson } from '@/test/payroll';

const PAYOUTS = '/api/provider/payouts';

interface Shown {
  readonly ready?: readonly Payout[];
  readonly refused?: readonly Payout[];
  readonly leftAgain?: readonly LeftAgain[];
  readonly files?: readonly PayoutFile[];
}

function openPayouts({ ready = [], refused = [], leftAgain = [], files = [] }: Shown = {}) {
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    [`GET ${PAYOUTS}`]: () => json(200, { ready, refused, leftAgain, files, next: null }),
  });
  return { server, ...openApp('/provider/payouts') };
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('without anything to pay each part says so', async () => {
  openPayouts();
  await screen.findByText(/^Maksettavaa ei ole\./);
  screen.getByText('Pankkiaineistoja ei ole vielä tehty.');
  expect(screen.queryByRole('region', { name: 'Pankki ei maksanut' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Tee pankkiaineisto/ })).toBeNull();
});

test('what the bank paid once more is listed with its transaction', async () => {
  const paid = payoutOf({ state: 'PAID', receiver: 'Tukku Oy', amount: 251 });
  openPayouts({ leftAgain: [{ paymentId: 'movement', day: '16.11.2026', payout: paid }] });
  const part = await section('Lähti tililtä uudelleen');
  part.getByText('Tukku Oy');
  part.getByText(/251,00/);
  const link = part.getByRole('link', { name: 'Tilitapahtuma' });
  expect(link.getAttribute('href')).toBe('/provider/payments/movement');
});

test('what failed to load can be asked for again', async () => {
  const { user, server } = openPayouts();
  const answered = server.answers[`GET ${PAYOUTS}`]!;
  server.answers[`GET ${PAYOUTS}`] = () => problem(422, 'ERROR');
  const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  server.answers[`GET ${PAYOUTS}`] = answered;
  await user.click(retry);
  await screen.findByText('Pankkiaineistoja ei ole vielä tehty.');
});

test('chosen payouts go into one file, whose day of payment is the first that is due', async () => {
  const late = payoutOf({ id: 'late', receiver: 'Tukku Oy', amount: 100, due: '02.11.2026' });
  const advance = payoutOf({
    id: 'advance',
    kind: 'ADVANCE',
    receiver: 'Aino Virtanen',
    amount: 150.5,
    reference: null,
    message: 'Ennakko',
    due: '27.11.2026',
  });
  const { user, server } = openPayouts({ ready: [late, advance, payoutOf()] });
  await screen.findByRole('table', { name: 'Maksettavana' });
  const part = await section('Maksettavana');
  const make = part.getByRole('button', { name: 'Tee pankkiaineisto (0)' });
  expect(make.getAttribute('aria-disabled')).toBe('true');
  part.getByText('Valitse maksut, jotka maksetaan.');
  part.getByText('Myöhässä');
  part.getByText(/^501,50/);

  await user.click(part.getByRole('checkbox', { name: /^Valitse: Aino Virtanen/ }));
  await user.click(part.getByRole('checkbox', { name: /^Valitse: Rakennustarvike/ }));
  await user.click(part.getByRole('button', { name: 'Tee pankkiaineisto (2)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pankkiaineisto, maksuja 2' }));
  dialog.getByText(/^Yhteensä 401,50/);
  dialog.getByText(/Ennakko · Aino Virtanen, 150,50.* · FI21 1234 5600 0007 85 · Ennakko/);
  const day = dialog.getByRole('textbox', { name: 'Maksupäivä' });
  expect(day).toHaveProperty('value', '27.11.2026');

  // A day that the bank is closed on is told at its field, and the choice stays.
  server.answers[`POST ${PAYOUTS}/files`] = () =>
    json(422, {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [{ field: 'payOn', key: 'NOT_A_BANK_DAY' }],
    });
  await user.click(dialog.getByRole('button', { name: 'Tee pankkiaineisto' }));
  await waitFor(() => expect(day.getAttribute('aria-invalid')).toBe('true'));
  server.answers[`POST ${PAYOUTS}/files`] = () => json(201, payoutFileOf());
  await user.click(dialog.getByRole('button', { name: 'Tee pankkiaineisto' }));
  await screen.findByText(/odottaa toisen henkilön hyväksyntää/);
  expect(JSON.parse(server.sent(`POST ${PAYOUTS}/files`).at(-1) ?? '')).toEqual({
    ids: ['advance', 'payout'],
    payOn: '27.11.2026',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  part.getByRole('button', { name: 'Tee pankkiaineisto (0)' });
});

test('what is paid out of one’s own invoice is left to another person', async () => {
  openPayouts({ ready: [payoutOf({ personId: payrollPerson.id })] });
  await screen.findByRole('table', { name: 'Maksettavana' });
  const part = await section('Maksettavana');
  const box = part.getByRole('checkbox', { name: /^Valitse: Rakennus/ });
  expect(box.getAttribute('aria-disabled')).toBe('true');
  expect(box.getAttribute('aria-description')).toMatch(/^Omasta laskustasi maksettavan/);
  part.getByText('Omasta laskustasi maksettavan valitsee toinen henkilö.');
});

test('a file is approved by another person than its maker and the paid', async () => {
  const { user, server } = openPayouts({
    files: [
      payoutFileOf({ id: 'others' }),
      payoutFileOf({ id: 'own', payOn: '01.12.2026', madeBy: payrollPerson.id }),
      payoutFileOf({
        id: 'mine',
        payOn: '02.12.2026',
        payouts: [payoutOf({ personId: payrollPerson.id })],
      }),
    ],
  });
  const file = async (day: string) =>
    within(await screen.findByRole('article', { name: new RegExp(`^Pankkiaineisto ${day}`) }));
  const own = await file('01.12.2026');
  expect(own.getByRole('button', { name: 'Hyväksy' }).getAttribute('aria-disabled')).toBe('true');
  own.getByText('Teit aineiston itse. Toinen palkanlaskija hyväksyy sen.');
  (await file('02.12.2026')).getByText(/^Aineistossa on maksu omasta laskustasi/);

  const others = await file('30.11.2026');
  others.getByText('Odottaa hyväksyntää');
  server.answers[`POST ${PAYOUTS}/files/others/approve`] = () => json(200, payoutFileOf());
  await user.click(others.getByRole('button', { name: 'Hyväksy' }));
  const question = within(
    await screen.findByRole('dialog', { name: 'Hyväksytäänkö pankkiaineisto 30.11.2026?' }),
  );
  question.getByText(/Ostolasku · Rakennustarvike Oy, 251,00.* · FI21 1234 5600 0007 85 · 1232/);
  expect(server.sent(`POST ${PAYOUTS}/files/others/approve`)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Hyväksy' }));
  await screen.findByText(/^Pankkiaineisto on hyväksytty/);
  expect(server.sent(`POST ${PAYOUTS}/files/others/approve`)).toHaveLength(1);
});

test('a file that waits is cancelled with a reason, and an approved one is downloaded', async () => {
  const { user, server } = openPayouts({
    files: [
      payoutFileOf(),
      payoutFileOf({
        id: 'done',
        state: 'APPROVED',
        payOn: '20.11.2026',
        hasFile: true,
        approvedByName: 'Kaisa Laine',
        approvedAt: '2026-11-16T11:00:00Z',
        payouts: [payoutOf({ state: 'PAID' })],
      }),
    ],
  });
  const cancel = `POST ${PAYOUTS}/files/file/cancel`;
  server.answers[cancel] = () => json(200, payoutFileOf({ state: 'WITHDRAWN' }));
  await user.click(await screen.findByRole('button', { name: 'Peru aineisto' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Peru aineisto: Pankkiaineisto 30.11.2026' }),
  );
  await user.click(dialog.getByRole('button', { name: 'Peru aineisto' }));
  dialog.getByText('Kirjoita syy.');
  await user.type(dialog.getByRole('textbox', { name: /Syy/ }), 'Väärä päivä');
  await user.click(dialog.getByRole('button', { name: 'Peru aineisto' }));
  await waitFor(() => expect(server.sent(cancel)).toEqual(['{"note":"Väärä päivä"}']));

  const link = screen.getByRole('link', { name: 'Lataa pankkiaineisto' });
  expect(link.getAttribute('href')).toBe(`${PAYOUTS}/files/done/file`);
  screen.getByText('Maksettu');
  screen.getByText(/^Kaisa Laine, /);
});

test('that the bank refused a payout is said by one person and confirmed by another', async () => {
  const at = '2026-11-17T10:00:00Z';
  const sent = { state: 'APPROVED' } as const;
  const said = { ...sent, refusalByName: 'Eero Mäkinen', refusalAt: at };
  const { user, server } = openPayouts({
    files: [
      payoutFileOf({
        state: 'APPROVED',
        hasFile: true,
        payouts: [
          payoutOf({ ...sent, id: 'sent' }),
          payoutOf({ ...said, id: 'own', refusalBy: payrollPerson.id, receiver: 'Oma Oy' }),
          payoutOf({ ...said, id: 'others', refusalBy: 'other', receiver: 'Muu Oy' }),
          payoutOf({ ...sent, id: 'mine', personId: payrollPerson.id, receiver: 'Minun Oy' }),
        ],
      }),
    ],
  });
  const propose = `POST ${PAYOUTS}/sent/refusal`;
  const confirm = `POST ${PAYOUTS}/others/refusal/confirm`;
  server.answers[propose] = () => json(200, payoutOf());
  server.answers[confirm] = () => json(200, payoutOf());
  // Nobody says it of a payment out of their own invoice.
  const [refused, ...more] = await screen.findAllByRole('button', { name: /^Pankki hylkäsi/ });
  expect(more).toEqual([]);
  await user.click(refused!);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Syy/ }), 'Tili suljettu');
  await user.click(dialog.getByRole('button', { name: 'Pankki hylkäsi' }));
  await waitFor(() => expect(server.sent(propose)).toEqual(['{"note":"Tili suljettu"}']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  expect(screen.getAllByRole('button', { name: 'Poista merkintä' })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Vahvista hylkäys' }));
  const question = within(await screen.findByRole('dialog', { name: /^Hylkäsikö pankki/ }));
  expect(server.sent(confirm)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Vahvista hylkäys' }));
  await waitFor(() => expect(server.sent(confirm)).toHaveLength(1));
});

test('what the bank refused is paid again, a seller to a corrected account', async () => {
  const refused = { state: 'REFUSED', note: 'Tili suljettu' } as const;
  const { user, server } = openPayouts({
    refused: [
      payoutOf({ ...refused, id: 'seller' }),
      payoutOf({ ...refused, id: 'advance', kind: 'ADVANCE', receiver: 'Aino Virtanen' }),
    ],
  });
  const part = await section('Pankki ei maksanut');
  expect(part.getAllByText('Tili suljettu')).toHaveLength(2);
  const [seller, advance] = part.getAllByRole('button', { name: 'Maksa uudelleen' });
  server.answers[`POST ${PAYOUTS}/seller/again`] = () => json(201, payoutOf());
  server.answers[`POST ${PAYOUTS}/advance/again`] = () => json(201, payoutOf());
  await user.click(seller!);
  const dialog = within(await screen.findByRole('dialog', { name: /Rakennustarvike Oy/ }));
  const account = dialog.getByRole('textbox', { name: /^Saajan tilinumero/ });
  await user.clear(account);
  await user.type(account, 'FI00');
  await user.click(dialog.getByRole('button', { name: 'Maksa uudelleen' }));
  expect(account.getAttribute('aria-invalid')).toBe('true');
  await user.clear(account);
  await user.type(account, 'FI3715903000000776');
  await user.click(dialog.getByRole('button', { name: 'Maksa uudelleen' }));
  await screen.findByText('Maksu on taas maksettavana.');
  expect(JSON.parse(server.sent(`POST ${PAYOUTS}/seller/again`)[0] ?? '')).toEqual({
    accountNumber: 'FI3715903000000776',
    referenceNumber: '1232',
  });

  // An advance goes to the account that its worker has now.
  await user.click(advance!);
  const own = within(await screen.findByRole('dialog', { name: /Aino Virtanen/ }));
  expect(own.queryByRole('textbox')).toBeNull();
  await user.click(own.getByRole('button', { name: 'Maksa uudelleen' }));
  await waitFor(() => expect(server.sent(`POST ${PAYOUTS}/advance/again`)).toEqual(['{}']));
});

test('J and K go through what is ready and the files, X chooses and Enter acts', async () => {
  const ready = payoutOf({ id: 'ready', receiver: 'Tukku Oy' });
  const { user } = openPayouts({ ready: [ready], files: [payoutFileOf({ state: 'MADE' })] });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Tukku Oy/ });
  await screen.findByRole('button', { name: 'Hyväksy' });
  await user.keyboard('jx');
  expect(box.checked).toBe(true);
  await user.keyboard('j');
  const approve = screen.getByRole('button', { name: 'Hyväksy' });
  expect(document.activeElement).toBe(approve);
  await user.keyboard('k');
  expect(document.activeElement).not.toBe(approve);
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog'));
  help.getByText('Avaa rivi tai tee sen toiminto');
});
