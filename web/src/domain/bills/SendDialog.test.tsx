import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { BILLS, billOf, cardOf, pageOf, withBills } from '@/test/bills';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const card = cardOf();
const bill = billOf(card);
const PUT = `PUT ${BILLS}/${card.id}`;
const VALIDATE = `GET /api/person/bill/${card.id}/validate`;

const valid = { valid: true, overridable: false, problems: [], remarks: [] };
const notHome = {
  valid: false,
  overridable: true,
  remarks: [],
  problems: [{ field: 'billableitems[0].addressStart', key: 'not_home_address' }],
};

/** Opens the dialog from the list of drafts. */
async function openDialog(validation: object, answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    ...withBills({ open: pageOf([card]) }),
    [`GET ${BILLS}/${card.id}`]: () => json(200, bill),
    [VALIDATE]: () => json(200, validation),
    ...answers,
  });
  const { user } = openApp('/invoices');
  await user.click(await screen.findByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  await screen.findByRole('dialog');
  return { server, user };
}

const sendButton = () =>
  within(screen.getByRole('dialog')).findByRole<HTMLButtonElement>('button', {
    name: 'Lähetä hyväksyttäväksi',
  });

describe('sending a bill', () => {
  test('that is in order takes one more Enter, and leads to its page, which tells what happens now', async () => {
    const { server, user } = await openDialog(valid, {
      [PUT]: () => {
        const pending = cardOf({ state: 'PENDING' });
        const sent = { ...billOf(pending), editable: false };
        Object.assign(server.answers, withBills({ pending: pageOf([pending]) }), {
          [`GET ${BILLS}/${card.id}`]: () => json(200, sent),
        });
        return json(200, sent);
      },
    });
    await screen.findByRole('dialog', { name: 'Lähetetäänkö lasku hyväksyttäväksi?' });
    await screen.findByText('Laskun päiväys 16.11.2026, eräpäivä 30.11.2026.');
    await screen.findByText(/^Toimitus: /);
    await screen.findByText(/^Sinulle noin \d.* €, arviolta \d/);
    expect(document.activeElement).toBe(await sendButton());
    await user.keyboard('{Enter}');
    await screen.findByRole('region', { name: 'Lasku on lähetetty hyväksyttäväksi' });
    expect(window.location.search).toBe(`?id=${card.id}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    const [body = ''] = server.sent(PUT);
    expect(JSON.parse(body)).toMatchObject({
      state: 'PENDING',
      version: 3,
      sharedCustomer: { id: bill.sharedCustomer?.id },
      billingdate: '16.11.2026',
      invoiceText: 'Kiitos',
      leftOutFromHome: false,
      billableitems: [{ id: bill.billableitems[0]?.id, destination: 'Valokuvaus', alvPrice: 1000 }],
    });
    expect(JSON.parse(body).billableitems[0]).not.toHaveProperty('totalPrice');
  });

  test('dated before today promises the payday after the due date as it moves when it is sent', async () => {
    const late = billOf(cardOf({ billingdate: '02.11.2026', exactDueDate: '07.12.2026' }));
    await openDialog(valid, { [`GET ${BILLS}/${card.id}`]: () => json(200, late) });
    await screen.findByText(/^Sinulle noin \d.* €, arviolta 20\.01\.2027/);
  });

  // Details that are missing make it longer than a phone, and its customer must be seen.
  test('opens at the top, whatever has the focus', async () => {
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    const { user } = await openDialog(valid);
    const send = await sendButton();
    const onSend = () => focus.mock.calls.filter((_, call) => focus.mock.contexts[call] === send);
    await waitFor(() => expect(onSend()).toEqual([[{ preventScroll: true }]]));
    expect(document.activeElement).toBe(send);
    await user.keyboard('{Escape}');
    focus.mockRestore();
  });

  test('that another bill stands in the way of leads to that one', async () => {
    const other = { id: '0193b000-0000-7000-8000-0000000000ff', number: 1042, day: '09.11.2026' };
    const field = 'billableitems[0].startdate';
    const problems = [{ field, key: 'TRIP_ON_ANOTHER_BILL', other }];
    await openDialog({ valid: false, overridable: false, remarks: [], problems });
    const link = await screen.findByRole('link', { name: /1042/ });
    expect(link.getAttribute('href')).toBe(`/invoice?id=${other.id}`);
  });

  test('with faults lists them and offers the editor instead', async () => {
    const { server } = await openDialog({
      valid: false,
      overridable: false,
      remarks: [],
      problems: [
        { field: 'sharedCustomer', key: 'validation.required' },
        { field: 'billableitems[0].date', key: 'ROWS_NOT_IN_SAME_MONTH' },
      ],
    });
    await screen.findByRole('dialog', { name: 'Vielä kaksi kohtaa' });
    await screen.findByText('Valitse asiakas.');
    await screen.findByText('Rivi 1, päivä: Laskun rivien on oltava samalta kuukaudelta.');
    const correct = screen.getByRole('link', { name: 'Korjaa tiedot' });
    expect(correct.getAttribute('href')).toBe(`/invoice?id=${card.id}`);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Lähetä hyväksyttäväksi' })).toBeNull();
    expect(server.sent(PUT)).toHaveLength(0);
  });

  test('with characters that cannot be printed names them and can be sent', async () => {
    await openDialog({
      ...valid,
      remarks: [
        { field: 'billableitems[0].destination', key: 'review.unprintable', characters: '🎻李' },
        { field: 'worker', key: 'review.unprintable', characters: '😀' },
      ],
    });
    await screen.findByText(/^Rivi 1, kuvaus: Laskulle ei voi tulostaa näitä merkkejä: 🎻 李\./);
    await screen.findByText(/^Tekijän nimi: .* 😀\./);
    expect((await sendButton()).disabled).toBe(false);
  });

  test('whose journey began elsewhere needs that to be ticked', async () => {
    const { server, user } = await openDialog(notHome, { [PUT]: () => json(200, bill) });
    const send = await sendButton();
    expect(send.disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: /Matka alkoi muualta/ }));
    expect(send.disabled).toBe(false);
    await user.click(send);
    await waitFor(() => expect(server.sent(PUT)).toHaveLength(1));
    expect(JSON.parse(server.sent(PUT)[0] ?? '')).toMatchObject({ leftOutFromHome: true });
  });

  test('that was changed elsewhere is checked anew and sent in its newest version', async () => {
    const newer = { ...bill, version: 4, invoiceText: 'Uudempi' };
    const { server, user } = await openDialog(valid, {
      [PUT]: () => {
        server.answers[`GET ${BILLS}/${card.id}`] = () => json(200, newer);
        server.answers[PUT] = () => json(200, newer);
        return json(409, { errorKey: 'STALE_BILL', message: '', fields: [], bill: newer });
      },
    });
    await user.click(await sendButton());
    await screen.findByText(/muutettiin hetki sitten toisaalla/);
    await waitFor(async () => {
      await user.click(await sendButton());
      expect(JSON.parse(server.sent(PUT).at(-1) ?? '')).toMatchObject({ version: 4 });
    });
  });

  test('that was sent elsewhere meanwhile says so', async () => {
    const sent = billOf(cardOf({ state: 'PENDING' }));
    await openDialog(valid, { [`GET ${BILLS}/${card.id}`]: () => json(200, sent) });
    await screen.findByText('Lasku on jo lähetetty.');
    expect((await sendButton()).disabled).toBe(true);
  });

  test('that could not be checked is tried again', async () => {
    const { server, user } = await openDialog(valid, {
      [VALIDATE]: () => problem(404, 'NOT_FOUND'),
    });
    await screen.findByText('Hakemaasi ei löytynyt.');
    server.answers[VALIDATE] = () => json(200, valid);
    await user.click(screen.getByRole('button', { name: 'Yritä uudelleen' }));
    expect((await sendButton()).disabled).toBe(false);
  });
});
