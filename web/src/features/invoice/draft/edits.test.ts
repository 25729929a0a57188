import { describe, expect, test } from 'vitest';
import { blankRow } from '@/test/rows';
import { billOf, cardOf } from '@/test/bills';
import { bodyOf, draftOf, newDraft } from './draft';
import {
  withBilledReimbursements,
  withBillingDate,
  withCustomer,
  withDueDate,
  withDueDays,
  withDuplicate,
  withNewRow,
  withReverseVat,
  withTemplateRow,
  withVatPercent,
} from './edits';
import { saysTheSame } from './meaning';
import { unreadable } from './problems';
import {
  newRow,
  totalText,
  totalUnits,
  totalWithVatText,
  withTotal,
  withTotalIncludingVat,
  withType,
  withUnitPrice,
} from './rows';

const TODAY = '16.11.2026';
const empty = newDraft({ today: TODAY, alv: '25.5', language: 'fin' });
const one = withNewRow(empty, TODAY, 'first');

test('billing date, due date and the days between them follow each other', () => {
  expect(empty).toMatchObject({ exactDueDate: '30.11.2026', dueDays: '14' });
  expect(withBillingDate(empty, '20.11.2026').exactDueDate).toBe('04.12.2026');
  expect(withDueDate(empty, '26.11.2026').dueDays).toBe('10');
  expect(withDueDays(empty, '7').exactDueDate).toBe('23.11.2026');
  // What is half typed changes nothing else.
  expect(withBillingDate(empty, '20.11.').exactDueDate).toBe('30.11.2026');
  expect(withDueDays(empty, '').exactDueDate).toBe('30.11.2026');
});

test('a customer brings their term of payment, and nothing that a bill need not know', () => {
  const customer = {
    id: 'c1',
    name: 'Kahvila Aamu Oy',
    businessid: '1234567-1',
    city: 'Helsinki',
    sendBillMethod: 'EBILL',
    termofpayment: 21,
    phonenumber: '040 1234567',
  } as const;
  const chosen = withCustomer(empty, customer);
  expect(chosen).toMatchObject({ dueDays: '21', exactDueDate: '07.12.2026' });
  expect(chosen.customer).not.toHaveProperty('phonenumber');
  expect(withCustomer(chosen, null)).toMatchObject({ customer: null, dueDays: '21' });
});

test('a VAT that is not zero needs no reason, and the rows at the bill’s VAT go with it', () => {
  const zero = { ...withVatPercent(one, '0'), vatZeroReasonCode: '2' };
  expect(zero.rows[0]?.alv).toBe('0');
  const differing = { ...zero, rows: [...zero.rows, { ...newRow(zero, TODAY, 'b'), alv: '10' }] };
  const changed = withVatPercent(differing, '13.5');
  expect(changed.vatZeroReasonCode).toBe('');
  expect(changed.rows.map(({ alv }) => alv)).toEqual(['13.5', '10']);
});

test('reverse VAT is a reason of its own', () => {
  const reverse = withReverseVat({ ...one, vatZeroReasonCode: '2' }, true);
  expect(reverse).toMatchObject({ alv: '0', vatZeroReasonCode: '', rows: [{ alv: '0' }] });
});

test('without reverse VAT everything has the VAT again that it had', () => {
  const rows = [...one.rows, { ...newRow(one, TODAY, 'b'), alv: '10' }];
  const before = { ...one, rows, alv: '13.5', vatZeroReasonCode: '2' };
  const reverse = withNewRow(
    withDuplicate(withReverseVat(before, true), 'b', 'copy'),
    TODAY,
    'new',
  );
  expect(reverse.rows.map(({ alv }) => alv)).toEqual(['0', '0', '0', '0']);
  const again = withReverseVat(reverse, false);
  expect(again).toMatchObject({ alv: '13.5', vatZeroReasonCode: '2', inverseALV: false });
  // The copy has that of its original, and what is new that of the bill.
  expect(again.rows.map(({ alv }) => alv)).toEqual(['25.5', '10', '10', '13.5']);
  expect(bodyOf(reverse)).not.toHaveProperty('vatBefore');
});

test('a row of a template has no VAT under reverse VAT, and its own afterwards', () => {
  const template = {
    type: 'CONTRACT',
    destination: 'Laatoitus',
    alv: 13.5,
    alvPrice: 100,
    hourlyprice: null,
    billableWorkHours: null,
  } as const;
  const reverse = withReverseVat(one, true);
  const filled = withTemplateRow(reverse, template, newRow(reverse, TODAY, 't'));
  expect(filled.rows.at(-1)).toMatchObject({ destination: 'Laatoitus', alv: '0' });
  expect(withReverseVat(filled, false).rows.at(-1)?.alv).toBe('13.5');
});

test('of a bill that was opened with reverse VAT no earlier VAT is known', () => {
  const rows = one.rows.map((row) => ({ ...row, alv: '0' }));
  const opened = { ...one, alv: '0', inverseALV: true, rows };
  expect(withReverseVat(opened, false)).toMatchObject({ alv: '0', rows: [{ alv: '0' }] });
});

describe('a total that is not one number', () => {
  const priced = withTotal(newRow(empty, TODAY, 'r'), '1000');

  test.each(['1.234', 'abc', '10x5'])('%s leaves the row without a price', (typed) => {
    const unread = withTotalIncludingVat(priced, typed);
    expect(unread.unread).toEqual({ field: 'price', text: typed });
    expect(totalUnits(unread)).toBeUndefined();
    expect(totalText(unread)).toBe('');
    expect(totalWithVatText(unread)).toBe(typed);
    const draft = { ...empty, rows: [unread] };
    expect(unreadable(draft)).toEqual({ 'r.price': 'validation.invalidNumber' });
    expect(bodyOf(draft).billableitems).toMatchObject([{ alvPrice: null }]);
    // It is another thing to say than the price before, no price, or another text that is none.
    for (const row of [priced, newRow(empty, TODAY, 'r'), withTotalIncludingVat(priced, '1x')]) {
      expect(saysTheSame(draft, { ...empty, rows: [row] })).toBe(false);
    }
    expect(withTotal(unread, '50')).toMatchObject({ alvPrice: '50', unread: undefined });
  });

  test('of an amount is told at its field', () => {
    const amount = withTotal(withType(priced, 'AMOUNT'), '1,234');
    expect(unreadable({ ...empty, rows: [amount] })).toEqual({
      'r.alvPrice': 'validation.invalidNumber',
    });
    expect(withUnitPrice(amount, '5').unread).toBeUndefined();
  });
});

test('a number of days is not made of something else', () => {
  expect(withDueDays(empty, '10x5')).toBe(empty);
  expect(withDueDays(empty, ' 30 ').dueDays).toBe('30');
});

test('reimbursements that are not billed are not shown apart either', () => {
  const billed = { ...withBilledReimbursements(empty, true), separateReimbursements: true };
  expect(withBilledReimbursements(billed, false).separateReimbursements).toBe(false);
});

test('a new row is of the day after the last one, at the VAT of the bill', () => {
  const two = withNewRow(one, TODAY, 'second');
  expect(two.rows).toMatchObject([
    { date: TODAY, type: 'CONTRACT', billableWorkHours: '1', alv: '25.5' },
    { date: '17.11.2026' },
  ]);
});

test('another way of pricing keeps what the row costs', () => {
  const row = newRow(empty, TODAY, 'r');
  const priced = withTotalIncludingVat(row, '125,50');
  expect(priced.alvPrice).toBe('100,00');
  const amount = { ...withType(priced, 'AMOUNT'), billableWorkHours: '4' };
  expect(amount.hourlyprice).toBe('100,00');
  expect(withType(amount, 'CONTRACT').alvPrice).toBe('400,00');
  expect(withTotal(amount, '100').hourlyprice).toBe('25,00');
});

test('expenses come back to the server as they came', () => {
  const spent = { ...blankRow, id: 'r1', othercost_alv255: 12.55, totalTime: 90, workhours: 7.5 };
  const draft = draftOf({ ...billOf(cardOf()), billableitems: [spent] });
  const sent = bodyOf(draft).billableitems?.[0];
  expect(sent).toMatchObject({ id: 'r1', othercost_alv255: '12.55' });
  // What the server calculates stays with the server.
  for (const calculated of ['totalTime', 'workhours', 'price', 'totalPrice', 'state']) {
    expect(sent).not.toHaveProperty(calculated);
  }
  // A receipt is paid once: the copy of a row has none.
  expect(withDuplicate(draft, 'r1', 'r2').rows[1]?.kept).toEqual({});
});
