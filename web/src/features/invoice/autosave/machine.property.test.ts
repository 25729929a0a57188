import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bill } from '@/api/bills';
import { ApiProblem, unreachable } from '@/api/problem';
import { BillStore } from '@/test/billStore';
import { bodyOf, draftOf, newDraft, type Draft, type DraftRow } from '../draft/draft';
import { newRow } from '../draft/rows';
import { entryOf, machineFrom, type Entry } from './journal';
import {
  edited,
  isUnsaved,
  withServerVersion,
  newMachine,
  refused,
  resolved,
  saved,
  saving,
  type Machine,
} from './machine';

const TODAY = '16.11.2026';
const KEY = 'key-of-this-bill';

/** What both sides write into, each a thing that is merged as one. */
const FIELDS = ['yourcode', 'invoiceText', 'row1', 'row2', 'price', 'trip', 'workTime'] as const;
type Field = (typeof FIELDS)[number];

const CLASH_IDS: Readonly<Record<Field, string>> = {
  yourcode: 'yourcode',
  invoiceText: 'invoiceText',
  row1: 'row1.destination',
  row2: 'row2.destination',
  price: 'row1.price',
  trip: 'row1.trip',
  workTime: 'row1.workTime',
};

function start(): Draft {
  const empty = newDraft({ today: TODAY, alv: '25.5', language: 'fin' });
  const customer = {
    id: '0193c000-0000-7000-8000-000000000001',
    name: 'Kahvila Aamu Oy',
    businessid: '1234567-1',
    city: 'Helsinki',
    sendBillMethod: 'EBILL',
    termofpayment: 14,
  } as const;
  const rows = ['row1', 'row2'].map((id) => newRow(empty, TODAY, id));
  return { ...empty, customer, rows };
}

function write(draft: Draft, field: Field, value: number): Draft {
  if (field === 'yourcode' || field === 'invoiceText') return { ...draft, [field]: `v${value}` };
  const id = field === 'row2' ? 'row2' : 'row1';
  return {
    ...draft,
    rows: draft.rows.map((row) => (row.id === id ? written(row, field, value) : row)),
  };
}

function written(row: DraftRow, field: Field, value: number): DraftRow {
  if (field === 'price') return { ...row, alvPrice: `${value},50` };
  if (field === 'trip') return { ...row, trip: { ...row.trip, addressStop: `v${value}` } };
  if (field !== 'workTime') return { ...row, destination: `v${value}` };
  const minutes = String(value % 60).padStart(2, '0');
  const workShiftEndedTime = `${String(Math.floor(value / 60)).padStart(2, '0')}:${minutes}`;
  return { ...row, workTime: { ...row.workTime, workShiftEndedTime } };
}

function read(draft: Draft, field: Field): string {
  if (field === 'yourcode' || field === 'invoiceText') return draft[field];
  const row = draft.rows.find(({ id }) => id === (field === 'row2' ? 'row2' : 'row1'));
  if (row === undefined) return '';
  if (field === 'price') return row.alvPrice;
  if (field === 'trip') return row.trip.addressStop;
  return field === 'workTime' ? row.workTime.workShiftEndedTime : row.destination;
}

function problemOf(status: number, errorKey: 'contactAdmin' | 'STALE_BILL'): ApiProblem {
  return new ApiProblem({ errorKey, message: errorKey, fields: [] }, { status });
}

/** The editor, the server, another user who edits the same bill, and a record of who wrote what. */
class World {
  machine: Machine = newMachine(start(), KEY);
  readonly store = new BillStore();
  /** What each field must say in the end. */
  readonly expected = new Map<Field, string>();
  /** What another user wrote over unsaved changes: the user has to be asked about it. */
  readonly mustAsk = new Set<Field>();
  private readonly faults: string[] = [];
  /** What was asked and not answered. */
  private readonly unresolved = new Set<string>();
  private values = 0;
  private readonly added = new Set<string>();

  private get onServer(): Bill | undefined {
    return this.store.all()[0];
  }

  private change(change: (draft: Draft) => Draft) {
    this.machine = edited(this.machine, change, []);
  }

  type(field: Field) {
    this.values += 1;
    const value = this.values;
    this.change((draft) => write(draft, field, value));
    this.expected.set(field, read(this.machine.draft, field));
  }

  addRow() {
    this.values += 1;
    const id = `mine${this.values}`;
    this.added.add(id);
    this.change((draft) => ({ ...draft, rows: [...draft.rows, newRow(draft, TODAY, id)] }));
  }

  /** Saves, and lets the request and its answer meet their fate. */
  save(fate: 'arrives' | 'answerLost' | 'requestLost' | 'faultAfterStoring') {
    this.machine = saving(this.machine);
    if (this.machine.phase.kind !== 'saving') return;
    for (const id of this.unresolved) this.faults.push(`${id} saved before the user chose`);
    const { sent } = this.machine.phase;
    const body = bodyOf(sent);
    const { base } = this.machine;
    if (fate === 'requestLost') {
      this.machine = refused(this.machine, unreachable('lost'), undefined);
      return;
    }
    const answer =
      base === null
        ? this.store.create(body, KEY)
        : this.store.save(base.bill.id, { ...body, version: base.bill.version });
    if (fate === 'answerLost') {
      this.machine = refused(this.machine, unreachable('lost'), undefined);
    } else if (fate === 'faultAfterStoring') {
      this.machine = refused(this.machine, problemOf(502, 'contactAdmin'), undefined);
    } else if (answer.status === 409) {
      this.machine = refused(this.machine, problemOf(409, 'STALE_BILL'), answer.bill);
    } else {
      this.machine = saved(this.machine, answer.bill, answer.status === 201 || base !== null);
    }
    this.noteQuestions();
  }

  /** Another user saves a change of one field, having seen the server's version. */
  otherSide(field: Field) {
    const bill = this.onServer;
    if (bill === undefined) return;
    this.values += 1;
    const before = draftOf(bill);
    const after = write(before, field, this.values);
    this.store.save(bill.id, { ...bodyOf(after), version: bill.version });
    const known = this.expected.get(field) ?? '';
    if (sameText(read(before, field), known)) this.expected.set(field, read(after, field));
    else this.mustAsk.add(field);
  }

  /** What was typed is no longer wanted: whatever the other side says, now or later, holds. */
  private giveUp(field: Field) {
    if (this.onServer !== undefined) this.expected.set(field, read(draftOf(this.onServer), field));
    this.mustAsk.delete(field);
  }

  private noteQuestions() {
    if (this.machine.phase.kind !== 'conflict') return;
    for (const { row, unit } of this.machine.phase.clashes) {
      const id = row === null ? unit : `${row}.${unit}`;
      this.unresolved.add(id);
      for (const field of FIELDS) if (CLASH_IDS[field] === id) this.mustAsk.delete(field);
    }
  }

  resolve(theirs: readonly Field[]) {
    if (this.machine.phase.kind !== 'conflict') return;
    const asked = new Set(
      this.machine.phase.clashes.map(({ row, unit }) => (row === null ? unit : `${row}.${unit}`)),
    );
    const chosen = theirs.filter((field) => asked.has(CLASH_IDS[field]));
    for (const field of FIELDS.filter((name) => asked.has(CLASH_IDS[name]))) {
      if (chosen.includes(field)) this.giveUp(field);
      else this.expected.set(field, read(this.machine.draft, field));
    }
    this.unresolved.clear();
    this.machine = resolved(this.machine, new Set(chosen.map((field) => CLASH_IDS[field])));
  }

  /** The page is loaded anew: what is left is what the journal and the server have. */
  reload() {
    const unsaved = isUnsaved(this.machine);
    const text = JSON.stringify(entryOf(this.machine, '2026-11-16T08:00:00Z'));
    const restored = machineFrom(JSON.parse(text) as Entry);
    const bill = this.onServer;
    const moved =
      restored.base !== null && bill !== undefined && bill.version !== restored.base.bill.version;
    if (unsaved) this.machine = moved ? withServerVersion(restored, bill) : restored;
    else if (restored.base !== null && bill !== undefined)
      this.machine = withServerVersion(restored, bill);
    this.noteQuestions();
  }

  settle() {
    for (let turn = 0; turn < 10; turn += 1) {
      this.resolve([]);
      this.save('arrives');
    }
    this.look();
  }

  /** The editor asks the server for the bill, as it does when the window is looked at again. */
  private look() {
    const bill = this.onServer;
    const known = this.machine.base?.bill.version ?? Number.POSITIVE_INFINITY;
    if (bill !== undefined && bill.version > known)
      this.machine = withServerVersion(this.machine, bill);
  }

  /** Faults on the way, and differences from the expected end. */
  wrong(): string[] {
    const { phase, draft } = this.machine;
    const stored = this.store.all().map(draftOf);
    const wrong = [...this.faults];
    if (phase.kind !== 'resting' || isUnsaved(this.machine)) wrong.push(`ends ${phase.kind}`);
    if (stored.length !== 1) wrong.push(`${stored.length} bills were made`);
    for (const field of this.mustAsk) wrong.push(`${field} was overwritten unasked`);
    for (const [field, text] of this.expected) {
      for (const [where, side] of [['here', draft] as const, ['stored', stored[0]] as const]) {
        const found = side && read(side, field);
        if (found === undefined || !sameText(found, text)) {
          wrong.push(`${field} ${where}: ${found}, not ${text}`);
        }
      }
    }
    const rows = new Set(stored[0]?.rows.map(({ id }) => id));
    for (const id of this.added) if (!rows.has(id)) wrong.push(`row ${id} is lost`);
    return wrong;
  }
}

/** "7,50" and "7,5" are one price. */
function plain(text: string): string {
  return text.replace(/(,\d*?)0+$/, '$1').replace(/,$/, '');
}

function sameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

type Fate = Parameters<World['save']>[0];

/** A step is a value, so that a counterexample can be read. */
type Step =
  | { readonly do: 'type' | 'otherSide'; readonly field: Field }
  | { readonly do: 'save'; readonly fate: Fate }
  | { readonly do: 'resolve'; readonly theirs: Field[] }
  | { readonly do: 'addRow' | 'reload' };

function take(world: World, step: Step) {
  if (step.do === 'type' || step.do === 'otherSide') world[step.do](step.field);
  else if (step.do === 'save') world.save(step.fate);
  else if (step.do === 'resolve') world.resolve(step.theirs);
  else world[step.do]();
}

const field = fc.constantFrom(...FIELDS);
const fate = fc.constantFrom<Fate[]>(
  'arrives',
  'arrives',
  'answerLost',
  'requestLost',
  'faultAfterStoring',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('type' as const), field }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), fate }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('otherSide' as const), field }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      theirs: fc.subarray([...FIELDS]),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('addRow' as const, 'reload' as const) }),
  },
);

test('in any order of events nothing typed is lost, and no other change is overwritten without asking', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const world = new World();
      for (const one of steps) take(world, one);
      world.settle();
      expect(world.wrong()).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
