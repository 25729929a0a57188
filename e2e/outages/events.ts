import { setTimeout as wait } from 'node:timers/promises';
import { all, files, nothing, type Allowed } from './clients.ts';
import { visitBank } from './firstBill.ts';
import type { Line } from './line.ts';
import { ask, isPause, Refused } from './load.ts';
import { until } from './processes.ts';
import type { Site } from './site.ts';
import { askWithToken, killBoth, killedPayroll, noJob, sendBill, slowUpload } from './work.ts';

interface Event {
  name: string;
  /** Takes minutes, and happens only when it is asked for. */
  long?: boolean;
  /** What clients may see, with a generous margin over what docs/OUTAGES.md tells. */
  clients: Allowed;
  /** Breaks something, and answers how it came back. */
  happens: (site: Site) => Promise<string>;
}

/** No process answers, or none that has a database: the proxy or the process says so. */
const away503 = all([503], 3);

const inSeconds = (value: number) => `${value.toFixed(1)} s`;

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
}

async function restart(site: Site, place: 0 | 1, signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
  const { code, seconds } = await site.end(place, signal);
  const ready = `ready ${inSeconds(await site.serve(place))} after its start`;
  return signal === 'SIGTERM'
    ? `left with ${String(code)} after ${inSeconds(seconds)}, ${ready}`
    : ready;
}

async function statuses(site: Site): Promise<number[]> {
  return Promise.all([site.status(0), site.status(1)]);
}

async function bothReady(site: Site, seconds = 15): Promise<string> {
  const ready = async () => (await statuses(site)).every((status) => status === 200);
  return `both ready ${inSeconds(await until('both', ready, seconds))} later`;
}

/** What somebody is refused with, which must not take long. */
async function refusal(asks: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  const error: unknown = await asks().catch((caught: unknown) => caught);
  const seconds = (performance.now() - began) / 1000;
  if (!(error instanceof Refused)) throw new Error('Not refused', { cause: error });
  must(seconds < 3, `refused within ${inSeconds(seconds)}`);
  return `${error.status} ${error.key} within ${inSeconds(seconds)}`;
}

/** What comes of it, and after how many seconds. Asked now and then: the limit of registrations lets nobody ask all the time. */
async function timed<T>(does: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  // oxlint-disable no-await-in-loop -- one attempt after the other
  for (;;) {
    try {
      return [await does(), seconds()];
    } catch (error) {
      if (!isPause(error) || seconds() > 60) throw error;
      await wait(2000);
    }
  }
}

/** Both leave as docs/SETTINGS.md says, and come back once the mail server does. */
async function endBoth(site: Site): Promise<string> {
  const ends = await Promise.all([site.end(0, 'SIGTERM'), site.end(1, 'SIGTERM')]);
  const longest = Math.max(...ends.map(({ seconds }) => seconds));
  const codes = ends.map(({ code }) => code).join(' and ');
  const left = `left with ${codes} within ${inSeconds(longest)}`;
  must(ends.every(({ code }) => code === 0) && longest < 41, left);
  await site.mail.become('whole');
  await Promise.all([site.serve(0), site.serve(1)]);
  return left;
}

/** Both processes say that they cannot work, and soon. */
async function neitherReady(site: Site): Promise<string> {
  const began = performance.now();
  const answered = await statuses(site);
  const seconds = (performance.now() - began) / 1000;
  const said = `\`/readyz\` said ${answered.join(' and ')} within ${inSeconds(seconds)}`;
  must(answered.every((status) => status === 503) && seconds < 2, `503 at once: ${said}`);
  return said;
}

async function away(line: Line, state: 'refused' | 'silent', seconds: number): Promise<void> {
  await line.become(state);
  await wait(seconds * 1000);
  await line.become('whole');
}

/** Mails of several people, as they forget their passwords. */
async function causeMails(site: Site): Promise<void> {
  const people = ['worker', 'employee', 'sub', 'clerk'];
  await Promise.all(
    people.map((name) =>
      ask(site.url, {}, 'POST', '/api/password/forgot/v2', { email: `${name}@liksa.example` }),
    ),
  );
  await until('the mails', async () => (await site.metric('liksa_mails')) > 0);
}

const unsureMails = (site: Site) => site.metric('liksa_mails', '"UNSURE"');

/** After how many seconds no mail waits any more. Those that were unsure before stay it. */
async function mailsLeft(site: Site, before: number, mayBeUnsure = false): Promise<string> {
  const waiting = async () =>
    (await site.metric('liksa_mails', '"QUEUED"')) +
    (await site.metric('liksa_mails', '"SENDING"'));
  const took = await until('that mails leave', async () => (await waiting()) === 0, 300);
  const unsure = (await unsureMails(site)) - before;
  must(unsure > 0 === mayBeUnsure, `${unsure} mails are unsure`);
  return `no mail waits ${inSeconds(took)} later, ${unsure} unsure`;
}

export const events: Event[] = [
  {
    name: 'SIGTERM, one process and then the other',
    clients: nothing,
    happens: async (site) =>
      `${await restart(site, 0, 'SIGTERM')}; ${await restart(site, 1, 'SIGTERM')}`,
  },
  {
    name: 'kill -9, one process and then the other',
    clients: { write: { statuses: [503], seconds: 3 }, upload: { statuses: [503], seconds: 3 } },
    happens: async (site) =>
      `${await restart(site, 0, 'SIGKILL')}; ${await restart(site, 1, 'SIGKILL')}`,
  },
  {
    name: 'SIGTERM to one, kill -9 to the other at once',
    clients: away503,
    happens: async (site) =>
      (await Promise.all([restart(site, 0, 'SIGTERM'), restart(site, 1, 'SIGKILL')])).join('; '),
  },
  {
    name: 'Storage refuses connections for 20 s',
    clients: files([503], 3),
    happens: async ({ storage }) => {
      await away(storage, 'refused', 20);
      return 'at once';
    },
  },
  {
    name: 'Storage takes connections and is silent for 40 s',
    clients: files([503], 3),
    happens: async ({ storage }) => {
      await away(storage, 'silent', 40);
      return 'at once';
    },
  },
  {
    name: 'Mail server refuses connections for 20 s',
    clients: nothing,
    happens: async (site) => {
      const unsure = await unsureMails(site);
      await site.mail.become('refused');
      await causeMails(site);
      await wait(20_000);
      await site.mail.become('whole');
      return mailsLeft(site, unsure);
    },
  },
  {
    name: 'Mail server takes connections and is silent for 90 s',
    clients: nothing,
    happens: async (site) => {
      const unsure = await unsureMails(site);
      await site.mail.become('silent');
      await causeMails(site);
      const booked = await site.bookPayments();
      await wait(90_000);
      const shown = await site.metric('liksa_mails');
      await site.mail.become('whole');
      return `meanwhile a bank file was booked within ${inSeconds(booked)} and \`liksa_mails\` said ${shown}; ${await mailsLeft(site, unsure)}`;
    },
  },
  {
    name: 'kill -9 of both while mails are on their way to a silent mail server',
    clients: away503,
    happens: async (site) => {
      const unsure = await unsureMails(site);
      await site.mail.become('silent');
      await causeMails(site);
      // Nothing of a mail has left: it only waits for the greeting.
      const running = 'kind="SEND_MAIL",state="RUNNING"';
      await until('sending', async () => (await site.metric('liksa_jobs', running)) > 0);
      await Promise.all([site.end(0, 'SIGKILL'), site.end(1, 'SIGKILL')]);
      await site.mail.become('whole');
      await Promise.all([site.serve(0), site.serve(1)]);
      return mailsLeft(site, unsure);
    },
  },
  {
    name: 'kill -9 of both while the mail server has mails and does not answer',
    clients: away503,
    happens: async (site) => {
      const unsure = await unsureMails(site);
      await site.mail.become('unanswered');
      await causeMails(site);
      await until('sending', async () => (await site.metric('liksa_mails', '"SENDING"')) > 0);
      await Promise.all([site.end(0, 'SIGKILL'), site.end(1, 'SIGKILL')]);
      await site.mail.become('whole');
      await Promise.all([site.serve(0), site.serve(1)]);
      return mailsLeft(site, unsure, true);
    },
  },
  {
    name: 'SIGTERM to both while mails are on their way to a silent mail server',
    clients: away503,
    happens: async (site) => {
      const unsure = await unsureMails(site);
      await site.mail.become('silent');
      await causeMails(site);
      const running = 'kind="SEND_MAIL",state="RUNNING"';
      await until('sending', async () => (await site.metric('liksa_jobs', running)) > 0);
      return `${await endBoth(site)}; ${await mailsLeft(site, unsure)}`;
    },
  },
  {
    name: 'SIGTERM to both while the mail server has mails and does not answer',
    clients: away503,
    happens: async (site) => {
      const unsure = await unsureMails(site);
      await site.mail.become('unanswered');
      await causeMails(site);
      await until('sending', async () => (await site.metric('liksa_mails', '"SENDING"')) > 0);
      return `${await endBoth(site)}; ${await mailsLeft(site, unsure, true)}`;
    },
  },
  {
    name: 'PostgreSQL is stopped for 30 s while the mail server has mails and does not answer',
    clients: away503,
    happens: async (site) => {
      const unsure = await unsureMails(site);
      await site.mail.become('unanswered');
      await causeMails(site);
      await until('sending', async () => (await site.metric('liksa_mails', '"SENDING"')) > 0);
      await site.database.end();
      const said = await neitherReady(site);
      await wait(30_000);
      await site.database.begin();
      await site.mail.become('whole');
      return `${said}; ${await bothReady(site)}; ${await mailsLeft(site, unsure, true)}`;
    },
  },
  {
    name: 'SIGTERM to one, kill -9 to the other at once, behind nginx with its defaults',
    clients: all([0, 502], 3),
    happens: async (site) => {
      await site.proxyAs('defaults');
      const [one, other] = await Promise.all([
        restart(site, 0, 'SIGTERM'),
        restart(site, 1, 'SIGKILL'),
      ]);
      // For so long nginx may leave both alone.
      await wait(12_000);
      await site.proxyAs('ours');
      return `${one}; ${other}`;
    },
  },
  {
    name: 'SIGTERM to a process while a receipt is uploaded to it for 10 s',
    clients: nothing,
    happens: async (site) => {
      const uploaded = slowUpload(site);
      await wait(3000);
      const restarted = await restart(site, 0, 'SIGTERM');
      must((await uploaded) === 201, `the upload was answered with ${await uploaded}`);
      return `the upload was answered with ${await uploaded}; ${restarted}`;
    },
  },
  {
    name: 'A bill is approved while the storage refuses connections for 20 s',
    clients: files([503], 3),
    happens: async (site) => {
      const unsure = await unsureMails(site);
      await site.storage.become('refused');
      await sendBill(site);
      await wait(20_000);
      await site.storage.become('whole');
      const took = await until('the bill', () => noJob(site, 'DELIVER_BILL'), 150);
      return `the bill was made ${inSeconds(took)} later; ${await mailsLeft(site, unsure)}`;
    },
  },
  {
    name: 'kill -9 of both while a bank file is booked',
    clients: away503,
    happens: async (site) => {
      const booked = await killBoth(
        site,
        'BOOK_BANK_FILE',
        () => site.uploadPayments(),
        () => noJob(site, 'BOOK_BANK_FILE'),
      );
      return `booked ${inSeconds(booked)} after both were ready`;
    },
  },
  {
    name: 'kill -9 of both while salaries are calculated, and again while they are booked',
    clients: away503,
    happens: async (site) => {
      const { calculated, posted } = await killedPayroll(site);
      return `calculated ${inSeconds(calculated)} and booked ${inSeconds(posted)} after both were ready`;
    },
  },
  {
    name: 'Connections to PostgreSQL fall silent, and new ones do not',
    clients: { ...all([503], 45), upload: { statuses: [0, 503], seconds: 130 } },
    happens: async (site) => {
      site.database.line.forget();
      // Each notices it by the connection over which it asks whether the database is there, and opens another.
      const ready = await bothReady(site, 5);
      // For so long PostgreSQL asks after those that are silent, as docs/OPERATIONS.md has it do.
      await wait(60_000);
      site.database.line.giveUpForgotten();
      return ready;
    },
  },
  {
    name: 'PostgreSQL is stopped for 3 min',
    long: true,
    clients: away503,
    happens: async (site) => {
      await site.database.end();
      const said = await neitherReady(site);
      await wait(180_000);
      await site.database.begin();
      return `${said}; ${await bothReady(site)}`;
    },
  },
  {
    name: 'PostgreSQL is restarted',
    clients: away503,
    happens: async (site) => {
      await site.database.end();
      await site.database.begin();
      return bothReady(site);
    },
  },
  {
    name: 'PostgreSQL is stopped for 20 s',
    clients: away503,
    happens: async (site) => {
      await site.database.end();
      const said = await neitherReady(site);
      await wait(20_000);
      await site.database.begin();
      return `${said}; ${await bothReady(site)}`;
    },
  },
  {
    name: 'PostgreSQL takes connections and is silent for 20 s',
    clients: away503,
    happens: async (site) => {
      await site.database.line.become('silent');
      const said = await neitherReady(site);
      await wait(20_000);
      await site.database.line.become('whole');
      return `${said}; ${await bothReady(site)}`;
    },
  },
  {
    name: 'The identification broker is away',
    clients: nothing,
    happens: async (site) => {
      await site.broker.become('refused');
      const said = await refusal(() => visitBank(site.url, 'uusi@liksa.example', 'maija'));
      must(said.startsWith('503 IDENTIFICATION_UNAVAILABLE'), said);
      await site.broker.become('whole');
      const identified = () => visitBank(site.url, 'uusi@liksa.example', 'maija');
      const [visit, back] = await timed(identified);
      // Somebody is at the bank when it goes away, and comes back with a code that nobody takes.
      await site.broker.become('refused');
      const late = await refusal(visit.finish);
      must(late.startsWith('409 IDENTIFICATION_FAILED'), late);
      await site.broker.become('whole');
      const [, again] = await timed(async () => (await identified()).finish());
      return (
        `a registration is answered with ${said}, and who comes back from the bank meanwhile with ${late}; ` +
        `identified ${inSeconds(back)} after the broker came, and ${inSeconds(again)} after it came again`
      );
    },
  },
  {
    name: 'Addresses with tokens are asked for while both processes are away',
    clients: away503,
    happens: async (site) => {
      const token = `token${Date.now()}`;
      await askWithToken(site, token);
      await Promise.all([site.end(0, 'SIGKILL'), site.end(1, 'SIGKILL')]);
      await askWithToken(site, token);
      await Promise.all([site.serve(0), site.serve(1)]);
      const logs = await site.proxyLogsWith(token);
      must(logs.length === 0, `the proxy has a token in ${logs.join(', ')}`);
      return 'none of the tokens is in a log of the proxy';
    },
  },
];
