import { describe, expect, test } from 'vitest';
import { ApiProblem, unreachable } from '@/api/problem';
import { billOf, cardOf } from '@/test/bills';
import type { Draft } from '../draft/draft';
import { withRow } from '../draft/edits';
import { withTotalIncludingVat } from '../draft/rows';
import { entryOf, machineFrom } from './journal';
import {
  edited,
  isLocked,
  isUnsaved,
  machineOf,
  withServerVersion,
  missingFor,
  refused,
  saved,
  saving,
  sending,
  type Machine,
} from './machine';

const bill = billOf(cardOf());
const write = (machine: Machine, yourcode: string) =>
  edited(machine, (draft: Draft) => ({ ...draft, yourcode }), ['yourcode']);
const start = machineOf(bill, 'key');

function problemOf(status: number, errorKey: ApiProblem['errorKey']): ApiProblem {
  return new ApiProblem({ errorKey, message: '', fields: [] }, { status });
}

test('nothing is saved before there is something to save, and a customer to bill', () => {
  expect(saving(start)).toBe(start);
  const withoutCustomer = edited(start, (draft) => ({ ...draft, customer: null }), []);
  expect(missingFor(withoutCustomer.draft)).toBe('customer');
  expect(saving(withoutCustomer).phase.kind).toBe('resting');
  const halfTyped = edited(start, (draft) => ({ ...draft, billingdate: '16.1' }), []);
  expect(missingFor(halfTyped.draft)).toBe('readable');
  expect(saving(halfTyped).phase.kind).toBe('resting');
});

test('a price that cannot be read keeps the bill from being saved and sent, also after a reload', () => {
  const [row] = start.draft.rows;
  const unread = edited(
    start,
    (draft) => withRow(draft, row?.id ?? '', (one) => withTotalIncludingVat(one, '1.234')),
    [],
  );
  const reloaded = machineFrom(
    JSON.parse(JSON.stringify(entryOf(unread, '2026-11-16T08:00:00Z'))) as ReturnType<
      typeof entryOf
    >,
  );
  for (const machine of [unread, reloaded]) {
    expect(isUnsaved(machine)).toBe(true);
    expect(missingFor(machine.draft)).toBe('readable');
    expect(saving(machine).phase.kind).toBe('resting');
    expect(sending(machine).phase.kind).toBe('resting');
    expect(machine.draft.rows[0]?.unread).toEqual({ field: 'price', text: '1.234' });
  }
});

test('what is typed during a save is saved next', () => {
  const under = saving(write(start, 'a'));
  const more = write(under, 'ab');
  expect(saving(more)).toBe(more);
  const after = saved(more, { ...bill, version: 4, yourcode: 'a' }, true);
  expect(isUnsaved(after)).toBe(true);
  expect(saving(after).phase).toMatchObject({ kind: 'saving', sent: { yourcode: 'ab' } });
});

test('an answer that got lost raises no question', () => {
  const lost = refused(saving(write(start, 'a')), unreachable('down'), undefined);
  expect(lost.phase.kind).toBe('offline');
  const again = saving(write(lost, 'ab'));
  const stored = { ...bill, version: 4, yourcode: 'a' };
  const answered = refused(again, problemOf(409, 'STALE_BILL'), stored);
  expect(answered.phase.kind).toBe('resting');
  expect(answered.draft.yourcode).toBe('ab');
  expect(saving(answered).phase).toMatchObject({ sent: { yourcode: 'ab' } });
});

test('what is undone after the answer to its save got lost is undone on the server too', () => {
  const lost = refused(saving(write(start, 'a')), unreachable('down'), undefined);
  const undone = saving(write(lost, bill.yourcode));
  expect(undone.phase).toMatchObject({ kind: 'saving', sent: { yourcode: bill.yourcode } });
  const stored = { ...bill, version: 4, yourcode: 'a' };
  const answered = refused(undone, problemOf(409, 'STALE_BILL'), stored);
  expect(answered.phase.kind).toBe('resting');
  expect(saving(answered).phase).toMatchObject({ sent: { yourcode: bill.yourcode } });
});

test('a reload in the middle of a save raises no question', () => {
  const reloaded = machineFrom(entryOf(saving(write(start, 'a')), '2026-11-16T08:00:00Z'));
  const again = saving(write(reloaded, 'ab'));
  const stored = { ...bill, version: 4, yourcode: 'a' };
  const answered = refused(again, problemOf(409, 'STALE_BILL'), stored);
  expect(answered.phase.kind).toBe('resting');
  expect(answered.draft.yourcode).toBe('ab');
});

test('an expired session keeps everything', () => {
  const out = refused(saving(write(start, 'a')), problemOf(401, 'UNAUTHENTICATED'), undefined);
  expect(out).toMatchObject({ phase: { kind: 'signedOut' }, draft: { yourcode: 'a' } });
  expect(saving(out).phase.kind).toBe('saving');
});

describe('the end of editing', () => {
  const pending = { ...bill, version: 4, state: 'PENDING', editable: false } as const;

  test('sent from here, there is nothing more to keep', () => {
    const sent = saved(sending(start), pending, true);
    expect(sent.phase).toEqual({ kind: 'over', bill: pending, typed: null });
    expect(isLocked(sent)).toBe(true);
  });

  test('sent elsewhere, what was typed here stays available beside the bill', () => {
    const over = refused(saving(write(start, 'a')), problemOf(409, 'invoiceDisabled'), pending);
    expect(over.draft.yourcode).toBe('');
    expect(over.phase).toMatchObject({ kind: 'over', typed: { yourcode: 'a' } });
    expect(saving(over)).toBe(over);
  });

  test('sent elsewhere with nothing typed here, there is nothing to offer', () => {
    expect(withServerVersion(start, pending).phase).toMatchObject({ kind: 'over', typed: null });
  });

  test('deleted elsewhere, everything typed stays available', () => {
    const over = refused(saving(write(start, 'a')), problemOf(404, 'NOT_FOUND'), undefined);
    expect(over.phase).toMatchObject({ kind: 'over', bill: null, typed: { yourcode: 'a' } });
  });
});

test('a problem belongs to its row, wherever that row goes', () => {
  const problem = new ApiProblem(
    {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [{ field: 'billableitems[0].date', key: 'validation.invalidDate' }],
    },
    { status: 422 },
  );
  const found = refused(saving(write(start, 'a')), problem, undefined);
  const place = `${start.draft.rows[0]?.id}.date`;
  expect(found.problems).toEqual({ [place]: 'validation.invalidDate' });
  expect(edited(found, (draft) => ({ ...draft, language: 'eng' }), [place]).problems).toEqual({});
});
