import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Bill } from '@/api/bills';
import { BILLS, billOf, cardOf } from '@/test/bills';
import { json, worker } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { entrepreneur } from '@/test/summaries';

const CREDITABLE = `GET /api/person/${worker.id}/creditable-bills`;
const SENT = {
  id: '0193b000-0000-7000-8000-000000000009',
  billNumber: 1005,
  billingdate: '02.11.2026',
  totalpriceWithAlv: 1255,
  leftToCredit: 753,
};
const LINK = { id: SENT.id, billNumber: 1005, state: 'CLOSED' as const, totalpriceWithAlv: 1255 };

const open = (differences: Partial<Bill> = {}, offered: readonly unknown[] = [SENT]) => {
  const bill = { ...billOf(cardOf()), ...differences };
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  opened.server.answers[CREDITABLE] = () => json(200, { bills: offered });
  return opened;
};
const price = async () => {
  const row = await screen.findByRole('listitem', { name: /^Rivi 1/ });
  return within(row).getByRole<HTMLInputElement>('textbox', { name: /^Veroton hinta/ });
};
const write = async (value: string) => {
  const input = await price();
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const chooser = () => screen.findByRole<HTMLSelectElement>('combobox', { name: /Mitä laskua/ });

test('a bill that asks for money is not asked what it credits', async () => {
  open();
  await price();
  expect(screen.queryByRole('combobox', { name: /Mitä laskua/ })).toBeNull();
});

test('rows below zero ask which bill is credited, with what is left of each', async () => {
  const { save, lastBody } = open();
  await write('-200');
  await waitFor(async () => expect((await chooser()).disabled).toBe(false));
  const select = await chooser();
  const left = within(select).getByRole<HTMLOptionElement>('option', { name: /^Lasku 1005/ });
  expect(left.textContent).toMatch(/02\.11\.2026 · jäljellä 753,00/);
  fireEvent.change(select, { target: { value: SENT.id } });
  await waitFor(() => expect(lastBody(save).creditOf).toEqual({ id: SENT.id }));
  // Nothing is to be paid of it, and its terms are those of the bill.
  expect(screen.queryByRole('textbox', { name: /^Eräpäivä/ })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Laskuta korvaukset asiakkaalta' })).toBeNull();
});

test.each([
  [{}, 'Hyvityslasku'],
  [{ billNumber: 1006, state: 'PAID', editable: false } as const, 'Hyvityslasku 1006'],
])('the heading calls a credit note what it is: %o', async (differences, name) => {
  open({ creditOf: LINK, ...differences });
  await screen.findByRole('heading', { level: 1, name });
});

test('a customer without sent bills has nothing to credit', async () => {
  open({}, []);
  await write('-200');
  await screen.findByText(/ei ole lähetettyä laskua/);
});

test('what is wrong with the credited bill stands at its field', async () => {
  const { server, id, user } = open({ creditOf: LINK });
  await price();
  server.answers[`GET /api/person/bill/${id}/validate`] = () =>
    json(200, {
      valid: false,
      overridable: false,
      remarks: [],
      problems: [{ field: 'creditOf', key: 'CREDIT_MORE_THAN_LEFT' }],
    });
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: /^Hyvitettävä lasku: / }));
  const select = await chooser();
  await waitFor(() => expect(document.activeElement).toBe(select));
  expect(select.getAttribute('aria-invalid')).toBe('true');
});

test('a bill that the server takes for a credit note asks what it credits', async () => {
  const { server, id, user } = open();
  await price();
  server.answers[`GET /api/person/bill/${id}/validate`] = () =>
    json(200, {
      valid: false,
      overridable: false,
      remarks: [],
      problems: [{ field: 'creditOf', key: 'CREDIT_OF_REQUIRED' }],
    });
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: /mitä laskua se hyvittää/ }));
  const select = await chooser();
  await waitFor(() => expect(document.activeElement).toBe(select));
});

test('a credit note shows what it takes off a salary, in its own words', async () => {
  const { server, id, lastBody } = open({ creditOf: LINK });
  const call = `PUT /api/calc/frombill/${id}`;
  server.answers[call] = () => json(200, { ...entrepreneur, salary: -218.5, totalBilling: -376.5 });
  const effect = await screen.findByRole('region', { name: 'Vaikutus palkkaasi' });
  await within(effect).findAllByText('−218,50 €');
  expect(lastBody(call).creditOf).toEqual({ id: LINK.id });
  within(effect).getByText(/paljonko hyvitys pienentää palkkaasi/);
  expect(within(effect).getAllByText('Muutos palkkaasi')).not.toEqual([]);
  for (const wrong of [/Tilillesi/, /laskun verottomasta summasta/, /seuraavana palkkapäivänä/]) {
    expect(within(effect).queryByText(wrong)).toBeNull();
  }
});

test('a credit note has no due date to confirm', async () => {
  const { user } = open({ creditOf: LINK });
  await price();
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: /^Lähetetäänkö lasku/ });
  await within(dialog).findByText('Hyvityslaskun päivä 16.11.2026.');
  expect(within(dialog).queryByText(/eräpäivä/)).toBeNull();
});

test('another customer has another bill to credit', async () => {
  const { user, save, lastBody } = open({ creditOf: LINK });
  expect((await chooser()).value).toBe(SENT.id);
  await user.click(screen.getByRole('combobox', { name: 'Asiakas' }));
  await user.click(await screen.findByRole('option', { name: /Kesäteatteri Oy/, hidden: true }));
  await waitFor(() => expect(lastBody(save).creditOf).toBeNull());
});

test('a sent bill offers to credit a part and shows its credit notes', async () => {
  const note = { ...LINK, id: 'n1', billNumber: 1006, state: 'PAID' as const };
  const { server, id, user, router } = open({
    state: 'CLOSED',
    editable: false,
    billNumber: 1005,
    openAmount: 753,
    creditedAmount: 502,
    leftToCredit: 753,
    creditedBy: [note, { ...note, id: 'n2', billNumber: null, state: 'PENDING' as const }],
  });
  await screen.findByText(/^Hyvitetty 502,00.*jäljellä 753,00/);
  expect(screen.getAllByText(/^Hyvitetty:/)).toHaveLength(2);
  const draft = { ...billOf(cardOf({ id: 'part' })), creditOf: LINK };
  server.answers[`POST ${BILLS}/${id}/credit-part`] = () => json(201, draft);
  server.answers[`GET ${BILLS}/part`] = () => json(200, draft);
  await user.click(screen.getByRole('button', { name: 'Hyvitä osa' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ id: 'part' }));
});
