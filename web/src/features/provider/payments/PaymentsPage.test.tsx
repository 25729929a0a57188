import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BankFile } from '@/api/bankFiles';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { detailsOf, paymentOf, PaymentServer } from '@/test/payments';

const FILE: BankFile = {
  id: 'file',
  name: 'tiliote.xml',
  uploadedBy: 'Pirjo Nieminen',
  uploadedAt: '2026-11-16T06:00:00Z',
  booked: true,
  transactions: 5,
  new: 4,
  matched: 2,
  unmatched: 1,
  refundable: 1,
  firstDay: '16.11.2026',
  lastDay: '16.11.2026',
  closingBalance: 1800.5,
  closingDate: '16.11.2026',
  remarks: [],
};
const UPLOAD = 'POST /api/provider/bank-files';
const chosen = (name: string) => new File(['<Document/>'], name, { type: 'text/xml' });
const zone = async () => within(await screen.findByRole('region', { name: 'Tuo tiliote' }));
const input = () => {
  const found = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (found === null) throw new Error('no file input');
  return found;
};

test('a statement tells what it gave once it is booked, and the payments are read again', async () => {
  const payroll = new PaymentServer();
  const server = fakeServer(payroll.answers());
  const { user } = openApp('/provider/payments');
  await screen.findByText('Kaikki maksut on kohdistettu.');
  let booked = false;
  server.answers[UPLOAD] = () => json(201, { ...FILE, booked: false, new: 0 });
  server.answers['GET /api/provider/bank-files'] = () =>
    json(200, { files: [{ ...FILE, booked, new: booked ? 4 : 1 }], next: null });
  await user.upload(input(), chosen('tiliote.xml'));
  const result = await zone();
  await result.findByText(/Kirjataan: tiliote.xml/);
  booked = true;
  const arrived = detailsOf(paymentOf());
  payroll.payments.set('a', arrived);
  expect((await result.findByText('Tuotu jo aiemmin')).nextSibling?.textContent).toBe('1');
  await screen.findByRole('link', { name: 'Korhonen Kalevi' });
  await screen.findByRole('tab', { name: /Kohdistamattomat.*1/ });
});

test('a file that is none is refused in plain words; the one after it is still sent', async () => {
  const server = fakeServer(new PaymentServer().answers());
  const answers = [problem(422, 'BANK_FILE_NOT_CAMT'), json(200, FILE)];
  server.answers[UPLOAD] = () => answers.shift() ?? problem(500, 'ERROR');
  const { user } = openApp('/provider/payments');
  await screen.findByText('Kaikki maksut on kohdistettu.');
  const result = await zone();
  fireEvent.drop(result.getByText(/Pudota tiedosto/), {
    dataTransfer: { files: [chosen('lomakuva.xml'), chosen('tiliote.xml')] },
  });
  await result.findByText(/ei ole tiliote/);
  await result.findByText(/Sama tiedosto tuotiin jo/);
  await user.click(result.getByRole('button', { name: 'Piilota tulokset' }));
  await waitFor(() => expect(result.queryByText(/ei ole tiliote/)).toBeNull());
});

test('the lists are in the address, and those without anything to decide share a tab', async () => {
  const gone = paymentOf({ id: 'o', state: 'OUTGOING', payerName: 'Vuokra Oy', amount: -900 });
  fakeServer(new PaymentServer(detailsOf(gone)).answers());
  const { user } = openApp('/provider/payments?view=OUTGOING');
  await screen.findByRole('link', { name: 'Vuokra Oy' });
  expect(screen.getByRole('tab', { name: 'Muut' }).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('radio', { name: 'Perutut' }));
  await screen.findByText('Pankki ei ole perunut yhtään maksua.');
  expect(window.location.search).toBe('?view=REVERSED');
  await user.click(screen.getByRole('tab', { name: 'Tiliotteet' }));
  await screen.findByText('Yhtään tiliotetta ei ole vielä tuotu.');
});

test('payments are searched, and another list is searched for the same', async () => {
  const matched = paymentOf({ id: 'b', payerName: 'Vuokra Oy', state: 'MATCHED' });
  fakeServer(new PaymentServer(detailsOf(paymentOf()), detailsOf(matched)).answers());
  const { user } = openApp('/provider/payments');
  await screen.findByRole('link', { name: 'Korhonen Kalevi' });
  const box = () =>
    screen.getByRole('searchbox', { name: 'Hae maksajalla, viitteellä tai summalla' });
  await user.type(box(), 'Vuokra');
  await screen.findByText('Haulla ”Vuokra” ei löytynyt maksuja tästä listasta.');
  await user.click(screen.getByRole('tab', { name: /Kohdistetut/ }));
  await screen.findByRole('link', { name: 'Vuokra Oy' });
  expect(window.location.search).toBe('?view=MATCHED&q=Vuokra');
  expect(box()).toHaveProperty('value', 'Vuokra');
});

test('a statement shows its closing balance and what was not booked of it', async () => {
  const remark = {
    kind: 'SUM_DIFFERS',
    bankId: 'ERA1',
    amount: 2000,
    booked: 1800,
    paymentId: 'a',
  } as const;
  const server = fakeServer(new PaymentServer(detailsOf(paymentOf())).answers());
  server.answers['GET /api/provider/bank-files'] = () =>
    json(200, { files: [{ ...FILE, remarks: [remark] }], next: null });
  openApp('/provider/payments?view=FILES');
  await screen.findByText(/1\s?800,50/);
  const note = await screen.findByRole('note', { name: 'Huomautukset' });
  expect(note.textContent).toMatch(/ERA1.*2\s?000,00.*1\s?800,00/);
  expect(within(note).getByRole('link').getAttribute('href')).toMatch(/payments\/a/);
});

test('a file with a huge amount is refused with its entry', async () => {
  const server = fakeServer(new PaymentServer().answers());
  const errorKey = 'BANK_FILE_AMOUNT_TOO_LARGE';
  const fields = [{ field: 'entries[1]', key: errorKey }];
  server.answers[UPLOAD] = () => json(422, { errorKey, message: '', fields });
  const { user } = openApp('/provider/payments');
  await screen.findByText('Kaikki maksut on kohdistettu.');
  await user.upload(input(), chosen('tiliote.xml'));
  const result = await zone();
  await result.findByText(/enintään 100 000 000 €/);
  await result.findByText('Virhe on tiedoston tapahtumassa 2.');
});
