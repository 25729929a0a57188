import { expect, test } from 'vitest';
import { billOf, cardOf } from '@/test/bills';
import { blankRow } from '@/test/rows';
import { bodyOf, draftOf, type Draft, type DraftRow } from './draft';
import { withDuplicate, withRow } from './edits';
import { expenseText, expenseTotal, withExpense } from './expenses';
import { missingFor } from '../autosave/machine';
import { saysTheSame } from './meaning';
import { merge, withTheirs } from './merge';
import { unreadable } from './problems';
import { isBlank, newRow } from './rows';

const bill = {
  ...billOf(cardOf()),
  billableitems: [{ ...blankRow, id: 'r', hotelcost_alv135: 113.5, travelcost: 20 }],
};
const before: Draft = draftOf(bill);
const row = (draft: Draft): DraftRow => draft.rows[0]!;
const typed = (field: Parameters<typeof withExpense>[1], text: string, from = before) =>
  withRow(from, 'r', (one) => withExpense(one, field, text));
const sent = (draft: Draft) => bodyOf(draft).billableitems![0]!;

test('amounts come as a person would type them and go as numbers', () => {
  expect(expenseText(row(before).kept, 'hotelcost_alv135')).toBe('113,50');
  expect(expenseText(row(before).kept, 'othercost')).toBe('');
  const draft = typed('othercost_alv255', '1 234,5 €');
  expect(sent(draft)).toMatchObject({
    hotelcost_alv135: '113.5',
    travelcost: '20',
    othercost_alv255: '1234.5',
    othercost: null,
  });
  expect(sent(typed('travelcost', '')).travelcost).toBeNull();
  expect(expenseTotal(row(draft).kept)).toBe(13_680_000n);
});

test('the same amount is nothing to save, another is', () => {
  expect(saysTheSame(typed('hotelcost_alv135', '113,5'), before)).toBe(true);
  expect(saysTheSame(typed('othercost', '0'), before)).toBe(true);
  expect(saysTheSame(typed('othercost', '0,01'), before)).toBe(false);
});

test('receipts are files of their own: they are not sent, and their coming is nothing to save', () => {
  expect(sent(before)).not.toHaveProperty('receipts');
  const receipt = {
    id: 'k',
    date: '16.11.2026',
    displayname: 'a.pdf',
    mediaType: 'application/pdf' as const,
    size: 9,
    sameAs: null,
  };
  const items = bill.billableitems.map((one) => ({ ...one, receipts: [receipt] }));
  expect(saysTheSame(draftOf({ ...bill, billableitems: items }), before)).toBe(true);
});

test('what is no amount is kept as typed and never sent', () => {
  const draft = typed('othercost', '12x');
  expect(expenseText(row(draft).kept, 'othercost')).toBe('12x');
  expect(sent(draft).othercost).toBeNull();
  expect(unreadable(draft)).toEqual({ 'r.othercost': 'validation.invalidNumber' });
  expect(saysTheSame(draft, before)).toBe(false);
});

test('a cost below zero is neither saved nor sent, but of a credit note', () => {
  const draft = typed('hotelcost_alv135', '−113,50 €');
  expect(expenseText(row(draft).kept, 'hotelcost_alv135')).toBe('−113,50 €');
  expect(sent(draft)).toMatchObject({ hotelcost_alv135: null, travelcost: '20' });
  expect(unreadable(draft)).toEqual({ 'r.hotelcost_alv135': 'validation.outOfRange?least=0' });
  expect(missingFor(draft)).toBe('readable');
  expect(saysTheSame(draft, typed('hotelcost_alv135', '')), 'nor lost').toBe(false);
  const creditOf = { id: 'b', billNumber: 1, state: 'PAID', totalpriceWithAlv: 100 } as const;
  const note = { ...draft, creditOf };
  expect(unreadable(note)).toEqual({});
  expect(sent(note).hotelcost_alv135).toBe('-113.5');
});

test('amounts of both sides are merged, and a clash is chosen as a whole', () => {
  const common = { mine: before, server: before };
  const theirs = typed('travelcost', '30');
  const other = { ...before, yourcode: 'täältä' };
  expect(sent(merge(common, other, theirs).draft).travelcost).toBe('30');
  const mine = typed('othercost', '5');
  expect(sent(merge(common, mine, { ...before, yourcode: 'sieltä' }).draft).othercost).toBe('5');
  const { draft, clashes } = merge(common, mine, theirs);
  expect(clashes).toEqual([{ row: 'r', unit: 'expenses' }]);
  expect(sent(draft)).toMatchObject({ othercost: '5', travelcost: '20' });
  const chosen = clashes.reduce((one, clash) => withTheirs(one, theirs, clash), draft);
  expect(sent(chosen)).toMatchObject({ othercost: null, travelcost: '30' });
});

test('a row with an expense is not blank, and a copy of it has none', () => {
  const blank = newRow(before, '16.11.2026', 'new');
  expect(isBlank(blank)).toBe(true);
  expect(isBlank(withExpense(blank, 'othercost', '5'))).toBe(false);
  const copied = withDuplicate(before, 'r', 'copy').rows[1]!;
  expect(expenseTotal(copied.kept)).toBe(0n);
});
