import { setTimeout as wait } from 'node:timers/promises';
import type { Line } from './line.ts';
import { ask, registration } from './load.ts';
import { until } from './processes.ts';
import type { Site } from './site.ts';
import { killBoth, killedPayroll, noJob, sendBill, slowUpload } from './work.ts';

interface Event {
  name: string;
  /** Takes minutes, and happens only when it is asked for. */
  long?: boolean;
  /** Breaks something, and answers how it came back. */
  happens: (site: Site) => Promise<string>;
}

const inSeconds = (value: number) => `${value.toFixed(1)} s`;

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

async function bothReady(site: Site): Promise<string> {
  const took = await until('both', async () =>
    (await statuses(site)).every((status) => status === 200),
  );
  return `both ready ${inSeconds(took)} later`;
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

/** After how many seconds no mail waits any more. */
async function mailsLeft(site: Site): Promise<string> {
  const waiting = async () =>
    (await site.metric('liksa_mails', '"QUEUED"')) +
    (await site.metric('liksa_mails', '"SENDING"'));
  const took = await until('that mails leave', async () => (await waiting()) === 0, 900);
  const unsure = await site.metric('liksa_mails', '"UNSURE"');
  return `no mail waits ${inSeconds(took)} later, ${unsure} unsure`;
}

export const events: Event[] = [
  {
    name: 'SIGTERM, one process and then the other',
    happens: async (site) =>
      `${await restart(site, 0, 'SIGTERM')}; ${await restart(site, 1, 'SIGTERM')}`,
  },
  {
    name: 'kill -9, one process and then the other',
    happens: async (site) =>
      `${await restart(site, 0, 'SIGKILL')}; ${await restart(site, 1, 'SIGKILL')}`,
  },
  {
    name: 'SIGTERM to one, kill -9 to the other at once',
    happens: async (site) =>
      (await Promise.all([restart(site, 0, 'SIGTERM'), restart(site, 1, 'SIGKILL')])).join('; '),
  },
  {
    name: 'Storage refuses connections for 20 s',
    happens: async ({ storage }) => {
      await away(storage, 'refused', 20);
      return 'at once';
    },
  },
  {
    name: 'Storage takes connections and is silent for 40 s',
    happens: async ({ storage }) => {
      await away(storage, 'silent', 40);
      return 'at once';
    },
  },
  {
    name: 'Mail server refuses connections for 20 s',
    happens: async (site) => {
      await site.mail.become('refused');
      await causeMails(site);
      await wait(20_000);
      await site.mail.become('whole');
      return mailsLeft(site);
    },
  },
  {
    name: 'Mail server takes connections and is silent for 90 s',
    happens: async (site) => {
      await site.mail.become('silent');
      await causeMails(site);
      const booked = await site.bookPayments();
      await wait(90_000);
      const shown = await site.metric('liksa_mails');
      await site.mail.become('whole');
      return `meanwhile a bank file was booked within ${inSeconds(booked)} and \`liksa_mails\` said ${shown}; ${await mailsLeft(site)}`;
    },
  },
  {
    name: 'kill -9 of both while mails are on their way to a silent mail server',
    happens: async (site) => {
      await site.mail.become('silent');
      await causeMails(site);
      // Nothing of a mail has left: it only waits for the greeting.
      const running = 'kind="SEND_MAIL",state="RUNNING"';
      await until('sending', async () => (await site.metric('liksa_jobs', running)) > 0);
      await Promise.all([site.end(0, 'SIGKILL'), site.end(1, 'SIGKILL')]);
      await site.mail.become('whole');
      await Promise.all([site.serve(0), site.serve(1)]);
      return mailsLeft(site);
    },
  },
  {
    name: 'kill -9 of both while the mail server has mails and does not answer',
    happens: async (site) => {
      await site.mail.become('unanswered');
      await causeMails(site);
      await until('sending', async () => (await site.metric('liksa_mails', '"SENDING"')) > 0);
      await Promise.all([site.end(0, 'SIGKILL'), site.end(1, 'SIGKILL')]);
      await site.mail.become('whole');
      await Promise.all([site.serve(0), site.serve(1)]);
      return mailsLeft(site);
    },
  },
  {
    name: 'PostgreSQL is stopped for 30 s while the mail server has mails and does not answer',
    happens: async (site) => {
      await site.mail.become('unanswered');
      await causeMails(site);
      await until('sending', async () => (await site.metric('liksa_mails', '"SENDING"')) > 0);
      await site.database.end();
      await wait(30_000);
      await site.database.begin();
      await site.mail.become('whole');
      return `${await bothReady(site)}; ${await mailsLeft(site)}`;
    },
  },
  {
    name: 'SIGTERM to one, kill -9 to the other at once, behind nginx with its defaults',
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
    happens: async (site) => {
      const uploaded = slowUpload(site);
      await wait(3000);
      const restarted = await restart(site, 0, 'SIGTERM');
      return `the upload was answered with ${await uploaded}; ${restarted}`;
    },
  },
  {
    name: 'A bill is approved while the storage refuses connections for 20 s',
    happens: async (site) => {
      await site.storage.become('refused');
      await sendBill(site);
      await wait(20_000);
      await site.storage.become('whole');
      const took = await until('the bill', () => noJob(site, 'DELIVER_BILL'), 300);
      return `the bill was made ${inSeconds(took)} later; ${await mailsLeft(site)}`;
    },
  },
  {
    name: 'kill -9 of both while a bank file is booked',
    happens: async (site) => {
      await site.uploadPayments();
      return `booked ${inSeconds(await killBoth(site, () => noJob(site, 'BOOK_BANK_FILE')))} after both were ready`;
    },
  },
  {
    name: 'kill -9 of both while salaries are calculated, and again while they are booked',
    happens: async (site) => {
      const { calculated, posted } = await killedPayroll(site);
      return `calculated ${inSeconds(calculated)} and booked ${inSeconds(posted)} after both were ready`;
    },
  },
  {
    name: 'Connections to PostgreSQL fall silent, and new ones do not',
    happens: async (site) => {
      site.database.line.forget();
      await wait(30_000);
      return bothReady(site);
    },
  },
  {
    name: 'PostgreSQL is stopped for 3 min',
    long: true,
    happens: async (site) => {
      await site.database.end();
      await wait(180_000);
      await site.database.begin();
      return bothReady(site);
    },
  },
  {
    name: 'PostgreSQL is restarted',
    happens: async (site) => {
      await site.database.end();
      await site.database.begin();
      return bothReady(site);
    },
  },
  {
    name: 'PostgreSQL is stopped for 20 s',
    happens: async (site) => {
      await site.database.end();
      const began = performance.now();
      const answered = await statuses(site);
      const asked = inSeconds((performance.now() - began) / 1000);
      await wait(20_000);
      await site.database.begin();
      return `\`/readyz\` said ${answered.join(' and ')} within ${asked}; ${await bothReady(site)}`;
    },
  },
  {
    name: 'PostgreSQL takes connections and is silent for 20 s',
    happens: async (site) => {
      await site.database.line.become('silent');
      const began = performance.now();
      const answered = await statuses(site);
      const asked = inSeconds((performance.now() - began) / 1000);
      await wait(20_000);
      await site.database.line.become('whole');
      return `\`/readyz\` said ${answered.join(' and ')} within ${asked}; ${await bothReady(site)}`;
    },
  },
  {
    name: 'The identification broker is away',
    happens: async (site) => {
      const began = performance.now();
      const answer = await fetch(`${site.url}/api/registration/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(registration('uusi@liksa.example')),
      });
      const { errorKey } = (await answer.json()) as { errorKey?: string };
      const took = inSeconds((performance.now() - began) / 1000);
      return `a registration is answered with ${answer.status} ${errorKey ?? ''} within ${took}`;
    },
  },
];
