import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bill } from '@/api/bills';
import type { Purchase, PurchaseState } from '@/api/purchases';
import { fakeUploads } from '@/test/account';
import { billOf, cardOf } from '@/test/bills';
import { json, problem } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { write } from '@/test/renderSignedIn';
import { purchaseOf, readOf } from '@/test/sharing';
import { figures } from '@/test/summaries';

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
});

/** The editor of a bill of 1 000 € with these purchases. */
function open(purchases: readonly Purchase[] = [], differences: Partial<Bill> = {}) {
  const bill = {
    ...billOf(cardOf()),
    ...differences,
    extContractorBillableItems: purchases,
  } as Bill;
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  const nowBought = (next: readonly Purchase[]) =>
    opened.store.put({ ...opened.store.get(bill.id), extContractorBillableItems: next } as Bill);
  return { ...opened, nowBought };
}

const section = async () => within(await screen.findByRole('region', { name: 'Ostolaskut' }));
const PURCHASES = `/api/bill/${cardOf().id}/extcontractoritems`;
const ONE = `${PURCHASES}/${purchaseOf().id}`;
const COPY = purchaseOf().receipts[0]!;
/** What the bank barcode and the rest of the copy say. */
const READ = readOf({
  source: 'FINVOICE',
  name: 'Rakennustarvike Oy',
  accountNumber: 'FI2112345600000785',
  referenceNumber: '1232',
  amount: 200,
  alv: 25.5,
  duedate: '30.11.2026',
});
const fileInput = () => document.querySelector<HTMLInputElement>('input[type="file"][multiple]')!;
const pdf = (name = 'Lasku.pdf') => new File(['content'], name, { type: 'application/pdf' });

async function openForm(user: ReturnType<typeof open>['user']) {
  await user.click((await section()).getByRole('button', { name: 'Lisää ostolasku' }));
  return within(await screen.findByRole('dialog', { name: 'Lisää ostolasku' }));
}

type Dialog = Awaited<ReturnType<typeof openForm>>;
const field = (dialog: Dialog, name: RegExp) =>
  dialog.getByRole<HTMLInputElement>('textbox', { name });

test('what is read from the copy is proposed, confirmed and saved, and then asks when it is paid', async () => {
  const { user, server, nowBought } = open();
  const uploaded = fakeUploads(({ address }) =>
    address === `${PURCHASES}/read` ? json(200, { proposals: [READ] }) : json(201, COPY),
  );
  server.answers[`POST ${PURCHASES}`] = () => {
    nowBought([purchaseOf()]);
    return json(201, purchaseOf());
  };
  server.answers[`POST ${ONE}/sendForPayment`] = () => {
    const waiting = purchaseOf({ state: 'WAITING_FOR_PAYMENT', canBeEdited: false });
    nowBought([waiting]);
    return json(200, waiting);
  };
  const dialog = await openForm(user);
  await user.upload(fileInput(), pdf());
  await dialog.findByText('Ehdotus laskusta');
  expect(uploaded.map(({ address }) => address)).toEqual([
    `${PURCHASES}/receipts`,
    `${PURCHASES}/read`,
  ]);
  expect(field(dialog, /^Saajan tilinumero/).value).toBe('FI21 1234 5600 0007 85');
  expect(field(dialog, /^Maksettava yhteensä/).value).toBe('251,00');
  await user.click(dialog.getByRole('button', { name: 'Tallenna ostolasku' }));
  dialog.getByText('Vahvista, että tiedot ovat kuten laskussa.');
  expect(server.sent(`POST ${PURCHASES}`)).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: /Olen verrannut/ }));
  await user.click(dialog.getByRole('button', { name: 'Tallenna ostolasku' }));
  const pay = within(await screen.findByRole('dialog', { name: /^Milloin Rakennustarvike Oy/ }));
  expect(JSON.parse(server.sent(`POST ${PURCHASES}`)[0] ?? '')).toMatchObject({
    name: 'Rakennustarvike Oy',
    amount: '200',
    alv: '25.5',
    vatAmount: '51',
    accountNumber: 'FI2112345600000785',
    receipts: [{ id: COPY.id }],
  });
  // What being paid at once costs is told before the choice, and nothing is chosen beforehand.
  pay.getByRole('radio', { name: /^Heti: palkkio 15,00/ });
  await user.click(pay.getByRole('button', { name: 'Lähetä maksettavaksi' }));
  pay.getByText('Valitse, milloin ostolasku maksetaan.');
  await user.click(pay.getByRole('radio', { name: /^Kun asiakas on maksanut/ }));
  await user.click(pay.getByRole('button', { name: 'Lähetä maksettavaksi' }));
  await (await section()).findByText('Maksetaan, kun asiakas on maksanut');
  expect(server.sent(`POST ${ONE}/sendForPayment`)).toEqual([
    JSON.stringify({ paynow: false, version: purchaseOf().version }),
  ]);
});

test('what being paid at once costs is shown anew where the purchase was changed meanwhile', async () => {
  const { user, server, nowBought } = open([purchaseOf()]);
  server.answers[`POST ${ONE}/sendForPayment`] = () => {
    nowBought([purchaseOf({ version: 3, amount: 2000, total: 2510, commission: 150 })]);
    return problem(409, 'PURCHASE_NOT_IN_STATE');
  };
  await user.click((await section()).getByRole('button', { name: /^Lähetä maksettavaksi/ }));
  const pay = within(await screen.findByRole('dialog', { name: /^Milloin Rakennustarvike Oy/ }));
  await user.click(pay.getByRole('radio', { name: /^Heti: palkkio 15,00/ }));
  await user.click(pay.getByRole('button', { name: 'Lähetä maksettavaksi' }));
  const now = await pay.findByRole<HTMLInputElement>('radio', { name: /^Heti: palkkio 150,00/ });
  await waitFor(() => expect(now.checked).toBe(false));
  expect(server.sent(`POST ${ONE}/sendForPayment`)).toEqual([
    JSON.stringify({ paynow: true, version: 2 }),
  ]);
});

test('an invoice of before a change of the VAT rates has the rate of then', async () => {
  const { user, server } = open();
  server.answers['GET /api/calc'] = (request) => {
    const isOfThen = new URL(request.url).searchParams.get('payday') === '01.11.2025';
    return json(200, { ...figures, vatRates: [0.255, isOfThen ? 0.14 : 0.135, 0.1, 0] });
  };
  const dialog = await openForm(user);
  const rate = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Alv-kanta' });
  const offered = ['25.5', '13.5', '10', '0', '14'];
  await waitFor(() => expect([...rate.options].map(({ value }) => value)).toEqual(offered));
});

test('without a copy nothing is saved, and the account is checked while it is typed', async () => {
  const { user, server } = open();
  const dialog = await openForm(user);
  const account = field(dialog, /^Saajan tilinumero/);
  fireEvent.change(account, { target: { value: 'FI21 1234 5600 0007' } });
  expect(account.getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.change(account, { target: { value: 'FI21 1234 5600 0007 86' } });
  expect(account.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(account, { target: { value: 'FI21 1234 5600 0007 85' } });
  dialog.getByText('Tilinumero on oikein kirjoitettu.');
  await user.click(dialog.getByRole('button', { name: 'Tallenna ostolasku' }));
  dialog.getByText('Liitä kopio ostolaskusta.');
  expect(server.sent(`POST ${PURCHASES}`)).toEqual([]);
});

test('a file that is not taken says why and can be sent again under its key', async () => {
  const { user } = open();
  const answers = [
    () => Response.error(),
    () => json(201, COPY),
    () => problem(422, 'FILE_UNREADABLE'),
  ];
  const uploaded = fakeUploads(() => answers.shift()!());
  const dialog = await openForm(user);
  await user.upload(fileInput(), pdf());
  await user.click(await dialog.findByRole('button', { name: 'Yritä uudelleen' }));
  await dialog.findByRole('button', { name: 'Näytä Lasku.pdf' });
  expect(uploaded[0]?.key).toBe(uploaded[1]?.key);
  // What cannot be read is written by hand.
  await dialog.findByText('Kopiosta ei löytynyt luettavia tietoja. Kirjoita ne laskusta.');
  // A copy of a purchase that is not made yet can always be removed.
  await user.click(dialog.getByRole('button', { name: 'Poista Lasku.pdf' }));
  expect(dialog.queryByRole('button', { name: 'Näytä Lasku.pdf' })).toBeNull();
});

test('the same invoice twice is refused with the bill that has it', async () => {
  const { user, server } = open();
  fakeUploads(({ address }) =>
    address === `${PURCHASES}/read` ? json(200, { proposals: [] }) : json(201, COPY),
  );
  const other = { id: 'other-bill', number: 1012, day: '02.11.2026' };
  server.answers[`POST ${PURCHASES}`] = () =>
    json(422, {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [{ field: 'accountNumber', key: 'DUPLICATE_PURCHASE', other }],
    });
  const dialog = await openForm(user);
  await user.upload(fileInput(), pdf());
  await dialog.findByRole('button', { name: 'Näytä Lasku.pdf' });
  await write(user, field(dialog, /^Maksun saaja/), 'Tukku Oy');
  await write(user, field(dialog, /^Saajan tilinumero/), 'FI2112345600000785');
  await write(user, field(dialog, /^Viitenumero/), '1232');
  await write(user, field(dialog, /^Veroton summa/), '200');
  await write(user, field(dialog, /^Eräpäivä/), '30.11.2026');
  await user.click(dialog.getByRole('button', { name: 'Tallenna ostolasku' }));
  await dialog.findByText(/Sama ostolasku on jo lisätty/);
  const link = dialog.getByRole('link', { name: /1012/ });
  expect(link.getAttribute('href')).toBe('/invoice?id=other-bill');
});

test('codes of several payments propose nothing; an electronic invoice is read and is no copy', async () => {
  const { user } = open();
  const uploaded = fakeUploads(({ address, file }) => {
    if (address !== `${PURCHASES}/read`) return json(201, COPY);
    const electronic = file.name.endsWith('.xml');
    return json(200, { proposals: electronic ? [READ] : [], several: !electronic });
  });
  const dialog = await openForm(user);
  await user.upload(fileInput(), pdf());
  await dialog.findByText(/^Kopiossa on usean eri maksun tiedot/);
  await dialog.findByRole('button', { name: 'Näytä Lasku.pdf' });
  await user.upload(fileInput(), new File(['<Finvoice/>'], 'lasku.xml', { type: 'text/xml' }));
  await dialog.findByText('Ehdotus laskusta');
  expect(uploaded.map(({ address }) => address)).toEqual([
    `${PURCHASES}/receipts`,
    `${PURCHASES}/read`,
    `${PURCHASES}/read`,
  ]);
  expect(field(dialog, /^Viitenumero/).value).toBe('1232');
});

test('what was read stays to be confirmed when the next copy cannot be read', async () => {
  const { user, server } = open();
  const uploaded = fakeUploads(({ address, file }) => {
    if (address !== `${PURCHASES}/read`) return json(201, COPY);
    return json(200, { proposals: file.name.endsWith('.xml') ? [READ] : [] });
  });
  const dialog = await openForm(user);
  await user.upload(fileInput(), new File(['<Finvoice/>'], 'lasku.xml', { type: 'text/xml' }));
  await user.click(await dialog.findByRole('checkbox', { name: /Olen verrannut/ }));
  await user.upload(fileInput(), pdf());
  await dialog.findByRole('button', { name: 'Näytä Lasku.pdf' });
  await waitFor(() => expect(uploaded).toHaveLength(3));
  await waitFor(() => expect(dialog.queryByText('Luetaan laskun tietoja')).toBeNull());
  const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: /Olen verrannut/ });
  expect(box.checked, 'nothing new is to be compared').toBe(true);
  dialog.getByText('Ehdotus laskusta');
  expect(dialog.queryByText(/^Kopiosta ei löytynyt/)).toBeNull();
  expect(dialog.getAllByText('Ehdotus: tarkista laskusta.').length).toBeGreaterThan(3);
  await user.click(box);
  await user.click(dialog.getByRole('button', { name: 'Tallenna ostolasku' }));
  dialog.getByText('Vahvista, että tiedot ovat kuten laskussa.');
  expect(server.sent(`POST ${PURCHASES}`)).toEqual([]);
});

test('the last copy of a purchase cannot be removed, and says why', async () => {
  const { user, server } = open([purchaseOf()]);
  await user.click(await screen.findByRole('button', { name: 'Muokkaa: Rakennustarvike Oy' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Muokkaa ostolaskua/ }));
  const remove = dialog.getByRole('button', { name: 'Poista Lasku.pdf' });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  dialog.getByText('Ainoaa kopiota ei voi poistaa. Liitä ensin toinen.');
  await user.click(remove);
  expect(server.sent(`DELETE /api/extcontractoritems/receipts/${COPY.id}`)).toEqual([]);
});

const STATES: readonly [PurchaseState, string, readonly string[]][] = [
  ['OPEN', 'Lähettämättä', ['Lasku.pdf', 'Lähetä maksettavaksi', 'Muokkaa', 'Poista']],
  [
    'WAITING_FOR_PAYMENT',
    'Maksetaan, kun asiakas on maksanut',
    ['Lasku.pdf', 'Avaa muokattavaksi'],
  ],
  ['PAY_NOW', 'Maksetaan heti', ['Lasku.pdf', 'Avaa muokattavaksi']],
  ['PAID', 'Maksettu', ['Lasku.pdf']],
];

test.each(STATES)(
  'a purchase that is %s says so and offers its steps',
  async (state, words, steps) => {
    const paid = state === 'PAID' ? '20.11.2026' : null;
    open([purchaseOf({ state, paid, canBeEdited: state === 'OPEN' })]);
    const item = within(await (await section()).findByRole('listitem'));
    item.getByText(words);
    expect(item.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(steps);
    expect(item.queryByText('Maksettu 20.11.2026.') !== null).toBe(paid !== null);
  },
);

test('of a bill that was sent only the copies can be opened', async () => {
  open([purchaseOf({ state: 'PAY_NOW', canBeEdited: false })], {
    state: 'CLOSED',
    editable: false,
  });
  const part = await section();
  await part.findByText(/Palkkio 15,00/);
  expect(part.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Lasku.pdf']);
});

test('a purchase is reopened and deleted after a question', async () => {
  const { user, server, nowBought } = open([purchaseOf({ state: 'PAY_NOW', canBeEdited: false })]);
  server.answers[`POST ${ONE}/open`] = () => {
    nowBought([purchaseOf()]);
    return json(200, purchaseOf());
  };
  server.answers[`DELETE ${ONE}`] = () => {
    nowBought([]);
    return new Response(null, { status: 204 });
  };
  await user.click(
    await screen.findByRole('button', { name: 'Avaa muokattavaksi: Rakennustarvike Oy' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Poista: Rakennustarvike Oy' }));
  expect(server.sent(`DELETE ${ONE}`)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Poista ostolasku' }));
  await screen.findByText('Ostolasku on poistettu.');
  await waitFor(() => expect(screen.queryByText('Rakennustarvike Oy')).toBeNull());
});

test('what another tab saved of a purchase is not overwritten unseen', async () => {
  const { user, server, nowBought } = open([purchaseOf()]);
  server.answers[`PUT ${ONE}`] = () => {
    const sent = JSON.parse(server.sent(`PUT ${ONE}`).at(-1) ?? '') as Purchase;
    if (sent.version === 3) return json(200, purchaseOf({ version: 4 }));
    nowBought([
      purchaseOf({ version: 3, name: 'Toinen Oy', amount: 300, vatAmount: 76.5, total: 376.5 }),
    ]);
    return problem(409, 'PURCHASE_NOT_IN_STATE');
  };
  await user.click((await section()).getByRole('button', { name: /^Muokkaa: / }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Muokkaa ostolaskua/ }));
  await write(user, field(dialog, /^Veroton summa/), '250');
  const save = dialog.getByRole('button', { name: 'Tallenna ostolasku' });
  await user.click(save);
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Summa' }));
  expect(field(dialog, /^Maksun saaja/).value).toBe('Toinen Oy');
  await user.click(save);
  await dialog.findByText('Valitse, kumpi säilytetään.');
  expect(server.sent(`PUT ${ONE}`)).toHaveLength(1);
  await user.click(choice.getByRole('radio', { name: /^Toisaalla: 300,00.*76,50/ }));
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(server.sent(`PUT ${ONE}`)[1] ?? '')).toMatchObject({
    version: 3,
    name: 'Toinen Oy',
    amount: '300',
    vatAmount: '76.5',
  });
});
