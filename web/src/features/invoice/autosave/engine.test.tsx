import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BILLS, billOf, cardOf } from '@/test/bills';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { Engine } from './engine';
import { entryOf, journalOf } from './journal';
import { machineOf, newMachine } from './machine';

const bill = billOf(cardOf());
const SAVE = `PUT ${BILLS}/${bill.id}`;
const journal = journalOf(worker.id);

/** An editor of the bill, as a page opens it. */
function open() {
  const engine = new Engine(
    machineOf(bill, 'key'),
    {
      personId: worker.id,
      journal,
      now: () => new Date('2026-11-16T08:00:00Z'),
      onSaved: () => undefined,
      onMerged: () => undefined,
    },
    false,
  );
  const leave = engine.attach();
  const write = (yourcode: string) => engine.edit((draft) => ({ ...draft, yourcode }), 'yourcode');
  return { engine, leave, write };
}

/** A server whose next answer is decided by the test. */
function waitingServer() {
  let decide: (answer: Response) => void = () => undefined;
  const server = fakeServer({
    [SAVE]: () =>
      new Promise<Response>((resolve) => {
        decide = resolve;
      }),
  });
  return { server, answer: (response: Response) => decide(response) };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const saves = (server: ReturnType<typeof fakeServer>) => server.sent(SAVE).length;

test.each([503, 429])(
  'a save that met %s is tried again by itself, each time later',
  async (status) => {
    const server = fakeServer({ [SAVE]: () => problem(status, 'TIMEOUT') });
    const { engine, write, leave } = open();
    write('a');
    engine.save();
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.machine().phase.kind).toBe('failed');
    await vi.advanceTimersByTimeAsync(2000);
    expect(saves(server)).toBe(2);
    await vi.advanceTimersByTimeAsync(3999);
    expect(saves(server)).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(saves(server)).toBe(3);
    // Typing neither hastens nor delays it.
    for (let key = 0; key < 7; key += 1) {
      write(`a${key}`);
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(saves(server)).toBe(3);
    server.answers[SAVE] = () => json(200, { ...bill, version: 4, yourcode: 'a6' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(saves(server)).toBe(4);
    expect(engine.machine().phase.kind).toBe('resting');
    leave();
  },
);

test('as long as the server asks to wait, nothing is sent', async () => {
  const server = fakeServer({
    [SAVE]: () => problem(429, 'TOO_MANY_REQUESTS', { 'retry-after': '30' }),
  });
  const { engine, write, leave } = open();
  write('a');
  engine.save();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(saves(server)).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(saves(server)).toBe(2);
  leave();
});

test.each(['INVALID_FIELDS', 'ERRORS_IN_BILL'])(
  'what the server refuses as %s is not sent again by itself',
  async (errorKey) => {
    const server = fakeServer({ [SAVE]: () => problem(422, errorKey) });
    const { engine, write, leave } = open();
    write('a');
    expect(await engine.settle()).toBe(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(saves(server)).toBe(1);
    leave();
  },
);

test.each([503, 429])(
  'an untouched draft whose sending met %s is as saved as it was, and can be sent again',
  async (status) => {
    const server = fakeServer({ [SAVE]: () => problem(status, 'TIMEOUT') });
    const { engine, leave } = open();
    expect((await engine.send(false))?.status).toBe(status);
    expect(await engine.settle()).toBe(true);
    expect(engine.machine().phase.kind).toBe('resting');
    server.answers[SAVE] = () =>
      json(200, { ...bill, version: 4, state: 'PENDING', editable: false });
    expect(await engine.send(false)).toBeUndefined();
    expect(engine.machine().phase.kind).toBe('over');
    leave();
  },
);

test('a save that fails after the editor was left is not tried again', async () => {
  const { server, answer } = waitingServer();
  const { engine, write, leave } = open();
  write('a');
  engine.save();
  await vi.advanceTimersByTimeAsync(0);
  leave();
  answer(problem(503, 'TIMEOUT'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(saves(server)).toBe(1);
  // What it wanted to save is still known on this device.
  expect(journal.own(bill.id)?.entry.draft.yourcode).toBe('a');
});

test('a save under way when the editor was left leaves the journal of the next one alone', async () => {
  const { answer } = waitingServer();
  const first = open();
  first.write('a');
  first.engine.save();
  await vi.advanceTimersByTimeAsync(0);
  first.leave();
  const second = open();
  second.write('b');
  await vi.advanceTimersByTimeAsync(200);
  answer(json(200, { ...bill, version: 4, yourcode: 'a' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(journal.own(bill.id)?.entry.draft.yourcode).toBe('b');
  second.leave();
});

test('a save that succeeds after the editor was left leaves nothing behind', async () => {
  const { answer } = waitingServer();
  const { engine, write, leave } = open();
  write('a');
  engine.save();
  await vi.advanceTimersByTimeAsync(0);
  leave();
  expect(journal.own(bill.id)).toBeDefined();
  answer(json(200, { ...bill, version: 4, yourcode: 'a' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(journal.own(bill.id)).toBeUndefined();
});

test('a new bill that was begun in another editor stays in the journal while a saved one is written', async () => {
  fakeServer({ [SAVE]: () => json(200, { ...bill, version: 4, yourcode: 'a' }) });
  const begun = newMachine({ ...machineOf(bill, '').draft, yourcode: 'begun' }, 'another key');
  journal.write('new', entryOf(begun, '2026-11-16T08:00:00Z', 'another editor'));
  const { engine, write, leave } = open();
  write('a');
  engine.save();
  await vi.advanceTimersByTimeAsync(0);
  leave();
  expect(journal.own('new')?.entry.draft.yourcode).toBe('begun');
  journal.clear('new');
});
