import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { PaymentDetails } from '@/api/payments';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { detailsOf, openBillOf, paymentOf, PaymentServer, payrollClerk } from '@/test/payments';

const A = openBillOf({ billId: 'bill-a', billNumber: 1042, open: 120, openWithCharges: 120 });
const B = openBillOf({ billId: 'bill-b', billNumber: 1043, customer: 'Kahvila Aamu Oy' });
const KALEVI = detailsOf(paymentOf(), {
  suggestions: [
    { ...A, reasons: ['AMOUNT'] },
    { ...B, reasons: ['NAME'] },
  ],
});
const SANNA = detailsOf(paymentOf({ id: 'b', payerName: 'Sanna Suo', amount: 50 }));

const match = (id: string) => `POST /api/provider/payments/${id}/match`;
const payment = (payer: string) =>
  screen.findByRole('heading', { level: 1, name: new RegExp(payer) });

function openPayment(address: string, ...payments: readonly PaymentDetails[]) {
  const payroll = new PaymentServer(...payments);
  const server = fakeServer(payroll.answers());
  return { server, payroll, ...openApp(`/provider/payments/${address}`) };
}

describe('taking a suggestion', () => {
  test('by Enter matches the first one and opens the next payment at once', async () => {
    const { user, server } = openPayment('a', KALEVI, SANNA);
    await payment('Kalevi');
    await screen.findByText('Summa täsmää');
    const late = Promise.withResolvers<Response>();
    server.answers[match('a')] = () => late.promise;
    await user.keyboard('{Enter}');
    await payment('Sanna');
    late.resolve(
      json(200, { ...KALEVI, payment: { ...KALEVI.payment, state: 'MATCHED', rest: 0 } }),
    );
    await screen.findByText(/Kohdistettu: Korhonen Kalevi/);
    expect(server.sent(match('a'))).toEqual([
      '{"version":1,"parts":[{"billId":"bill-a","amount":"120"}]}',
    ]);
  });

  test('keeps the payment out of the list though an older list arrives', async () => {
    const { user, server, queryClient } = openPayment('a', KALEVI, SANNA);
    await payment('Kalevi');
    await screen.findByText('1 / 2');
    const list = 'GET /api/provider/payments';
    const works = server.answers[list];
    const [old, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    server.answers[list] = () => old.promise;
    server.answers[match('a')] = () => late.promise;
    void queryClient.refetchQueries({ queryKey: ['payments'] });
    await user.keyboard('{Enter}');
    await payment('Sanna');
    await screen.findByText('1 / 1');
    const counts = [{ state: 'UNMATCHED', count: 2 }];
    old.resolve(json(200, { payments: [KALEVI.payment, SANNA.payment], next: null, counts }));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    screen.getByText('1 / 1');
    if (works !== undefined) server.answers[list] = works;
    late.resolve(
      json(200, { ...KALEVI, payment: { ...KALEVI.payment, state: 'MATCHED', rest: 0 } }),
    );
    await screen.findByText(/Kohdistettu: Korhonen Kalevi/);
  });

  test('that pays its bill only in part of the payment stays for the rest', async () => {
    const { user, server } = openPayment('a', KALEVI, SANNA);
    await payment('Kalevi');
    server.answers[match('a')] = () =>
      json(200, { ...KALEVI, payment: { ...KALEVI.payment, rest: 20, version: 2 } });
    await user.keyboard('2');
    await screen.findByText(/Kohdistettu: Korhonen Kalevi/);
    await payment('Kalevi');
    expect(server.sent(match('a'))).toEqual([
      '{"version":1,"parts":[{"billId":"bill-b","amount":"100"}]}',
    ]);
  });

  test('that another user has decided says so, and the payment is back in the list', async () => {
    const { user, server } = openPayment('a', KALEVI, SANNA);
    await payment('Kalevi');
    server.answers[match('a')] = () => problem(409, 'PAYMENT_CHANGED');
    await user.keyboard('{Enter}');
    await payment('Sanna');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Korhonen Kalevi.*Joku muu ehti/);
    await screen.findByText('2 / 2');
  });

  test('of the last payment leads back to the list', async () => {
    const { user } = openPayment('a', KALEVI);
    await payment('Kalevi');
    await user.keyboard('{Enter}');
    await screen.findByText('Kaikki maksut on kohdistettu.');
  });
});

test('a payment is split over bills that were suggested and searched for', async () => {
  const { user, server, payroll } = openPayment('a', KALEVI, SANNA);
  server.answers['GET /api/provider/open-bills'] = ({ url }) =>
    json(200, {
      bills:
        new URL(url).searchParams.get('search') === '1050'
          ? [openBillOf({ billId: 'c', billNumber: 1050, open: 30, openWithCharges: 30 })]
          : [],
    });
  await payment('Kalevi');
  await user.click(await screen.findByRole('button', { name: 'Lisää jakoon lasku 1043' }));
  const form = await screen.findByRole('form', { name: 'Jaa usealle laskulle' });
  within(form).getByText(/Jakamatta: 20,00/);
  await user.keyboard('/');
  await user.keyboard('1050');
  await user.click(await screen.findByRole('button', { name: 'Lisää jakoon lasku 1050' }));
  within(form).getByText('Koko maksu on jaettu');

  const share = within(form).getByRole('textbox', { name: 'Summa laskulle 1050' });
  expect(share).toHaveProperty('value', '20,00');
  await user.clear(share);
  await user.type(share, '25');
  within(form).getByText(/Jaettu liikaa: 5,00/);
  const button = within(form).getByRole('button', { name: 'Kohdista laskuihin (2)' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(server.sent(match('a'))).toEqual([]);

  const matched = { ...KALEVI, payment: { ...KALEVI.payment, rest: 0.01, version: 2 } };
  server.answers[match('a')] = () => {
    payroll.payments.set('a', matched);
    return json(200, matched);
  };
  await user.clear(share);
  await user.type(share, '19,99{Enter}');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await payment('Kalevi');
  expect(server.sent(match('a'))).toEqual([
    '{"version":1,"parts":[{"billId":"bill-b","amount":"100"},{"billId":"c","amount":"19.99"}]}',
  ]);
});

test('a share of two meanings is asked, and the answer is what is matched', async () => {
  const large = { ...KALEVI.payment, amount: 2000, rest: 2000 };
  const bill = { billId: 'c', billNumber: 1050, open: 1500, openWithCharges: 1500 };
  const suggestions = [{ ...openBillOf(bill), reasons: ['AMOUNT' as const] }];
  const { user, server } = openPayment('a', { ...KALEVI, payment: large, suggestions });
  await payment('Kalevi');
  await user.click(await screen.findByRole('button', { name: 'Lisää jakoon lasku 1050' }));
  const share = screen.getByRole('textbox', { name: 'Summa laskulle 1050' });
  await user.clear(share);
  await user.type(share, '1.234');
  await user.tab();
  const question = await screen.findByRole('group', { name: /^Tarkoititko/ });
  await user.click(within(question).getByRole('button', { name: /^1\s234$/ }));
  expect(share).toHaveProperty('value', '1\u00A0234,00');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(server.sent(match('a'))).toEqual([
      '{"version":1,"parts":[{"billId":"c","amount":"1234"}]}',
    ]),
  );
});

test('an account that is none stands at its field, and nothing is left', async () => {
  const { user, server } = openPayment('b', SANNA, KALEVI);
  await payment('Sanna');
  const refund = 'POST /api/provider/payments/b/refund';
  const works = server.answers[refund];
  server.answers[refund] = () =>
    json(422, {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [{ field: 'iban', key: 'account.invalid-iban' }],
    });
  await user.keyboard('r');
  const dialog = await screen.findByRole('dialog', { name: /Palautetaanko 50,00/ });
  const iban = within(dialog).getByRole('textbox', { name: /IBAN/ });
  await user.type(iban, 'FI00{Enter}');
  await within(dialog).findByText(/Tarkista tilinumero/);
  if (works !== undefined) server.answers[refund] = works;
  await user.clear(iban);
  await user.type(iban, 'FI55 4234 5670 0000 81{Enter}');
  await payment('Kalevi');
  expect(server.sent(refund).at(-1)).toBe(
    '{"version":1,"iban":"FI55 4234 5670 0000 81","name":"Sanna Suo"}',
  );
});

test('what is set aside needs a reason', async () => {
  const { user, server } = openPayment('b', SANNA, KALEVI);
  await payment('Sanna');
  await user.keyboard('x');
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Siirrä sivuun' }));
  await within(dialog).findByText(/Kirjoita, mikä maksu on/);
  await user.click(within(dialog).getByRole('button', { name: 'Pankin korko' }));
  await user.click(within(dialog).getByRole('button', { name: 'Siirrä sivuun' }));
  await payment('Kalevi');
  expect(server.sent('POST /api/provider/payments/b/set-aside')).toEqual([
    '{"version":1,"note":"Pankin korko"}',
  ]);
});

describe('a decision that fails keeps the payment open, and what was typed', () => {
  const gone = () => Promise.reject(new TypeError('no connection'));
  const told = () => screen.findByText(/Sanna Suo.*yhteyttä/);

  test.each([
    ['x', 'set-aside', 'Siirrä sivuun', { 'Mikä maksu on?': 'Vanha palautus' }],
    ['r', 'refund', /^Palauta 50,00/, { 'Saajan nimi': 'Suo', IBAN: 'FI55 4234 5670 0000 81' }],
  ])('by %s, which asks first', async (key, path, name, typed) => {
    const { user, server } = openPayment('b', SANNA, KALEVI);
    await payment('Sanna');
    const call = `POST /api/provider/payments/b/${path}`;
    const works = server.answers[call];
    server.answers[call] = gone;
    await user.keyboard(key);
    const dialog = within(await screen.findByRole('dialog'));
    const field = (label: string) => dialog.getByRole('textbox', { name: new RegExp(label) });
    // oxlint-disable no-await-in-loop -- a person types one field after the other
    for (const [label, text] of Object.entries(typed)) {
      await user.clear(field(label));
      await user.type(field(label), text);
    }
    // oxlint-enable no-await-in-loop
    const button = dialog.getByRole<HTMLButtonElement>('button', { name });
    await user.click(button);
    await told();
    await waitFor(() => expect(button.disabled).toBe(false));
    for (const [label, text] of Object.entries(typed)) {
      expect(field(label)).toHaveProperty('value', text);
    }
    if (works !== undefined) server.answers[call] = works;
    await user.click(button);
    await payment('Kalevi');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('by a split', async () => {
    const details = { ...SANNA, suggestions: [{ ...B, reasons: ['NAME' as const] }] };
    const { user, server } = openPayment('b', details, KALEVI);
    await payment('Sanna');
    server.answers[match('b')] = gone;
    await user.click(await screen.findByRole('button', { name: 'Lisää jakoon lasku 1043' }));
    const share = screen.getByRole('textbox', { name: 'Summa laskulle 1043' });
    await user.click(screen.getByRole('button', { name: 'Kohdista laskuun' }));
    await told();
    await payment('Sanna');
    expect(share).toHaveProperty('value', '50,00');
  });
});

describe('undoing', () => {
  const MATCHED = detailsOf(paymentOf({ state: 'MATCHED', rest: 0, version: 4 }), {
    parts: [
      {
        billId: 'bill-a',
        billNumber: 1042,
        billState: 'PAID',
        customer: 'Kulttuuritalo Oy',
        kind: 'BILL',
        amount: 120,
      },
    ],
  });

  test('carries the version and stays on the payment, which is to be looked at again', async () => {
    const { user, server } = openPayment('a?view=MATCHED', MATCHED);
    await payment('Kalevi');
    expect(screen.queryByText('Ehdotukset')).toBeNull();
    await user.keyboard('u');
    // Nothing is matched any more, and it is asked again what it is for.
    await screen.findByText('Ehdotukset');
    await payment('Kalevi');
    expect(server.sent('POST /api/provider/payments/a/unmatch')).toEqual(['{"version":4}']);
  });

  test('is refused kindly once there is a salary of it', async () => {
    const { user, server } = openPayment('a?view=MATCHED', MATCHED);
    await payment('Kalevi');
    server.answers['POST /api/provider/payments/a/unmatch'] = () =>
      problem(409, 'PAYMENT_IN_SALARY');
    await user.keyboard('u');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/on jo hyväksytty palkka/);
    await payment('Kalevi');
  });

  test('is disabled with the reason while nothing was decided', async () => {
    const { user, server } = openPayment('a', KALEVI);
    await payment('Kalevi');
    const button = screen.getByRole('button', { name: /Kumoa/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toMatch(/ei ole vielä tehty mitään/);
    await user.keyboard('u');
    await user.click(button);
    await waitFor(() => expect(server.sent('POST /api/provider/payments/a/unmatch')).toEqual([]));
  });
});

describe('a match that waits for a second person', () => {
  const waiting = (proposedById: string) =>
    detailsOf(paymentOf({ state: 'PROPOSED', amount: 1500 }), {
      proposal: {
        id: 'proposal',
        proposedById,
        proposedBy: 'Paula Palkka',
        proposedAt: '2026-11-16T06:00:00Z',
        parts: [{ billId: 'bill-a', billNumber: 1042, customer: 'Kulttuuritalo Oy', amount: 1500 }],
      },
    });

  test('is confirmed by another clerk with a key', async () => {
    const { user, server } = openPayment('a?view=PROPOSED', waiting('another'));
    await payment('Kalevi');
    await screen.findByText(/Ehdottaja Paula Palkka/);
    await user.keyboard('a');
    await screen.findByText(/Vahvistettu: Korhonen Kalevi/);
    expect(server.sent('POST /api/provider/payments/a/confirm')).toEqual(['{"version":1}']);
  });

  test('is rejected with a reason', async () => {
    const { user, server } = openPayment('a?view=PROPOSED', waiting('another'));
    await payment('Kalevi');
    await user.keyboard('x');
    await user.type(await screen.findByRole('textbox', { name: /Miksi/ }), 'Väärä asiakas');
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Hylkää' }));
    await screen.findByText(/Hylätty: Korhonen Kalevi/);
    expect(server.sent('POST /api/provider/payments/a/reject')).toEqual([
      '{"version":1,"note":"Väärä asiakas"}',
    ]);
  });

  test('is only withdrawn by the one who proposed it', async () => {
    const { user, server } = openPayment('a?view=PROPOSED', waiting(payrollClerk.id));
    await payment('Kalevi');
    const confirm = screen.getByRole('button', { name: /Vahvista/ });
    expect(confirm.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('a');
    expect(server.sent('POST /api/provider/payments/a/confirm')).toEqual([]);
    await user.keyboard('u');
    await screen.findByText(/Ehdotus peruttu: Korhonen Kalevi/);
  });

  test('above the limit is told to wait', async () => {
    const { user, server } = openPayment('a', KALEVI, SANNA);
    await payment('Kalevi');
    server.answers[match('a')] = () =>
      json(200, { ...KALEVI, payment: { ...KALEVI.payment, state: 'PROPOSED', version: 2 } });
    await user.keyboard('{Enter}');
    await screen.findByText(/Odottaa toista henkilöä: Korhonen Kalevi/);
  });
});
