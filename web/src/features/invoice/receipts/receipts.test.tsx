import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bill } from '@/api/bills';
import type { Receipt } from '@/api/receipts';
import { fakeUploads } from '@/test/account';
import { billOf, cardOf } from '@/test/bills';
import { json, problem } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { blankRow } from '@/test/rows';

const ROW = '0193d000-0000-7000-8000-0000000000aa';
const OTHER_BILL = '0193b000-0000-7000-8000-0000000000ff';

/** jsdom draws no pictures: every file is one of two by three, and every canvas becomes a JPEG. */
function fakeDrawing() {
  const drawn = () => vi.fn<(...parts: unknown[]) => void>();
  const context = { fillRect: drawn(), translate: drawn(), rotate: drawn(), drawImage: drawn() };
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 2, height: 3 }));
  const { prototype } = HTMLCanvasElement;
  vi.spyOn(prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob(['drawn'], { type: 'image/jpeg' })),
  );
  return context;
}

afterEach(() => {
  vi.restoreAllMocks();
});

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
});

const receiptOf = (number: number, differences: Partial<Receipt> = {}): Receipt => ({
  id: `0193e000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  date: '16.11.2026',
  displayname: `Kuitti ${number}.pdf`,
  mediaType: 'application/pdf',
  size: 1000,
  sameAs: null,
  ...differences,
});

/** The editor of a bill with one row, on a server that keeps its receipts. */
function open(differences: Partial<Bill['billableitems'][number]> = {}, of: Partial<Bill> = {}) {
  const receipts: Receipt[] = [...(differences.receipts ?? [])];
  const row = { ...blankRow, id: ROW, date: '02.11.2026', destination: 'Keikka', alvPrice: 1000 };
  const bill: Bill = { ...billOf(cardOf()), billableitems: [{ ...row, ...differences }], ...of };
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  opened.server.answers[`GET /api/billableitem/${ROW}`] = () =>
    json(200, { ...row, ...differences, receipts });
  for (const { id } of receipts) {
    opened.server.answers[`GET /api/billableitem/receipt/${id}`] = () =>
      new Response('content', { headers: { 'content-type': 'image/png' } });
    opened.server.answers[`DELETE /api/billableitem/receipt/${id}`] = () => {
      receipts.splice(0, 1);
      return new Response(null, { status: 204 });
    };
  }
  const keep = (receipt: Receipt) => {
    receipts.push(receipt);
    return json(201, receipt);
  };
  return { ...opened, keep, receipts };
}

async function openDialog(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: /^Kulut ja kuitit/ }));
  return within(await screen.findByRole('dialog', { name: /^Kulut ja kuitit/ }));
}

type Dialog = Awaited<ReturnType<typeof openDialog>>;

const amount = (dialog: Dialog, kind: string, vat: string) =>
  within(dialog.getByRole('group', { name: kind })).getByRole<HTMLInputElement>('textbox', {
    name: new RegExp(`^Alv ${vat}\\s`),
  });
const fileInput = () => document.querySelector<HTMLInputElement>('input[type="file"][multiple]')!;
const fileOf = (name: string) => new File(['content'], name, { type: 'application/pdf' });

test('amounts are offered at the rates of the day, summed up and saved', async () => {
  const { user, save, lastBody } = open({ receipts: [receiptOf(1)] });
  const dialog = await openDialog(user);
  const hotel = within(dialog.getByRole('group', { name: 'Majoitus' }));
  await waitFor(() => expect(hotel.getAllByRole('textbox')).toHaveLength(4));
  fireEvent.change(amount(dialog, 'Majoitus', '13,5'), { target: { value: '113,50' } });
  fireEvent.change(amount(dialog, 'Muut kulut', '0'), { target: { value: '6,5' } });
  fireEvent.blur(amount(dialog, 'Muut kulut', '0'));
  dialog.getByText(/^120,00/);
  expect(dialog.queryByText('Liitä kuitti.')).toBeNull();
  await waitFor(() =>
    expect(lastBody(save).billableitems?.[0]).toMatchObject({
      hotelcost_alv135: '113.5',
      othercost: '6.5',
    }),
  );
});

test('an expense that keeps a bill from being sent leads into the dialog', async () => {
  const { user, server, id } = open({ hotelcost_alv135: 80 });
  const button = await screen.findByRole('button', { name: /^Kulut ja kuitit: 80,00/ });
  const problems = [{ field: 'billableitems[0].hotelcost_alv135', key: 'RECEIPT_REQUIRED' }];
  server.answers[`GET /api/person/bill/${id}/validate`] = () =>
    json(200, { valid: false, overridable: false, remarks: [], problems });
  await user.keyboard('{Control>}{Enter}{/Control}');
  const question = within(await screen.findByRole('dialog'));
  await user.click(await question.findByRole('button', { name: /^Rivi 1, / }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Kulut ja kuitit/ }));
  const field = await waitFor(() => amount(dialog, 'Majoitus', '13,5'));
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('an amount asks for its receipt until there is one', async () => {
  const { user, keep } = open();
  fakeUploads(() => keep(receiptOf(1)));
  const dialog = await openDialog(user);
  await dialog.findByText('Rivillä ei ole vielä kuitteja.');
  const field = await waitFor(() => amount(dialog, 'Matkakulut', '10'));
  fireEvent.change(field, { target: { value: '20' } });
  dialog.getByText('Liitä kuitti.');
  await user.upload(fileInput(), fileOf('juna.pdf'));
  await dialog.findByText('Kuitti 1.pdf');
  expect(dialog.queryByText('Liitä kuitti.')).toBeNull();
});

test('a rate that is not of the day is shown with its amount and its own text', async () => {
  const { user } = open({ hotelcost_alv24: 50, othercost_alv14: 5, receipts: [receiptOf(1)] });
  const dialog = await openDialog(user);
  await dialog.findByText(/^Majoituksen summa ei kuulu 24/);
  expect(dialog.getByText(/^Kulun summa ei kuulu 14/)).toBeDefined();
});

test.each([
  ['refused', null, 'true'],
  ['right on a credit note', { id: OTHER_BILL, number: 1012 }, null],
])('a negative amount is %s', async (_, creditOf, invalid) => {
  const { user } = open({ othercost: -5 }, { creditOf } as Partial<Bill>);
  const dialog = await openDialog(user);
  const field = await waitFor(() => amount(dialog, 'Muut kulut', '0'));
  expect(field.getAttribute('aria-invalid')).toBe(invalid);
});

test('several files are sent at once, each under a key of its own', async () => {
  const { user, keep, receipts } = open();
  const uploaded = fakeUploads(() => keep(receiptOf(receipts.length + 1)));
  const dialog = await openDialog(user);
  const files = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map(fileOf);
  await user.upload(fileInput(), files);
  await dialog.findByText('Kuitti 4.pdf');
  expect(uploaded.map(({ address }) => address)).toEqual(
    files.map(() => `/api/billableitem/${ROW}/receipt`),
  );
  expect(new Set(uploaded.map(({ key }) => key)).size).toBe(4);
  await screen.findByText(/ 4 kuittia$/);
});

test('three files go at a time, and the next when one of them has arrived', async () => {
  const { user, keep } = open();
  const arrive: (() => void)[] = [];
  const uploaded = fakeUploads(
    () =>
      new Promise<Response>((resolve) => {
        const receipt = receiptOf(arrive.length + 1);
        arrive.push(() => resolve(keep(receipt)));
      }),
  );
  const dialog = await openDialog(user);
  await user.upload(fileInput(), ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map(fileOf));
  await waitFor(() => expect(uploaded).toHaveLength(3));
  dialog.getByText('Odottaa vuoroaan');
  arrive[0]?.();
  await waitFor(() => expect(uploaded).toHaveLength(4));
  expect(dialog.queryByText('Odottaa vuoroaan')).toBeNull();
});

test.each([
  ['is sent as a JPEG where the browser can draw it', true, 'IMG_1.jpg', 'image/jpeg'],
  ['goes as it is where it cannot', false, 'IMG_1.HEIC', 'image/heic'],
])('a picture of an iPhone %s', async (_, drawn, name, type) => {
  const { user, keep } = open();
  fakeDrawing();
  if (!drawn)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no such picture')));
  const uploaded = fakeUploads(() => keep(receiptOf(1)));
  const dialog = await openDialog(user);
  const zone = dialog.getByText('Lisää kuitteja');
  const file = new File(['content'], 'IMG_1.HEIC', { type: 'image/heic' });
  fireEvent.drop(zone, { dataTransfer: { files: [file] } });
  await dialog.findByText('Kuitti 1.pdf');
  expect([uploaded[0]?.file.name, uploaded[0]?.file.type]).toEqual([name, type]);
});

test('files that are dropped are sent too', async () => {
  const { user, keep } = open();
  const uploaded = fakeUploads(() => keep(receiptOf(1)));
  const dialog = await openDialog(user);
  const zone = dialog.getByText('Lisää kuitteja');
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf('a.pdf')] } });
  await dialog.findByText('Kuitti 1.pdf');
  expect(uploaded).toHaveLength(1);
});

test.each([
  ['HEIC_NOT_ALLOWED', /HEIC-kuvaa ei voi avata/],
  ['FILE_UNREADABLE', /Tiedostoa ei voi lukea/],
  ['PDF_PROTECTED', /suojattu salasanalla/],
  ['PDF_TOO_LARGE', /liian laaja avattavaksi/],
])('a file refused by %s says what to do, and another one can be chosen', async (key, text) => {
  const { user, keep } = open();
  const answers = [
    () => json(422, { errorKey: key, message: '', fields: [{ field: 'file', key }] }),
    () => keep(receiptOf(1)),
  ];
  const uploaded = fakeUploads(() => answers.shift()!());
  const dialog = await openDialog(user);
  await user.upload(fileInput(), fileOf('huono.pdf'));
  await dialog.findByText(text);
  screen.getByText('Kaikkia kuitteja ei voitu lähettää');
  expect(dialog.queryByRole('button', { name: 'Yritä uudelleen' })).toBeNull();
  dialog.getByRole('button', { name: 'Valitse toinen tiedosto' });
  const other = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')].find(
    (input) => !input.multiple,
  );
  await user.upload(other!, fileOf('hyvä.pdf'));
  await dialog.findByText('Kuitti 1.pdf');
  expect(dialog.queryByText(text)).toBeNull();
  expect(uploaded[0]?.key, 'another file is another receipt').not.toBe(uploaded[1]?.key);
});

test('too large a file is told so without being sent, and by the server where it is asked', async () => {
  const { user } = open();
  const uploaded = fakeUploads(() => problem(413, 'RECEIPT_TOO_LARGE'));
  const dialog = await openDialog(user);
  const huge = fileOf('suuri.pdf');
  Object.defineProperty(huge, 'size', { value: 10 * 1024 * 1024 + 1 });
  await user.upload(fileInput(), huge);
  await dialog.findByText(/liian suuri: se saa olla enintään 10 Mt/);
  expect(uploaded).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Poista listalta: suuri.pdf' }));
  await user.upload(fileInput(), fileOf('melkein.pdf'));
  await dialog.findByText(/liian suuri: se saa olla enintään 10 Mt/);
  expect(uploaded).toHaveLength(1);
});

test('an upload that failed on the way is tried again under the same key', async () => {
  const { user, keep } = open();
  const answers = [() => Response.error(), () => keep(receiptOf(1))];
  const uploaded = fakeUploads(() => answers.shift()!());
  const dialog = await openDialog(user);
  await user.upload(fileInput(), fileOf('a.pdf'));
  await user.click(await dialog.findByRole('button', { name: 'Yritä uudelleen' }));
  await dialog.findByText('Kuitti 1.pdf');
  expect(uploaded[0]?.key).toBe(uploaded[1]?.key);
});

test('an upload can be cancelled, and nothing is deleted or replaced while one is under way', async () => {
  const { user } = open({ receipts: [receiptOf(1)] });
  fakeUploads(() => new Promise<Response>(() => undefined));
  const dialog = await openDialog(user);
  await user.upload(fileInput(), fileOf('hidas.pdf'));
  const bar = await dialog.findByRole('progressbar', { name: 'Tiedoston hidas.pdf lähetys' });
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'));
  const remove = dialog.getByRole('button', { name: 'Poista Kuitti 1.pdf' });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  await user.click(remove);
  expect(screen.queryByText('Poistetaanko kuitti?')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Peruuta lähetys: hidas.pdf' }));
  await waitFor(() => expect(dialog.queryByText('hidas.pdf')).toBeNull());
  expect(remove.getAttribute('aria-disabled')).toBe('false');
});

test('a receipt is deleted after a question', async () => {
  const { user, server } = open({ receipts: [receiptOf(1)] });
  const dialog = await openDialog(user);
  await user.click(await dialog.findByRole('button', { name: 'Poista Kuitti 1.pdf' }));
  await user.click(await screen.findByRole('button', { name: 'Poista kuitti' }));
  await waitFor(() => expect(dialog.queryByText('Kuitti 1.pdf')).toBeNull());
  expect(server.sent(`DELETE /api/billableitem/receipt/${receiptOf(1).id}`)).toHaveLength(1);
});

test('that a receipt could not be deleted is told', async () => {
  const { user, server } = open({ receipts: [receiptOf(1)] });
  server.answers[`DELETE /api/billableitem/receipt/${receiptOf(1).id}`] = () =>
    problem(409, 'invoiceDisabled');
  const dialog = await openDialog(user);
  await user.click(await dialog.findByRole('button', { name: 'Poista Kuitti 1.pdf' }));
  await user.click(await screen.findByRole('button', { name: 'Poista kuitti' }));
  await screen.findByText('Laskua ei voi enää muokata.');
  dialog.getByText('Kuitti 1.pdf');
});

test('a picture is turned and put in the place of the one before', async () => {
  const receipt = receiptOf(1, { displayname: 'IMG_1.png', mediaType: 'image/png' });
  const { user, server } = open({ receipts: [receipt] });
  const { rotate, translate } = fakeDrawing();
  const uploaded = fakeUploads(() => json(200, { ...receipt, displayname: 'IMG_1.jpg' }));
  const dialog = await openDialog(user);
  await user.click(await dialog.findByRole('button', { name: 'Käännä IMG_1.png' }));
  await dialog.findByText('IMG_1.jpg');
  expect(uploaded).toMatchObject([
    { method: 'PUT', address: `/api/billableitem/receipt/${receipt.id}` },
  ]);
  expect(rotate).toHaveBeenCalledWith(Math.PI / 2);
  expect(translate, 'as wide as it was high').toHaveBeenCalledWith(3, 0);
  expect(dialog.queryByText('IMG_1.png')).toBeNull();
  const files = () => server.sent(`GET /api/billableitem/receipt/${receipt.id}`);
  await waitFor(() => expect(files(), 'the new picture is fetched').toHaveLength(2));
});

test('the same receipt on another bill is remarked, with a link to that', async () => {
  const sameAs = { billId: OTHER_BILL, billNumber: 1012, displayname: 'Hotelli.pdf' };
  const { user, id } = open({ receipts: [receiptOf(1, { sameAs })] });
  const dialog = await openDialog(user);
  await dialog.findByText(/Sama kuitti \(Hotelli.pdf\) on myös toisella laskulla/);
  const link = dialog.getByRole('link', { name: 'Lasku 1012' });
  expect(link.getAttribute('href')).toBe(`/invoice?id=${OTHER_BILL}`);
  expect(id).not.toBe(OTHER_BILL);
});

test('the same receipt twice on this bill is remarked without a link', async () => {
  const bill = billOf(cardOf());
  const sameAs = { billId: bill.id, billNumber: null, displayname: 'Taksi.pdf' };
  const { user } = open({ receipts: [receiptOf(1, { sameAs })] });
  const dialog = await openDialog(user);
  await dialog.findByText('Sama kuitti on tällä laskulla toisenkin kerran: Taksi.pdf.');
  expect(dialog.queryByRole('link')).toBeNull();
});

test('a row that is not saved yet is saved first; where it cannot be, the file waits for that', async () => {
  const { user, keep, store } = openEditorOfNew();
  const uploaded = fakeUploads(() => keep());
  await user.click(await screen.findByRole('button', { name: 'Lisää rivi' }));
  const dialog = await openDialog(user);
  await user.upload(fileInput(), fileOf('a.pdf'));
  await dialog.findByText(/Kuitti lähetetään, kun lasku on tallennettu.*valitse asiakas/i);
  expect(uploaded).toEqual([]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('combobox', { name: 'Asiakas' }));
  await user.click(await screen.findByRole('option', { name: /Kesäteatteri Oy/, hidden: true }));
  await waitFor(() => expect(store.all()).toHaveLength(1));
  await waitFor(() => expect(uploaded).toHaveLength(1));
  const rowId = store.all()[0]?.billableitems[0]?.id;
  expect(uploaded[0]?.address).toBe(`/api/billableitem/${rowId}/receipt`);
});

function openEditorOfNew() {
  const opened = openEditor('/invoice');
  return { ...opened, keep: () => json(201, receiptOf(1)) };
}

test('leaving while receipts are sent asks, and staying keeps them', async () => {
  const { user, router } = open();
  fakeUploads(() => new Promise<Response>(() => undefined));
  const dialog = await openDialog(user);
  await user.upload(fileInput(), fileOf('hidas.pdf'));
  await dialog.findByText('hidas.pdf');
  void router.navigate({ to: '/invoices' });
  const question = within(await screen.findByRole('dialog', { name: 'Kuitteja lähetetään vielä' }));
  await user.click(question.getByRole('button', { name: 'Jää tälle sivulle' }));
  expect(router.state.location.pathname).toBe('/invoice');
  dialog.getByText('hidas.pdf');
});

test('a row takes twenty receipts and no more', async () => {
  const { user, keep } = open({
    receipts: Array.from({ length: 19 }, (_, place) => receiptOf(place + 1)),
  });
  const uploaded = fakeUploads(() => keep(receiptOf(20)));
  const dialog = await openDialog(user);
  await dialog.findByText('Kuitti 19.pdf');
  await user.upload(fileInput(), [fileOf('a.pdf'), fileOf('b.pdf')]);
  await dialog.findByText('Kuitti 20.pdf');
  expect(uploaded).toHaveLength(1);
  dialog.getByText('b.pdf');
  dialog.getByText('Rivillä voi olla enintään 20 kuittia.');
});

test('of a bill that was sent the receipts are only shown', async () => {
  const { user } = open(
    { receipts: [receiptOf(1)], othercost: 5 },
    { state: 'PENDING', editable: false },
  );
  const dialog = await openDialog(user);
  await dialog.findByText('Kuitti 1.pdf');
  expect(amount(dialog, 'Muut kulut', '0').disabled).toBe(true);
  expect(dialog.queryByRole('button', { name: /^Poista/ })).toBeNull();
  expect(dialog.queryByText('Lisää kuitteja')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Näytä Kuitti 1.pdf' }));
  await screen.findByRole('dialog', { name: 'Kuitti 1.pdf' });
});
