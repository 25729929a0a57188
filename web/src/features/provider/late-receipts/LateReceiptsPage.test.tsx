import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LateReceiptOfWorker } from '@/api/lateReceipts';
import type { Receipt } from '@/api/receipts';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const ID = '0193f000-0000-7000-8000-000000000001';
const PATH = `/api/provider/late-receipts/${ID}`;

function waiting(differences: Partial<LateReceiptOfWorker> = {}): LateReceiptOfWorker {
  return {
    personId: '0193a000-0000-7000-8000-000000000009',
    personName: 'Eero Mäkinen',
    mostVat: 25.5,
    vat: null,
    decidedBy: null,
    decidedOn: null,
    canBeUndone: false,
    lateReceipt: {
      id: ID,
      billId: '0193b000-0000-7000-8000-000000000001',
      billNumber: 1007,
      billCredited: true,
      customer: 'Kustantamo Oy',
      rowId: '0193d000-0000-7000-8000-000000000001',
      rowDate: '02.11.2026',
      rowText: 'Keikka',
      field: 'othercost_alv255',
      amount: 125.5,
      note: '',
      state: 'WAITING',
      refusal: '',
      version: 2,
      sentOn: '16.11.2026',
      payday: null,
      paid: false,
      receipts: [],
    },
    ...differences,
  };
}

function open(late: LateReceiptOfWorker) {
  const user = { ...worker, role: 'ROLE_CLERK', roles: ['ROLE_CLERK'] };
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/late-receipts': () => json(200, { lateReceipts: [late], next: null }),
    [`PUT ${PATH}/approve`]: () => json(200, late),
    [`PUT ${PATH}/refuse`]: () => json(200, late),
  });
  return { ...openApp('/provider/late-receipts'), server };
}

test('the VAT that is ticked goes with the approval', async () => {
  const { user, server } = open(waiting());
  await screen.findByRole('heading', { level: 2, name: 'Eero Mäkinen' });
  screen.getByText(/Lasku on hyvitetty/);
  await user.click(screen.getByRole('checkbox', { name: /ALV-lasku/ }));
  await user.click(screen.getByRole('button', { name: 'Hyväksy' }));
  await waitFor(() => expect(server.sent(`PUT ${PATH}/approve`)).toHaveLength(1));
  expect(JSON.parse(server.sent(`PUT ${PATH}/approve`)[0] ?? '')).toEqual({
    version: 2,
    vat: '25.5',
  });
});

test('VAT that cannot be read is told, and nothing is approved without it', async () => {
  const { user, server } = open(waiting());
  await user.click(await screen.findByRole('checkbox', { name: /ALV-lasku/ }));
  const vat = screen.getByRole('textbox', { name: /Vähennettävä arvonlisävero/ });
  await user.clear(vat);
  await user.type(vat, '2x');
  await user.click(screen.getByRole('button', { name: 'Hyväksy' }));
  await waitFor(() => expect(vat.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(vat);
  await user.type(vat, '20,10');
  await user.click(screen.getByRole('button', { name: 'Hyväksy' }));
  await waitFor(() => expect(server.sent(`PUT ${PATH}/approve`)).toHaveLength(1));
  expect(JSON.parse(server.sent(`PUT ${PATH}/approve`)[0] ?? '')).toMatchObject({ vat: '20.1' });
});

test('a refusal needs a reason, and approves nothing', async () => {
  const { user, server } = open(waiting());
  await user.click(await screen.findByRole('button', { name: 'Hylkää' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Hylkää' }));
  dialog.getByText('Kirjoita, miksi kuittia ei hyväksytä.');
  await user.type(dialog.getByRole('textbox', { name: /Syy/ }), 'Summa ei näy.');
  await user.click(dialog.getByRole('button', { name: 'Hylkää' }));
  await waitFor(() => expect(server.sent(`PUT ${PATH}/refuse`)).toHaveLength(1));
  expect(JSON.parse(server.sent(`PUT ${PATH}/refuse`)[0] ?? '')).toEqual({
    version: 2,
    reason: 'Summa ei näy.',
  });
  expect(server.sent(`PUT ${PATH}/approve`)).toHaveLength(0);
});

test('a refusal that fails keeps its reason as it was typed', async () => {
  const { user, server } = open(waiting());
  const refusing = `PUT ${PATH}/refuse`;
  const works = server.answers[refusing];
  server.answers[refusing] = () => Promise.reject(new TypeError('no connection'));
  await user.click(await screen.findByRole('button', { name: 'Hylkää' }));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByRole('textbox', { name: /Syy/ });
  await user.type(reason, 'Summa ei näy.');
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Hylkää' });
  await user.click(button);
  await screen.findByText(/^Palveluun ei saada yhteyttä/);
  await waitFor(() => expect(button.disabled).toBe(false));
  expect(reason).toHaveProperty('value', 'Summa ei näy.');
  if (works !== undefined) server.answers[refusing] = works;
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent(refusing)).toHaveLength(2);
});

test('nobody decides about their own', async () => {
  open(waiting({ personId: worker.id }));
  await screen.findByText('Toinen käsittelijä päättää sinun kuiteistasi.');
  expect(screen.queryByRole('button', { name: 'Hyväksy' })).toBeNull();
});

/** A page of late receipts that wait, each with a file. The server answers with those that are in `list`. */
function openAll(...names: readonly string[]) {
  // jsdom makes no addresses for files in memory.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }),
  );
  const list = names.map((personName, place) => {
    const receipt: Receipt = {
      id: `0193e000-0000-7000-8000-00000000000${place}`,
      date: '16.11.2026',
      displayname: `${personName}.png`,
      mediaType: 'image/png',
      size: 1000,
      sameAs: null,
    };
    const { lateReceipt } = waiting();
    const id = `${ID.slice(0, -1)}${place}`;
    return waiting({ personName, lateReceipt: { ...lateReceipt, id, receipts: [receipt] } });
  });
  const user = { ...worker, role: 'ROLE_CLERK', roles: ['ROLE_CLERK'] };
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/late-receipts': () => json(200, { lateReceipts: list, next: null }),
  });
  const file = () => new Response('x', { headers: { 'Content-Type': 'image/png' } });
  const pathOf = (place: number) => `/api/provider/late-receipts/${ID.slice(0, -1)}${place}`;
  for (const [place, late] of list.entries()) {
    server.answers[`GET /api/billableitem/receipt/${late.lateReceipt.receipts[0]!.id}`] = file;
    for (const step of ['approve', 'refuse']) {
      server.answers[`PUT ${pathOf(place)}/${step}`] = () => {
        list.splice(list.indexOf(late), 1);
        return json(200, late);
      };
    }
  }
  const opened = openApp('/provider/late-receipts');
  return {
    ...opened,
    server,
    list,
    file,
    fileOf: (place: number) =>
      `GET /api/billableitem/receipt/0193e000-0000-7000-8000-00000000000${place}`,
    approve: (place: number) => `PUT ${pathOf(place)}/approve`,
    fetchAgain: () =>
      opened.queryClient.invalidateQueries({ queryKey: ['provider-late-receipts'] }),
  };
}

const shown = (name: string) => screen.findByRole('heading', { level: 2, name });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
/** The button to approve, once the file is on the screen. */
async function approval() {
  await screen.findByRole('img');
  const approve = await button('Hyväksy');
  await waitFor(() => expect(approve.getAttribute('aria-disabled')).toBe('false'));
  return approve;
}
const GONE = /^Tämä kuitti ei ole enää listalla/;

test('what another clerk decided is told in its place, and nothing else opens by itself', async () => {
  const { user, list, fetchAgain } = openAll('Aino', 'Eero', 'Sanna');
  await shown('Aino');
  await user.keyboard('j');
  await shown('Eero');
  await user.click(await button('Hylkää'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Syy/ }), 'Summa ei näy.');
  list.splice(1, 1);
  await fetchAgain();
  await screen.findByText(GONE);
  screen.getByText('Valitse listalta seuraava.');
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Hyväksy' })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('j');
  await shown('Sanna');
  expect(screen.queryByText(GONE)).toBeNull();
});

test('the last one that another clerk decided is told too', async () => {
  const { list, fetchAgain } = openAll('Aino');
  await shown('Aino');
  list.splice(0, 1);
  await fetchAgain();
  await screen.findByText(GONE);
  screen.getByText('Yhtään unohtunutta kuittia ei odota käsittelyä.');
});

test('a list that comes anew leaves the open one open, with what was typed', async () => {
  const { user, list, fetchAgain } = openAll('Aino', 'Eero');
  await shown('Aino');
  await user.click(await button('Hylkää'));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByRole<HTMLInputElement>('textbox', { name: /Syy/ });
  await user.type(reason, 'Summa ei näy.');
  const [first] = list.splice(0, 1);
  const { lateReceipt } = first!;
  list.push({ ...first!, lateReceipt: { ...lateReceipt, version: lateReceipt.version + 2 } });
  await fetchAgain();
  await waitFor(() =>
    expect(screen.getAllByText(/^(Aino|Eero), /)[0]?.textContent).toMatch(/^Eero, /),
  );
  expect(reason.isConnected).toBe(true);
  expect(reason.value).toBe('Summa ei näy.');
});

test('after an approval the next one opens, and is not approved before it is on the screen', async () => {
  const { user, server, file, fileOf, approve, fetchAgain } = openAll('Aino', 'Eero', 'Sanna');
  const late = Promise.withResolvers<Response>();
  server.answers[fileOf(1)] = () => late.promise;
  await shown('Aino');
  await user.click(await approval());
  await shown('Eero');
  await screen.findByText('Kuitti on hyväksytty.');
  const second = await button('Hyväksy');
  expect(second.getAttribute('aria-description')).toMatch(/ei ole vielä näkyvissä/);
  await user.click(second);
  late.resolve(file());
  await waitFor(() => expect(second.getAttribute('aria-disabled')).toBe('false'));
  // The second click of a double click, of which the first approved the one before.
  fireEvent.click(second, { detail: 2 });
  await fetchAgain();
  expect(server.sent(approve(1))).toHaveLength(0);
  await user.click(second);
  await shown('Sanna');
  expect(server.sent(approve(1))).toHaveLength(1);
  expect(screen.queryByText(GONE)).toBeNull();
});

test('a list that knows of an own decision before its answer comes blames nobody', async () => {
  const { user, server, list, approve, fetchAgain } = openAll('Aino', 'Eero');
  const late = Promise.withResolvers<Response>();
  const [first] = list;
  server.answers[approve(0)] = () => late.promise;
  await shown('Aino');
  await user.click(await approval());
  await waitFor(() => expect(server.sent(approve(0))).toHaveLength(1));
  list.splice(0, 1);
  await fetchAgain();
  await waitFor(() => expect(screen.queryByText(/^Aino, /)).toBeNull());
  await shown('Aino');
  expect(screen.queryByText(GONE)).toBeNull();
  late.resolve(json(200, first));
  await shown('Eero');
  await screen.findByText('Kuitti on hyväksytty.');
});

test('after the last one nothing is left, and nobody is blamed', async () => {
  const { user } = openAll('Aino');
  await shown('Aino');
  await user.click(await approval());
  await screen.findByText('Yhtään unohtunutta kuittia ei odota käsittelyä.');
  expect(screen.queryByText(GONE)).toBeNull();
});
