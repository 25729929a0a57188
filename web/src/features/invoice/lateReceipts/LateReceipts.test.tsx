import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Bill } from '@/api/bills';
import type { LateReceipt } from '@/api/lateReceipts';
import type { Receipt } from '@/api/receipts';
import { fakeUploads } from '@/test/account';
import { billOf, cardOf } from '@/test/bills';
import { json, problem, worker } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { blankRow } from '@/test/rows';

const ROW = '0193d000-0000-7000-8000-0000000000aa';
const LIST = `GET /api/person/${worker.id}/late-receipts`;
const MAKE = `POST /api/person/${worker.id}/late-receipts`;

const receipt: Receipt = {
  id: '0193e000-0000-7000-8000-000000000001',
  date: '16.11.2026',
  displayname: 'kuitti.pdf',
  mediaType: 'application/pdf',
  size: 1000,
  sameAs: null,
};

const late: LateReceipt = {
  id: '0193f000-0000-7000-8000-000000000001',
  billId: '',
  billNumber: 1007,
  billCredited: false,
  customer: 'Kustantamo Oy',
  rowId: ROW,
  rowDate: '02.11.2026',
  rowText: 'Keikka',
  field: 'othercost_alv255',
  amount: 100,
  note: '',
  state: 'WAITING',
  refusal: '',
  version: 2,
  sentOn: '16.11.2026',
  payday: null,
  paid: false,
  receipts: [receipt],
};

const salary = {
  serviceFee: 69,
  grossSalary: 908.2,
  tax: 181.64,
  reimbursements: 0,
  salary: 726.56,
};

/** The page of a bill that was sent, on a server that knows these late receipts of it. */
function open(of: readonly Partial<LateReceipt>[], differences: Partial<Bill> = {}) {
  const row = { ...blankRow, id: ROW, date: '02.11.2026', destination: 'Keikka', alvPrice: 1000 };
  const bill: Bill = {
    ...billOf(cardOf()),
    state: 'CLOSED',
    editable: false,
    billNumber: 1007,
    billableitems: [row],
    ...differences,
  };
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  const lateReceipts = of.map((one, place) => ({
    ...late,
    id: `${late.id.slice(0, -1)}${place}`,
    billId: bill.id,
    ...one,
  }));
  opened.server.answers[LIST] = () => json(200, { lateReceipts });
  opened.server.answers['PUT /api/calc/late-receipt'] = () =>
    json(200, {
      payday: '20.11.2026',
      of: 'PAID_BILLS',
      bills: 1,
      fits: true,
      without: salary,
      with: { ...salary, grossSalary: 810.65, tax: 162.13, reimbursements: 100, salary: 748.52 },
    });
  return { ...opened, bill };
}

test('each late receipt of the bill says how far it has come', async () => {
  open([
    {},
    { state: 'REFUSED', refusal: 'Summa ei näy.' },
    { state: 'APPROVED' },
    { state: 'APPROVED', payday: '20.11.2026', paid: true },
    { billId: 'another' },
  ]);
  const list = within(await screen.findByRole('list', { name: 'Unohtuneet kuitit' }));
  expect(list.getAllByRole('listitem')).toHaveLength(4);
  list.getByText('Odottaa hyväksyntää');
  list.getByText('Syy: Summa ei näy.');
  list.getByText('Maksetaan seuraavassa palkassa, johon se mahtuu.');
  list.getByText('Maksettu 20.11.2026');
  expect(list.getAllByRole('button', { name: 'Peru kuitti' }), 'only what waits').toHaveLength(1);
});

test('a credited bill takes none', async () => {
  open([{}], { state: 'HYVITETTY' });
  await screen.findByRole('list', { name: 'Unohtuneet kuitit' });
  expect(screen.queryByRole('button', { name: 'Lisää unohtunut kuitti' })).toBeNull();
});

test('the effect is shown before, and a receipt that is there already is sent only when asked twice', async () => {
  const { user, server, bill } = open([]);
  const sameAs = { billId: bill.id, billNumber: 1003, displayname: 'sama.pdf' };
  const uploaded = fakeUploads(() => json(201, { ...receipt, sameAs }));
  server.answers[MAKE] = () => json(201, { ...late, state: 'DRAFT' });
  server.answers[`PUT /api/late-receipt/${late.id}`] = () => json(200, { ...late, state: 'DRAFT' });
  server.answers[`POST /api/late-receipt/${late.id}/send`] = () => json(200, late);
  await user.click(await screen.findByRole('button', { name: 'Lisää unohtunut kuitti' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Unohtunut kuitti: lasku 1007' }),
  );
  fireEvent.change(dialog.getByRole('textbox', { name: /Summa veroineen/ }), {
    target: { value: '100' },
  });
  await dialog.findByText(/748,52/);
  dialog.getByText(/21,96/);
  await user.click(dialog.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  await dialog.findByText('Liitä kuitti.');
  const choose = async (name: string) => {
    const input = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')].at(-1);
    await user.upload(input!, new File(['x'], name, { type: 'application/pdf' }));
  };
  await choose('kuitti.pdf');
  await user.click(dialog.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  await dialog.findByText('Sama kuitti on jo laskulla 1003: sama.pdf.');
  await choose('toinen.pdf');
  await user.click(dialog.getByRole('button', { name: 'Lähetä silti' }));
  await waitFor(() => expect(dialog.getAllByText(/^Sama kuitti/), 'of each file').toHaveLength(2));
  expect(server.sent(`POST /api/late-receipt/${late.id}/send`)).toHaveLength(0);
  await user.click(await dialog.findByRole('button', { name: 'Lähetä silti' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent(`POST /api/late-receipt/${late.id}/send`)).toHaveLength(1);
  expect(server.sent(MAKE), 'one draft, however often it is sent').toHaveLength(1);
  expect(uploaded, 'no file is sent again').toHaveLength(2);
  expect(JSON.parse(server.sent(MAKE)[0] ?? '')).toMatchObject({
    rowId: ROW,
    field: 'othercost_alv255',
    amount: '100',
  });
});

/** The dialog with an amount and a file, ready to be sent. */
async function filledIn(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Lisää unohtunut kuitti' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: /Summa veroineen/ }), {
    target: { value: '100' },
  });
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')].at(-1);
  await user.upload(input!, new File(['x'], 'kuitti.pdf', { type: 'application/pdf' }));
  return dialog;
}

test('a picture that was chosen is shown before it is sent, of a PDF that it is one', async () => {
  const made: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${made.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  );
  const { user } = open([]);
  const dialog = await filledIn(user);
  const chosen = () =>
    within(dialog.getByRole('list', { name: 'Kuitit' })).getAllByRole('listitem');
  expect(chosen().map((item) => item.querySelector('img'))).toEqual([null]);
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')].at(-1);
  const picture = new File(['y'], 'kuitti.jpg', { type: 'image/jpeg' });
  await user.upload(input!, picture);
  await waitFor(() => expect(chosen()).toHaveLength(2));
  expect(chosen()[1]?.querySelector('img')?.src).toBe('blob:1');
  expect(made).toEqual([picture]);
});

test('cancelled while its draft is made, nothing is sent and the draft is removed', async () => {
  const { user, server } = open([]);
  const uploaded = fakeUploads(() => json(201, receipt));
  const made = Promise.withResolvers<Response>();
  server.answers[MAKE] = () => made.promise;
  server.answers[`GET /api/late-receipt/${late.id}`] = () => json(200, { ...late, state: 'DRAFT' });
  server.answers[`DELETE /api/late-receipt/${late.id}`] = () => new Response(null, { status: 204 });
  const dialog = await filledIn(user);
  await user.click(dialog.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  await waitFor(() => expect(server.sent(MAKE)).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Peruuta' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  made.resolve(json(201, { ...late, state: 'DRAFT' }));
  await waitFor(() => expect(server.sent(`DELETE /api/late-receipt/${late.id}`)).toHaveLength(1));
  expect(uploaded).toHaveLength(0);
  expect(server.sent(`POST /api/late-receipt/${late.id}/send`)).toHaveLength(0);
});

const ONE = `/api/late-receipt/${late.id}`;
const DRAFT: LateReceipt = { ...late, state: 'DRAFT', version: 1 };

test('what another window saved of the draft is not overwritten unseen', async () => {
  const { user, server, bill } = open([]);
  const sameAs = { billId: bill.id, billNumber: 1003, displayname: 'sama.pdf' };
  fakeUploads(() => json(201, { ...receipt, sameAs }));
  const elsewhere: LateReceipt = { ...DRAFT, version: 2, amount: 300 };
  server.answers[MAKE] = () => json(201, DRAFT);
  server.answers[`GET ${ONE}`] = () => json(200, elsewhere);
  server.answers[`PUT ${ONE}`] = () => {
    const { version } = JSON.parse(server.sent(`PUT ${ONE}`).at(-1) ?? '') as LateReceipt;
    return version === elsewhere.version
      ? json(200, { ...elsewhere, version: 3 })
      : problem(409, 'STALE_LATE_RECEIPT');
  };
  server.answers[`POST ${ONE}/send`] = () => json(200, late);
  const dialog = await filledIn(user);
  await user.click(dialog.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  await dialog.findByText('Sama kuitti on jo laskulla 1003: sama.pdf.');
  fireEvent.change(dialog.getByRole('textbox', { name: /Summa veroineen/ }), {
    target: { value: '120' },
  });
  const sendAnyway = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Lähetä silti' });
  await user.click(sendAnyway);
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Summa veroineen' }));
  choice.getByRole('radio', { name: /^Tässä: 120,00/ });
  await waitFor(() => expect(sendAnyway.disabled).toBe(false));
  await user.click(sendAnyway);
  await dialog.findByText('Valitse, kumpi säilytetään.');
  expect(server.sent(`PUT ${ONE}`), 'nothing is saved before one is chosen').toHaveLength(1);
  await user.click(choice.getByRole('radio', { name: /^Toisaalla: 300,00/ }));
  await user.click(sendAnyway);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second] = server.sent(`PUT ${ONE}`).map((body) => JSON.parse(body) as unknown);
  expect(first).toMatchObject({ amount: '120', version: 1 });
  expect(second).toMatchObject({ amount: '300', version: 2 });
  expect(server.sent(`POST ${ONE}/send`)).toEqual([JSON.stringify({ version: 3 })]);
});

test('a draft that was made although the answer was lost gets what was written since', async () => {
  const { user, server } = open([]);
  fakeUploads(() => json(201, receipt));
  const made = [() => problem(500, 'INTERNAL_ERROR'), () => json(200, DRAFT)];
  server.answers[MAKE] = () => made.shift()!();
  server.answers[`PUT ${ONE}`] = () => json(200, { ...DRAFT, version: 2, amount: 120 });
  server.answers[`POST ${ONE}/send`] = () => json(200, late);
  const dialog = await filledIn(user);
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Lähetä hyväksyttäväksi' });
  await user.click(send);
  await waitFor(() => expect(server.sent(MAKE)).toHaveLength(1));
  await waitFor(() => expect(send.disabled).toBe(false));
  fireEvent.change(dialog.getByRole('textbox', { name: /Summa veroineen/ }), {
    target: { value: '120' },
  });
  await user.click(send);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(server.sent(`PUT ${ONE}`)[0] ?? '')).toMatchObject({
    amount: '120',
    version: 1,
  });
  expect(server.sent(`POST ${ONE}/send`)).toEqual([JSON.stringify({ version: 2 })]);
});

/** Sends what is filled in to a server that takes it, while the answer is lost. */
async function sentWithoutAnswer(
  { user, server }: ReturnType<typeof open>,
  sent: Partial<LateReceipt> = {},
) {
  fakeUploads(() => json(201, receipt));
  server.answers[MAKE] = () => json(201, DRAFT);
  server.answers[`POST ${ONE}/send`] = () => Promise.reject(new TypeError('no connection'));
  server.answers[`PUT ${ONE}`] = () => problem(409, 'STALE_LATE_RECEIPT');
  server.answers[`GET ${ONE}`] = () => json(200, { ...late, ...sent });
  server.answers[`DELETE ${ONE}`] = () => new Response(null, { status: 204 });
  const dialog = await filledIn(user);
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Lähetä hyväksyttäväksi' });
  await user.click(send);
  await screen.findByText(/^Palveluun ei saada yhteyttä/);
  await waitFor(() => expect(send.disabled).toBe(false));
  return { dialog, send };
}

const SENT = 'Kuitti on lähetetty hyväksyttäväksi.';
const STALE = 'Kuitti on muuttunut sillä välin. Tarkista sen tilanne.';

test('one that was sent although the answer was lost is told as sent, and stays', async () => {
  const opened = open([]);
  const { user, server } = opened;
  const { send } = await sentWithoutAnswer(opened);
  await user.click(send);
  await screen.findByText(SENT);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(STALE)).toBeNull();
  expect(server.sent(`DELETE ${ONE}`)).toHaveLength(0);
});

test('closed after the answer was lost, what was sent stays, and that is told', async () => {
  const opened = open([]);
  const { user, server } = opened;
  const { dialog } = await sentWithoutAnswer(opened);
  await user.click(dialog.getByRole('button', { name: 'Peruuta' }));
  await screen.findByText(SENT);
  expect(server.sent(`DELETE ${ONE}`)).toHaveLength(0);
});

test.each([
  ['with another amount', { amount: 300 }],
  ['without a file that was chosen here', { receipts: [] }],
])('one that was sent elsewhere %s is no success, and stays', async (_, elsewhere) => {
  const opened = open([]);
  const { user, server } = opened;
  const { dialog, send } = await sentWithoutAnswer(opened, elsewhere);
  await user.click(send);
  await screen.findByText(STALE);
  await waitFor(() => expect(send.disabled).toBe(false));
  const read = server.sent(`GET ${ONE}`).length;
  await user.click(dialog.getByRole('button', { name: 'Peruuta' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(SENT)).toBeNull();
  expect(server.sent(`DELETE ${ONE}`)).toHaveLength(0);
  expect(server.sent(`GET ${ONE}`), 'it is no draft any more').toHaveLength(read);
});

test('a file that could not be deleted stays in the list and says so', async () => {
  const { user, server, bill } = open([]);
  const sameAs = { billId: bill.id, billNumber: 1003, displayname: 'sama.pdf' };
  fakeUploads(() => json(201, { ...receipt, sameAs }));
  server.answers[MAKE] = () => json(201, { ...late, state: 'DRAFT' });
  const remove = `DELETE /api/billableitem/receipt/${receipt.id}`;
  server.answers[remove] = () => problem(500, 'INTERNAL_ERROR');
  const dialog = await filledIn(user);
  await user.click(dialog.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  await dialog.findByText('Sama kuitti on jo laskulla 1003: sama.pdf.');
  const press = () => user.click(dialog.getByRole('button', { name: /Poista.*kuitti\.pdf/ }));
  await press();
  await waitFor(() => expect(dialog.getAllByRole('alert').length).toBeGreaterThan(1));
  dialog.getByText('kuitti.pdf');
  server.answers[remove] = () => new Response(null, { status: 204 });
  await press();
  await waitFor(() => expect(dialog.queryByText('kuitti.pdf')).toBeNull());
});
