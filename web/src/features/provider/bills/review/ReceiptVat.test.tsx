import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Review } from '@/api/providerBills';
import { ClerkServer, queuedOf, reviewOf } from '@/test/clerk';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const TAKEN = queuedOf({ state: 'TAKEN' });
const SAVE = 'PUT /api/provider/bills/a/receipt-vat';
const APPROVE = 'PUT /api/provider/bills/a/approve';

/** A bill of two rows, each with a receipt of 113,50 € that has 13,50 € of VAT in it. */
async function openReceipts() {
  const plain = reviewOf(TAKEN);
  const [row] = plain.bill.billableitems;
  if (row === undefined) throw new Error('a bill without rows');
  const rows = ['r1', 'r2'].map((id) => ({ ...row, id }));
  const receipt = { field: 'hotelcost_alv135', amount: 113.5, mostVat: 13.5, vat: null };
  let review: Review = {
    ...plain,
    bill: { ...plain.bill, billableitems: rows },
    receiptVat: rows.map(({ id }) => ({ ...receipt, rowId: id })),
  };
  const server = fakeServer(new ClerkServer(TAKEN).answers());
  server.answers['GET /api/provider/bills/a'] = () => json(200, review);
  const save = async (request: Request) => {
    const { version, receipts } = (await request.json()) as {
      version: number;
      receipts: { rowId: string; vat: string | null }[];
    };
    if (version !== review.bill.version) {
      return json(409, { errorKey: 'STALE_BILL', message: '', fields: [] });
    }
    const vats = new Map(receipts.map(({ rowId, vat }) => [rowId, vat]));
    const receiptVat = review.receiptVat.map((one) => {
      const vat = vats.get(one.rowId);
      if (vat === undefined) return one;
      return { ...one, vat: vat === null ? null : Number(vat.replace(',', '.')) };
    });
    review = { ...review, receiptVat, bill: { ...review.bill, version: version + 1 } };
    return json(200, { receipts: receiptVat, version: version + 1 });
  };
  server.answers[SAVE] = save;
  const { user, queryClient } = openApp('/provider/bills/a');
  await user.click(await screen.findByRole('tab', { name: 'Rivit ja kuitit' }));
  const boxes = await screen.findAllByRole('checkbox', { name: /arvonlisäverollinen lasku/ });
  const stored = () => review.receiptVat.map(({ vat }) => vat);
  return { user, queryClient, server, save, boxes, stored };
}

const amounts = () => screen.getAllByRole('textbox', { name: /Vähennettävä arvonlisävero/ });

async function approveButton(barred: boolean) {
  const button = screen.getByRole('button', { name: /^Hyväksy/ });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe(`${barred}`));
  return button;
}

test('a tick is saved at once with all VAT, and taken back', async () => {
  const { user, boxes, stored } = await openReceipts();
  await user.click(boxes[0] as HTMLElement);
  await waitFor(() => expect(stored()).toEqual([13.5, null]));
  expect(amounts()[0]).toHaveProperty('value', '13,50');
  await user.click(boxes[0] as HTMLElement);
  await waitFor(() => expect(stored()).toEqual([null, null]));
  expect(screen.queryByRole('textbox', { name: /Vähennettävä arvonlisävero/ })).toBeNull();
});

test('the amount can be cleared and typed anew, and is saved when its field is left', async () => {
  const { user, server, boxes, stored } = await openReceipts();
  await user.click(boxes[0] as HTMLElement);
  await waitFor(() => expect(stored()).toEqual([13.5, null]));
  const amount = amounts()[0] as HTMLElement;
  await user.clear(amount);
  await user.tab();
  await screen.findByText('Pakollinen tieto');
  expect(server.sent(SAVE)).toHaveLength(1);
  await approveButton(true);
  await user.type(amount, '10,00');
  await user.tab();
  await waitFor(() => expect(stored()).toEqual([10, null]));
  await approveButton(false);
});

test('saving one row leaves what is typed in another, and both are saved', async () => {
  const { user, boxes, stored, server } = await openReceipts();
  await user.click(boxes[0] as HTMLElement);
  await user.click(boxes[1] as HTMLElement);
  await waitFor(() => expect(stored()).toEqual([13.5, 13.5]));
  const [first, second] = amounts() as [HTMLElement, HTMLElement];
  await user.clear(first);
  await user.type(first, '5');
  await user.clear(second);
  await user.type(second, '6');
  // The first one was saved when it was left. The second one is still as it was typed.
  await waitFor(() => expect(stored()).toEqual([5, 13.5]));
  expect(second).toHaveProperty('value', '6');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(stored()).toEqual([5, 6]));
  expect(server.sent(SAVE)).toHaveLength(4);
});

test('Enter and then leaving the field save once', async () => {
  const { user, queryClient, server, save, boxes, stored } = await openReceipts();
  await user.click(boxes[0] as HTMLElement);
  await waitFor(() => expect(stored()).toEqual([13.5, null]));
  const late = Promise.withResolvers<undefined>();
  server.answers[SAVE] = async (request) => {
    await late.promise;
    return save(request);
  };
  const amount = amounts()[0] as HTMLElement;
  await user.clear(amount);
  await user.type(amount, '10{Enter}');
  await user.tab();
  late.resolve(undefined);
  await waitFor(() => expect(stored()).toEqual([10, null]));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(server.sent(SAVE)).toHaveLength(2);
});

test('nothing is approved before it is saved', async () => {
  const { user, server, save, boxes } = await openReceipts();
  const late = Promise.withResolvers<undefined>();
  server.answers[SAVE] = async (request) => {
    await late.promise;
    return save(request);
  };
  await user.click(boxes[0] as HTMLElement);
  await user.keyboard('a');
  const button = await approveButton(true);
  expect(button.getAttribute('aria-description')).toBe('Kuitin ALV-vähennys on tallentamatta.');
  expect(server.sent(APPROVE)).toEqual([]);
  late.resolve(undefined);
  await approveButton(false);
  await user.keyboard('a');
  await waitFor(() => expect(server.sent(APPROVE)).toHaveLength(1));
});

test('what is refused stays typed, with the reason', async () => {
  const { user, server, boxes, stored } = await openReceipts();
  await user.click(boxes[0] as HTMLElement);
  await waitFor(() => expect(stored()).toEqual([13.5, null]));
  const fields = [{ field: 'receipts[0].vat', key: 'validation.outOfRange' }];
  server.answers[SAVE] = () => json(422, { errorKey: 'INVALID_FIELDS', message: '', fields });
  const amount = amounts()[0] as HTMLElement;
  await user.clear(amount);
  await user.type(amount, '20{Enter}');
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
  expect(amount).toHaveProperty('value', '20');
  await approveButton(true);
});
