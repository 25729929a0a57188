import { setTimeout as wait } from 'node:timers/promises';
import { pdfOf } from '../support/pdf.ts';
import { ask, isPause, signIn } from './load.ts';
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

/**
 * Kills both processes in the middle of a job that begins, and starts them again. Answers after how many seconds it was done. The
 * database is slow meanwhile: a job of the few people of the demo would be over at once.
 */
export async function killBoth(
  site: Site,
  kind: string,
  begins: () => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<number> {
  // Asked of the database itself: what `liksa_jobs` says is read through the slow line.
  const isUnderWay = async () => {
    const statement = `SELECT count(*) FROM job WHERE kind = '${kind}' AND state = 'RUNNING'`;
    return (await site.database.ask(statement)) !== '0';
  };
  site.database.line.delay = 50;
  await begins();
  await until(`the job ${kind}`, isUnderWay);
  await Promise.all([site.end(0, 'SIGKILL'), site.end(1, 'SIGKILL')]);
  if (!(await isUnderWay())) throw new Error(`The job ${kind} was over before both were killed.`);
  site.database.line.delay = 0;
  await Promise.all([site.serve(0), site.serve(1)]);
  const isDoneByNow = () =>
    isDone().catch((error: unknown) => {
      if (isPause(error)) return false;
      throw error;
    });
  return until('what was under way', isDoneByNow, 150);
}

export async function noJob(site: Site, kind: string): Promise<boolean> {
  return (await site.metric('liksa_jobs', `kind="${kind}"`)) === 0;
}

/** Two people make a payroll run; both processes are killed while it is calculated and while it is booked. */
export async function killedPayroll(site: Site): Promise<{ calculated: number; posted: number }> {
  const [maker, approver] = await Promise.all([
    signIn(site.url, 'payroll'),
    signIn(site.url, 'payroll2'),
  ]);
  // Of the bills of the demo none may be paid since its last payday, whose salaries are paid.
  await site.bookPayments(Infinity);
  const { id } = await ask<Run>(site.url, maker.headers, 'POST', runs, {});
  const run = (who: Who) => ask<Run>(site.url, who.headers, 'GET', `${runs}/${id}`);
  const calculated = await killBoth(
    site,
    'CALCULATE_PAYROLL',
    () => send(site, maker, `${runs}/${id}/calculate`),
    async () => (await run(maker)).state === 'CALCULATED',
  );
  // Those that the approver sees: nobody approves what they asked for themselves.
  const { refunds } = await run(approver);
  const seen = { refunds: refunds.map((one) => one.id) };
  const posted = await killBoth(
    site,
    'POST_PAYROLL',
    () => send(site, approver, `${runs}/${id}/approve`, seen),
    async () => (await run(maker)).filesWritten,
  );
  return { calculated, posted };
}

/** Approves a bill that leaves at once. */
export async function sendBill(site: Site): Promise<void> {
  const clerk = await signIn(site.url, 'clerk');
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
  // It would wait for a quarter of an hour, in which it can be taken back.
  await send(site, clerk, `/api/provider/bills/${bill}/send`, {}, 'PUT');
  await until('the bill', async () => (await site.metric('liksa_jobs', 'kind="DELIVER_BILL"')) > 0);
}

/** Opens links of mails and downloads, whose addresses hold a token, as their pages are opened and as they are referred to. */
export async function askWithToken(site: Site, token: string): Promise<void> {
  const paths = [
    `/token-login?token=${token}`,
    `/password/forgot/${token}`,
    `/api/billableitem/receipt/1?authtoken=${token}`,
  ];
  const headers = { referer: `${site.url}/registration/confirm?token=${token}` };
  const addresses = paths.flatMap((one) => [site.url + one, site.plainUrl + one]);
  const answers = await Promise.all(
    addresses.map((address) => fetch(address, { headers, redirect: 'manual' })),
  );
  await Promise.all(answers.map((answer) => answer.text()));
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
