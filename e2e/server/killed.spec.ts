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

  /** The next action of a user; undefined while jobs are running and when the run is paid. */
  async nextStep(): Promise<Step | undefined> {
    const { state } = await this.run();
    if (state === 'DRAFT') return 'calculate';
    if (state === 'CALCULATED') return 'approve';
    return state === 'POSTED' && (await this.files()).length > 0 ? 'pay' : undefined;
  }

  async ask(step: Step): Promise<void> {
    const by = step === 'calculate' ? this.maker : this.approver;
    const { refunds } = await this.run();
    const seen = { refunds: refunds.map(({ id }) => id) };
    await by.call('POST', `${runs}/${this.id}/${step}`, step === 'approve' ? seen : undefined);
  }

  /** Waits until all that follows from the steps so far is done. */
  async settled(): Promise<Step | undefined> {
    for (;;) {
      const next = await this.nextStep();
      if (next ?? (await this.run()).state === 'PAID') return next;
      await pause(10);
    }
  }

  /** Goes on from wherever the run stands until it is paid. */
  async finish(): Promise<void> {
    for (let next = await this.settled(); next; next = await this.settled()) await this.ask(next);
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

async function withClient<T>(data: Data, use: (client: PayrollClient) => Promise<T>): Promise<T> {
  const server = await startServer(data.directory, settingsOf(data));
  const result = await use(await PayrollClient.at(server));
  await server.stop();
  return result;
}

/** Does one step, as it goes when nothing happens. Returns how many milliseconds it and what follows from it took. */
const done = (data: Data, step: Step) =>
  withClient(data, async (client) => {
    expect(await client.settled()).toBe(step);
    const begun = performance.now();
    await client.ask(step);
    await client.settled();
    return performance.now() - begun;
  });

/** Kills the server so long after a step was asked for, and lets its leases run out. */
async function killedAfter(data: Data, step: Step, milliseconds: number): Promise<void> {
  const server = await startServer(data.directory, settingsOf(data));
  const client = await PayrollClient.at(server);
  // The call under way may break off with its server.
  const asked = client.ask(step).catch(() => {});
  await pause(milliseconds);
  await server.kill();
  await asked;
  endLeases(data);
}

/** Starts again and lets the run go on to its end. Answers how far it had come before. */
async function finished(data: Data) {
  const result = await withClient(data, async (client) => {
    const { state } = await client.run();
    await client.finish();
    return { state, outcome: await client.outcome() };
  });
  await runCommand(['check'], data.directory, settingsOf(data));
  return result;
}

test(`a payroll run that is killed at ${kills} random points pays everybody once`, async ({
  engine,
}) => {
  test.setTimeout(900_000);
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
  console.log(`${engine}: KILL_SEED=${seed}`);
  const random = chance(seed);
  const copyOf = <T>(data: Data, use: (copy: Data) => Promise<T>) => withData(engine, use, data);

  async function killAndCompare(before: Record<Step, Data>, took: Record<Step, number>) {
    const { outcome } = await copyOf(before.pay, finished);
    expect(outcome.numbers.length).toBeGreaterThan(workers / 2);
    const [first = 0] = outcome.numbers;
    expect(outcome.numbers).toEqual(outcome.numbers.map((_, place) => first + place));
    expect(outcome.paymentIds).toBe(outcome.transfers.length);

    for (let killed = 0; killed < kills;) {
      const step = random.pick(steps);
      // Runs differ a little: the last part of a step may be over.
      const moment = random.below(took[step] * 0.7);
      const point = `${engine}: killed ${moment} ms after ${step}`;
      const state = await copyOf(before[step], async (copy) => {
        await killedAfter(copy, step, moment);
        const after = await finished(copy);
        expect(after.outcome, point).toEqual(outcome);
        return after.state;
      });
      console.log(`${point}, in ${state}`);
      // A point after the end is none in the middle.
      if (state !== 'PAID') killed += 1;
    }
  }

  // The data before each step: a step is killed in a copy of them.
  await withData(engine, async (drafted) => {
    const seeding = ['seed', '--workers', String(workers), '--bills', '1'];
    await runCommand(seeding, drafted.directory, settingsOf(drafted));
    await copyOf(drafted, async (calculated) => {
      const calculate = await done(calculated, 'calculate');
      await copyOf(calculated, async (posted) => {
        const approve = await done(posted, 'approve');
        const pay = await copyOf(posted, (paid) => done(paid, 'pay'));
        const before = { calculate: drafted, approve: calculated, pay: posted };
        await killAndCompare(before, { calculate, approve, pay });
      });
    });
  });
});
