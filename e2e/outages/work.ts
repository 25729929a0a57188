import { setTimeout as wait } from 'node:timers/promises';
import { pdfOf } from '../support/pdf.ts';
import { ask, signIn } from './load.ts';
import { until } from './processes.ts';
import type { Site } from './site.ts';

/** The work of the provider that runs while something breaks. */

type Who = Awaited<ReturnType<typeof signIn>>;

const runs = '/api/provider/payroll/runs';

interface Run {
  id: string;
  state: string;
  filesWritten: boolean;
  refunds: { id: string }[];
}

/** Kills both processes and starts them again. Answers after how many seconds something was done that was under way. */
export async function killBoth(site: Site, isDone: () => Promise<boolean>): Promise<number> {
  await Promise.all([site.end(0, 'SIGKILL'), site.end(1, 'SIGKILL')]);
  await Promise.all([site.serve(0), site.serve(1)]);
  return until('what was under way', isDone, 300);
}

export async function noJob(site: Site, kind: string): Promise<boolean> {
  return (await site.metric('liksa_jobs', `kind="${kind}"`)) === 0;
}

/** Makes the settings of the provider, without which no money moves. Bills leave at once. */
async function makeSettings(site: Site): Promise<void> {
  const admin = await signIn(site.url, 'admin');
  const { current } = await ask<{ current: object }>(
    site.url,
    admin.headers,
    'GET',
    '/api/provider/settings',
  );
  const today = new Intl.DateTimeFormat('fi-FI', { timeZone: 'Europe/Helsinki' }).format();
  await send(site, admin, '/api/provider/settings', {
    validFrom: today,
    settings: { ...current, waitingMinutes: '0' },
  });
}

/** Two people make a payroll run; both processes are killed while it is calculated and while it is booked. */
export async function killedPayroll(site: Site): Promise<{ calculated: number; posted: number }> {
  const [maker, approver] = await Promise.all([
    signIn(site.url, 'payroll'),
    signIn(site.url, 'payroll2'),
  ]);
  await makeSettings(site);
  const { id } = await ask<Run>(site.url, maker.headers, 'POST', runs, {});
  const run = (who: Who) => ask<Run>(site.url, who.headers, 'GET', `${runs}/${id}`);
  await send(site, maker, `${runs}/${id}/calculate`);
  const calculated = await killBoth(site, async () => (await run(maker)).state === 'CALCULATED');
  const { refunds } = await run(maker);
  await send(site, approver, `${runs}/${id}/approve`, { refunds: refunds.map((one) => one.id) });
  const posted = await killBoth(site, async () => (await run(maker)).filesWritten);
  return { calculated, posted };
}

/** Approves a bill that leaves at once. */
export async function sendBill(site: Site): Promise<void> {
  const clerk = await signIn(site.url, 'clerk');
  await makeSettings(site);
  const { bills } = await ask<{ bills: { id: string }[] }>(
    site.url,
    clerk.headers,
    'GET',
    '/api/provider/bills?queue=pending',
  );
  const bill = bills[0]?.id;
  if (bill === undefined) throw new Error('No bill waits.');
  await send(site, clerk, `/api/provider/bills/${bill}/take`, {}, 'PUT');
  await send(site, clerk, `/api/provider/bills/${bill}/approve`, {}, 'PUT');
  await until('the bill', async () => (await site.metric('liksa_jobs', 'kind="DELIVER_BILL"')) > 0);
}

/** Uploads a receipt to one process within ten seconds. Answers the status. */
export async function slowUpload(site: Site): Promise<number> {
  const who = await signIn(site.url, 'worker');
  const bill = await ask<{ billableitems: { id: string }[] }>(
    site.url,
    who.headers,
    'POST',
    `/api/person/${who.id}/bills`,
    { billableitems: [{ type: 'CONTRACT', destination: 'Kuitti', alvPrice: 0, othercost: 10 }] },
  );
  const form = new FormData();
  const pdf = new Uint8Array(pdfOf('slow'));
  form.append('file', new Blob([pdf], { type: 'application/pdf' }), 'kuitti.pdf');
  const whole = new Response(form);
  const type = whole.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const pieces = 20;
  async function* slowly() {
    // oxlint-disable no-await-in-loop -- slowly
    for (let piece = 0; piece < pieces; piece += 1) {
      const [from, to] = [piece, piece + 1].map((one) => Math.round((bytes.length * one) / pieces));
      yield bytes.slice(from, to);
      await wait(10_000 / pieces);
    }
  }
  const row = bill.billableitems[0]?.id ?? '';
  const answer = await fetch(`${site.address(0)}/api/billableitem/${row}/receipt`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': type },
    // Node takes what comes piece by piece; the types are those of browsers.
    body: slowly() as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit);
  await answer.text();
  return answer.status;
}

async function send(
  site: Site,
  who: Who,
  route: string,
  body: object = {},
  method: 'POST' | 'PUT' = 'POST',
): Promise<void> {
  const answer = await fetch(site.url + route, {
    method,
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
}
