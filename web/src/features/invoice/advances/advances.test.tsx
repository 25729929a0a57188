import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Advance, AdvanceOffer } from '@/api/advances';
import type { Bill, BillState } from '@/api/bills';
import { BILLS, billOf, cardOf } from '@/test/bills';
import { json, problem } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { write } from '@/test/renderSignedIn';
import { blankRow } from '@/test/rows';
import { advanceOf, LIMIT, offerOf } from '@/test/sharing';
import { amountProblem, freeRows } from './advanceForm';

const ROWS = ['0193d000-0000-7000-8000-0000000000a1', '0193d000-0000-7000-8000-0000000000a2'];
const ADVANCE = `${BILLS}/${cardOf().id}/advancePayment`;

function billWith(advances: readonly Advance[] = [], state: BillState = 'CLOSED'): Bill {
  const names = ['Kuvaus', 'Editointi'];
  return {
    ...billOf(cardOf({ state })),
    editable: state === 'OPEN',
    billableitems: ROWS.map((id, place) => ({
      ...blankRow,
      id,
      destination: names[place] ?? '',
      alvPrice: 500,
    })),
    advancePayments: advances,
  } as Bill;
}

/** The page of a bill that was sent, where so much can be asked for. */
function open(bill = billWith(), offer: AdvanceOffer = offerOf()) {
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  const questions: string[] = [];
  opened.server.answers[`GET ${ADVANCE}`] = ({ url }) => {
    questions.push(new URL(url).searchParams.get('ids') ?? '');
    return json(200, offer);
  };
  const nowAdvanced = (next: readonly Advance[]) =>
    opened.store.put({ ...opened.store.get(bill.id), advancePayments: next } as Bill);
  return { ...opened, questions, nowAdvanced };
}

const section = async () => within(await screen.findByRole('region', { name: 'Ennakot' }));

async function openForm(user: ReturnType<typeof open>['user']) {
  await user.click((await section()).getByRole('button', { name: 'Pyydä ennakkoa' }));
  return within(await screen.findByRole('dialog', { name: 'Pyydä ennakkoa' }));
}

test.each([
  ['OPEN', false],
  ['PENDING', true],
  ['TAKEN', true],
  ['APPROVED', true],
  ['CLOSED', true],
  ['PAID', false],
  ['HYVITETTY', false],
] as const)('an advance on a bill that is %s can be asked for: %s', async (state, can) => {
  open(billWith([], state));
  await screen.findByRole('region', { name: 'Laskurivit' });
  expect(screen.queryByRole('button', { name: 'Pyydä ennakkoa' }) !== null).toBe(can);
});

test('the limit and who owes it are told before the request, which names rows and amount', async () => {
  const { user, server, questions, nowAdvanced } = open();
  server.answers[`POST ${ADVANCE}`] = () => {
    nowAdvanced([advanceOf({ rows: [ROWS[0]!], amount: 300 })]);
    return json(201, {});
  };
  const dialog = await openForm(user);
  await dialog.findByText(/enintään 70.% .*kerrallaan enintään 2.000,00/);
  dialog.getByText(/Jos asiakas ei maksa laskua, ennakko jää sinun maksettavaksesi/);
  await user.click(dialog.getByRole('checkbox', { name: /^Editointi/ }));
  await waitFor(() => expect(questions).toEqual([ROWS.join(','), ROWS[0]]));
  const amount = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Ennakon summa/ });
  await waitFor(() => expect(amount.value).toBe('350,00'));
  const send = dialog.getByRole('button', { name: 'Lähetä pyyntö' });
  await write(user, amount, '350,01');
  await user.click(send);
  dialog.getByText('Pyydetty ennakko on liian suuri.');
  expect(server.sent(`POST ${ADVANCE}`)).toEqual([]);
  await write(user, amount, '300');
  await user.click(send);
  const done = within(await screen.findByRole('dialog', { name: 'Ennakkopyyntö on lähetetty' }));
  done.getByText(/Pyysit 300,00/);
  expect(JSON.parse(server.sent(`POST ${ADVANCE}`)[0] ?? '')).toEqual({
    ids: [ROWS[0]],
    billId: cardOf().id,
    amount: '300',
  });
  await user.click(done.getByRole('button', { name: 'Selvä' }));
  await (await section()).findByText('Odottaa päätöstä');
});

test('without rows nothing is asked', async () => {
  const { user, server } = open();
  const dialog = await openForm(user);
  const all = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Valitse kaikki' });
  expect(all.checked, 'all are chosen at first').toBe(true);
  await user.click(all);
  expect(all.checked).toBe(false);
  dialog.getByText('Valitse rivit, niin näet, paljonko voit pyytää.');
  await user.click(dialog.getByRole('button', { name: 'Lähetä pyyntö' }));
  await dialog.findByText('Valitse ainakin yksi rivi ennakkoa varten.');
  expect(server.sent(`POST ${ADVANCE}`)).toEqual([]);
});

test.each([
  ['ADVANCE_PAYMENT_TOO_BIG', 'Pyydetty ennakko on liian suuri.'],
  ['INVOICE_NOT_SENT', 'Lähetä lasku ensin, niin voit pyytää ennakkoa.'],
  ['INVOICE_PAID', 'Lasku on jo maksettu, joten ennakkoa ei voi pyytää.'],
  ['ADVANCE_CANNOT_BE_ASKED', 'Tästä laskusta ei voi pyytää ennakkoa.'],
  ['ADVANCE_ROWS_ALREADY_HANDLED', 'Valitut rivit on jo käsitelty.'],
  ['CANNOT_CREATE_ADVANCE_PAYMENT', 'Ennakkoa ei voitu pyytää.'],
  ['ADVANCE_NEEDS_ACCOUNT', /Lisää tilinumerosi/],
])('a request refused by %s says why and stays open', async (key, text) => {
  const { user, server } = open();
  server.answers[`POST ${ADVANCE}`] = () => problem(409, key);
  const dialog = await openForm(user);
  const amount = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Ennakon summa/ });
  await waitFor(() => expect(amount.value).toBe('350,00'));
  await user.click(dialog.getByRole('button', { name: 'Lähetä pyyntö' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(text);
  expect(dialog.queryByRole('link', { name: 'Lisää tilinumero' }) !== null).toBe(
    key === 'ADVANCE_NEEDS_ACCOUNT',
  );
});

test('where nothing can be asked for, the reason is told and nothing can be sent', async () => {
  const refused = offerOf({ allowed: false, reason: 'ADVANCE_NEEDS_ACCOUNT', limit: null });
  const { user } = open(billWith(), refused);
  const dialog = await openForm(user);
  await dialog.findByText(/Lisää tilinumerosi omiin tietoihin/);
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Lähetä pyyntö' });
  expect(send.disabled).toBe(true);
});

test('rows of a standing advance cannot be chosen again, those of one taken back can', async () => {
  const standing = advanceOf({ rows: [ROWS[0]!] });
  const back = advanceOf({ id: 'back', state: 'WITHDRAWN', rows: [ROWS[1]!] });
  const { user, questions } = open(billWith([standing, back]));
  const dialog = await openForm(user);
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Kuvaus/ }).disabled).toBe(true);
  dialog.getByText('Tästä rivistä on jo pyydetty ennakkoa.');
  await waitFor(() => expect(questions).toEqual([ROWS[1]]));
  expect(freeRows(billWith([advanceOf({ state: 'PAID', rows: ROWS })]))).toEqual([]);
});

test.each([
  [{ state: 'REQUESTED' }, 'Odottaa päätöstä', /Palkanlaskija päättää/],
  [{ state: 'GRANTED' }, 'Myönnetty', /Kerromme, kun se on maksettu/],
  [{ state: 'REFUSED', reason: 'Liian riskialtis' }, 'Hylätty', 'Syy: Liian riskialtis'],
  [{ state: 'REFUSED', lapse: 'BILL_CREDITED' }, 'Hylätty', /koska lasku hyvitettiin/],
  [{ state: 'WITHDRAWN' }, 'Peruttu', 'Peruit pyynnön.'],
  [{ state: 'PAID', paid: '20.11.2026' }, 'Maksettu', /Vähennetään laskun palkasta/],
  [{ state: 'PAID', paid: '20.11.2026', recovered: 50 }, 'Maksettu', /on vähennetty 50,00/],
  [{ state: 'PAID', paid: '20.11.2026', recovered: 50, due: true }, 'Maksettu', /vielä 100,00/],
  [{ state: 'PAID', paid: '20.11.2026', recovered: 150 }, 'Maksettu', /kokonaan/],
] as const)('an advance with %j says so', async (differences, state, about) => {
  open(billWith([advanceOf(differences)]));
  const item = within(await (await section()).findByRole('listitem'));
  item.getByText(state);
  item.getByText(about);
  expect(item.queryAllByRole('button')).toHaveLength(differences.state === 'REQUESTED' ? 1 : 0);
});

test('a request is withdrawn after a question', async () => {
  const { user, server, nowAdvanced } = open(billWith([advanceOf({ rows: ROWS })]));
  server.answers[`DELETE ${ADVANCE}/${advanceOf().id}`] = () => {
    nowAdvanced([advanceOf({ rows: ROWS, state: 'WITHDRAWN' })]);
    return json(200, advanceOf({ state: 'WITHDRAWN' }));
  };
  const part = await section();
  part.getByText('Kaikista riveistä on jo pyydetty ennakkoa.');
  await user.click(part.getByRole('button', { name: 'Peru pyyntö' }));
  const question = within(await screen.findByRole('dialog', { name: /Perutaanko/ }));
  await user.click(question.getByRole('button', { name: 'Peru pyyntö' }));
  await screen.findByText('Ennakkopyyntö on peruttu.');
  await (await section()).findByText('Peruttu');
});

test.each([
  ['350', undefined],
  ['350,01', 'ADVANCE_PAYMENT_TOO_BIG'],
  ['0', 'share.aboveZero'],
  ['1,0050', 'share.notCents'],
  ['', 'validation.required'],
  ['x', 'validation.invalidNumber'],
])('the amount %s has the problem %s', (typed, key) => {
  expect(amountProblem(typed, LIMIT)).toBe(key);
});
