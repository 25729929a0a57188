import { expect, test } from 'vitest';
import { billOf, cardOf } from '@/test/bills';
import { worker } from '@/test/fakeServer';
import { tabName } from '@/lib/tab';
import { entryOf, journalOf, machineFrom } from './journal';
import { isUnsaved, machineOf } from './machine';

const bill = billOf(cardOf());
const journal = journalOf(worker.id);

/** What an earlier version of the app has left behind. */
function leave(shape: number, entry: unknown) {
  const name = `liksa-invoice:${worker.id}:${bill.id}:${tabName()}`;
  localStorage.setItem(name, JSON.stringify({ shape, entry }));
}

function readBack() {
  const found = journal.own(bill.id);
  if (found === undefined) throw new Error('nothing was found');
  return machineFrom(found.entry);
}

test('what is written down comes back as it was', () => {
  const machine = machineOf(bill, 'key');
  journal.write(bill.id, entryOf(machine, '2026-11-16T08:00:00Z'));
  expect(readBack().draft).toEqual(machine.draft);
});

test('work from before rows had trips of their own is not lost, and neither are its trips', () => {
  const entry = entryOf(machineOf(bill, 'key'), '2026-11-16T08:00:00Z');
  const old = (yourcode: string) => ({
    ...entry.draft,
    yourcode,
    rows: entry.draft.rows.map((row) => ({
      ...row,
      trip: undefined,
      workTime: undefined,
      kept: {
        ...row.kept,
        kilometers: 118.4,
        vehicle: 0,
        wayPoint: ['Lahti'],
        workShiftStarted: '09.11.2026',
        othercost: 12.5,
      },
    })),
  });
  leave(1, { ...entry, draft: old('typed'), base: { bill, mine: old('') } });
  const machine = readBack();
  expect(isUnsaved(machine)).toBe(true);
  expect(machine.draft.rows[0]).toMatchObject({
    trip: { kilometers: '118,4', vehicle: '0', wayPoint: ['Lahti'], trailer: 'NONE' },
    workTime: { workShiftStarted: '09.11.2026', workShiftEnded: '' },
    kept: { othercost: 12.5 },
  });
  expect(machine.draft.rows[0]?.kept).not.toHaveProperty('kilometers');
});

test('work of a newer version is left alone', () => {
  leave(3, {});
  expect(journal.own(bill.id)).toBeUndefined();
});
