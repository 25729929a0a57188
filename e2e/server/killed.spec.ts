import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '../../web/src/api/schema.d.ts';
import { callAs, type Caller } from '../support/caller.ts';
import { settingsOf, tamper, withData, type Data } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { chance } from '../support/random.ts';
import { runCommand, startServer, type Server } from '../support/server.ts';

type Schemas = components['schemas'];
type Run = Schemas['PayrollRun'];

/** More than the jobs take at once. */
const workers = 300;
const kills = 10;
const payday = '20.11.2026';
const runs = '/api/provider/payroll/runs';

const steps = ['calculate', 'approve', 'pay'] as const;
type Step = (typeof steps)[number];

/** A dead server's leases run out within a minute, for which no test waits. */
function endLeases(data: Data): void {
  tamper(data, "UPDATE job SET run_at = 0 WHERE state = 'RUNNING'");
}

/** The next action of a user; undefined while jobs are running. */
function nextStep(state: Run['state'], filesWritten: boolean): Step | undefined {
  if (state === 'DRAFT') return 'calculate';
  if (state === 'CALCULATED') return 'approve';
  return filesWritten ? 'pay' : undefined;
}

/** Two people of payroll, and the run between them. */
class PayrollClient {
  private readonly maker: Caller;
  private readonly approver: Caller;
  private readonly id: string;

  private constructor(maker: Caller, approver: Caller, id: string) {
    this.maker = maker;
    this.approver = approver;
    this.id = id;
  }

  static async at(server: Server): Promise<PayrollClient> {
    const [maker, approver] = await Promise.all([
      callAs(server, 'payroll'),
      callAs(server, 'payroll2'),
    ]);
    const made = await maker.call<Schemas['PayrollRuns']>('GET', runs);
    const run = made.runs.find((one) => one.payday === payday);
    const { id } = run ?? (await maker.call<Run>('POST', runs, { payday }));
    return new PayrollClient(maker, approver, id);
  }

  run(): Promise<Run> {
    return this.approver.call('GET', `${runs}/${this.id}`);
  }

  /** Goes on from wherever the run stands until it is paid, and tells of each step before it is asked for. */
  async finish(begin: (step: Step) => void): Promise<void> {
    for (;;) {
      const { state, refunds } = await this.run();
      if (state === 'PAID') return;
      const step = nextStep(state, state === 'POSTED' && (await this.files()).length > 0);
      if (step) {
        begin(step);
        const by = step === 'calculate' ? this.maker : this.approver;
        const seen = { refunds: refunds.map(({ id }) => id) };
        await by.call('POST', `${runs}/${this.id}/${step}`, step === 'approve' ? seen : undefined);
      }
      await pause(10);
    }
  }

  async files(): Promise<Schemas['PayrollFile'][]> {
    const { files } = await this.maker.call<Schemas['PayrollFiles']>(
      'GET',
      `${runs}/${this.id}/files`,
    );
    return files;
  }

  /** Everything that is to be the same however often the server died. */
  async outcome() {
    const paid = await this.salaries();
    const bank = (await this.files()).find(({ kind }) => kind === 'BANK');
    const xml = await this.maker.text(`${runs}/${this.id}/files/${bank?.id}`);
    const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, text = '']) => text);
    const books = await this.maker.call<Schemas['TrialBalance']>(
      'GET',
      '/api/provider/ledger/trial-balance?from=01.01.2024&until=31.12.2026',
    );
    const { totals, counts } = await this.run();
    return {
      paid: paid.map(({ personId, held, summary }) => [personId, held, summary?.salary]),
      /** Each slip has a number of its own, without gaps. */
      numbers: paid.flatMap(({ number }) => number ?? []).toSorted((one, other) => one - other),
      transfers: all(/<InstdAmt[^>]*>([^<]*)</g).toSorted(),
      paymentIds: new Set(all(/<EndToEndId>([^<]*)</g)).size,
      sum: all(/<CtrlSum>([^<]*)</g)[0],
      totals,
      counts,
      books: books.accounts,
    };
  }

  private async salaries(): Promise<Schemas['PayrollSalary'][]> {
    const found: Schemas['PayrollSalary'][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Schemas['PayrollSalaries'] = await this.maker.call(
        'GET',
        `${runs}/${this.id}/salaries${cursor && `?cursor=${cursor}`}`,
      );
      found.push(...page.salaries);
      cursor = page.next;
    }
    return found;
  }
}

/** The run as it goes when nothing happens, and how long each step and what follows from it took. */
async function undisturbed(data: Data) {
  const server = await startServer(data.directory, settingsOf(data));
  const client = await PayrollClient.at(server);
  const begun: number[] = [];
  await client.finish(() => begun.push(performance.now()));
  const ends = [...begun.slice(1), performance.now()];
  const took = ends.map((end, place) => end - (begun[place] ?? end));
  const outcome = await client.outcome();
  await server.stop();
  return { took, outcome };
}

/** Kills the server so long after a step was asked for, and lets its leases run out. */
async function killedAfter(data: Data, step: Step, milliseconds: number): Promise<void> {
  const server = await startServer(data.directory, settingsOf(data));
  const client = await PayrollClient.at(server);
  const end = { expected: false };
  let finished: Promise<void> | undefined;
  await new Promise<void>((begun, failed) => {
    finished = client
      .finish((next) => {
        if (next === step) begun();
      })
      // The calls under way break off with their server.
      .catch((error: unknown) => {
        if (!end.expected) failed(error as Error);
      });
  });
  await pause(milliseconds);
  end.expected = true;
  await server.kill();
  await finished;
  endLeases(data);
}

/** Starts again and lets the run go on to its end. Answers how far it had come before. */
async function finished(data: Data) {
  const server = await startServer(data.directory, settingsOf(data));
  const client = await PayrollClient.at(server);
  const { state } = await client.run();
  await client.finish(() => {});
  const outcome = await client.outcome();
  await server.stop();
  await runCommand(['check'], data.directory, settingsOf(data));
  return { state, outcome };
}

test(`a payroll run that is killed at ${kills} random points pays everybody once`, async ({
  engine,
}) => {
  test.setTimeout(900_000);
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
  console.log(`${engine}: KILL_SEED=${seed}`);
  const random = chance(seed);
  await withData(engine, async (data) => {
    const seeding = ['seed', '--workers', String(workers), '--bills', '1'];
    await runCommand(seeding, data.directory, settingsOf(data));
    const { took, outcome } = await withData(engine, undisturbed, data);
    expect(outcome.numbers.length).toBeGreaterThan(workers / 2);
    const [first = 0] = outcome.numbers;
    expect(outcome.numbers).toEqual(outcome.numbers.map((_, place) => first + place));
    expect(outcome.paymentIds).toBe(outcome.transfers.length);

    for (let killed = 0; killed < kills;) {
      const step = random.pick(steps);
      // Runs differ a little: the last part of a step may be over.
      const moment = random.below((took[steps.indexOf(step)] ?? 0) * 0.7);
      const point = `${engine}: killed ${moment} ms after ${step}`;
      const kill = async (copy: Data) => {
        await killedAfter(copy, step, moment);
        const after = await finished(copy);
        expect(after.outcome, point).toEqual(outcome);
        return after.state;
      };
      const state = await withData(engine, kill, data);
      console.log(`${point}, in ${state}`);
      // A point after the end is none in the middle.
      if (state !== 'PAID') killed += 1;
    }
  });
});
