import { expect, test } from 'vitest';
import { billOf, cardOf } from '@/test/bills';
import { draftOf, type Draft, type DraftRow } from './draft';
import { merge, withTheirs } from './merge';
import { newRow } from './rows';

const before: Draft = draftOf(billOf(cardOf()));
const row = (before.rows[0] ?? expect.fail()) satisfies DraftRow;
const common = { mine: before, server: before };
const withRowChanged = (change: Partial<DraftRow>): Draft => ({
  ...before,
  rows: [{ ...row, ...change }],
});

test('what only the other side changed is taken, what only this one changed stays', () => {
  const mine = { ...before, yourcode: 'täältä' };
  const theirs = withRowChanged({ destination: 'sieltä' });
  const merged = merge(common, mine, theirs);
  expect(merged.clashes).toEqual([]);
  expect(merged.draft).toMatchObject({ yourcode: 'täältä', rows: [{ destination: 'sieltä' }] });
});

test('the same written in two ways is no clash', () => {
  const mine = withRowChanged({ alvPrice: '1 500,50' });
  const theirs = withRowChanged({ alvPrice: '1500,5' });
  expect(merge(common, mine, theirs).clashes).toEqual([]);
});

test('what both changed is a clash, and stays as it is here until the user chooses', () => {
  const mine = withRowChanged({ destination: 'täältä', alvPrice: '1,00' });
  const theirs = withRowChanged({ destination: 'sieltä' });
  const { draft, clashes } = merge(common, mine, theirs);
  expect(clashes).toEqual([{ row: row.id, unit: 'destination' }]);
  expect(draft.rows[0]).toMatchObject({ destination: 'täältä', alvPrice: '1,00' });
  const chosen = clashes.reduce((one, clash) => withTheirs(one, theirs, clash), draft);
  expect(chosen.rows[0]).toMatchObject({ destination: 'sieltä', alvPrice: '1,00' });
});

test('a price is merged as a whole: never the amount of one side at the price of the other', () => {
  const mine = withRowChanged({ type: 'AMOUNT', hourlyprice: '50', billableWorkHours: '4' });
  const theirs = withRowChanged({ alvPrice: '1200,00' });
  const { draft, clashes } = merge(common, mine, theirs);
  expect(clashes).toEqual([{ row: row.id, unit: 'price' }]);
  const chosen = clashes.reduce((one, clash) => withTheirs(one, theirs, clash), draft);
  expect(chosen.rows[0]).toMatchObject({ type: 'CONTRACT', alvPrice: '1200,00' });
});

test('a price that is no number yet clashes with another price, and goes with the choice', () => {
  const unread = { field: 'price', text: '1.234' } as const;
  const mine = withRowChanged({ unread });
  const theirs = withRowChanged({ alvPrice: '1200,00' });
  const { draft, clashes } = merge(common, mine, theirs);
  expect(clashes).toEqual([{ row: row.id, unit: 'price' }]);
  expect(draft.rows[0]?.unread).toEqual(unread);
  const chosen = clashes.reduce((one, clash) => withTheirs(one, theirs, clash), draft);
  expect(chosen.rows[0]).toMatchObject({ alvPrice: '1200,00', unread: undefined });
});

test('new rows of both sides stay, those from elsewhere after their neighbour', () => {
  const here = newRow(before, '16.11.2026', 'here');
  const there = newRow(before, '16.11.2026', 'there');
  const merged = merge(common, { ...before, rows: [row, here] }, { ...before, rows: [row, there] });
  expect(merged.clashes).toEqual([]);
  expect(merged.draft.rows.map(({ id }) => id)).toEqual([row.id, 'there', 'here']);
});

test('a row deleted on one side and untouched on the other is gone', () => {
  const none = { ...before, rows: [] };
  expect(merge(common, none, before)).toEqual({ draft: none, clashes: [] });
  expect(merge(common, before, none)).toEqual({ draft: none, clashes: [] });
});

test('a row deleted here and changed there is asked about, and can come back', () => {
  const none = { ...before, rows: [] };
  const theirs = withRowChanged({ destination: 'sieltä' });
  const { draft, clashes } = merge(common, none, theirs);
  expect(clashes).toEqual([{ row: row.id, unit: 'deletedHere' }]);
  expect(draft.rows).toEqual([]);
  const chosen = clashes.reduce((one, clash) => withTheirs(one, theirs, clash), draft);
  expect(chosen.rows).toMatchObject([{ id: row.id, destination: 'sieltä' }]);
});

test('a row deleted there and changed here stays until the user chooses otherwise', () => {
  const mine = withRowChanged({ destination: 'täältä' });
  const none = { ...before, rows: [] };
  const { draft, clashes } = merge(common, mine, none);
  expect(clashes).toEqual([{ row: row.id, unit: 'deletedThere' }]);
  expect(draft.rows).toMatchObject([{ destination: 'täältä' }]);
  expect(clashes.reduce((one, clash) => withTheirs(one, none, clash), draft).rows).toEqual([]);
});

test('folding a row is never a clash', () => {
  const merged = merge(common, withRowChanged({ collapsed: true }), before);
  expect(merged).toMatchObject({ clashes: [], draft: { rows: [{ collapsed: true }] } });
});
