import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LateReceiptOfWorker } from '@/api/lateReceipts';
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
