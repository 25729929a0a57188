import type { components } from '../../web/src/api/schema.d.ts';
import { callAs, type Caller } from '../support/caller.ts';
import { seededData, settingsOf, tamper, withData } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { privateMailServer, silentMailServer } from '../support/mailServer.ts';
import { runCommand, startServer, type Server } from '../support/server.ts';

type Schemas = components['schemas'];

const runs = '/api/provider/payroll/runs';
const mails = '/api/provider/mails';

/** The value of a metric, with its labels as they are written. */
async function metric(server: Server, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? Number.NaN);
}

/** Uploads what the bank tells, and waits until it is booked. */
async function bankTells(server: Server, payroll: Caller): Promise<void> {
  const form = new FormData();
  const statement = await payroll.text('/api/demo/bank-statement.xml');
  form.append('file', new Blob([statement], { type: 'application/xml' }), 'tiliote.xml');
  const { headers } = payroll;
  const answer = await fetch(`${server.url}/api/provider/bank-files`, {
    method: 'POST',
    headers,
    body: form,
  });
  const { id } = (await answer.json()) as Schemas['BankFile'];
  const booked = async () => {
    const { files } = await payroll.call<Schemas['BankFilePage']>(
      'GET',
      '/api/provider/bank-files',
    );
    return files.find((file) => file.id === id)?.booked;
  };
  await expect.poll(booked).toBe(true);
}

/** Approves a bill that waits, has it leave at once, and returns once it has its number. */
async function billIsClosed(clerk: Caller): Promise<void> {
  const { bills } = await clerk.call<Schemas['Queue']>('GET', '/api/provider/bills?queue=pending');
  const [bill] = bills;
  if (!bill) throw new Error('No bill waits.');
  const path = `/api/provider/bills/${bill.id}`;
  await clerk.call('PUT', `${path}/take`, {});
  await clerk.call('PUT', `${path}/approve`, {});
  await clerk.call('PUT', `${path}/send`, {});
  const state = async () => (await clerk.call<Schemas['Review']>('GET', path)).bill.state;
  await expect.poll(state).toBe('CLOSED');
}

async function salariesAreBooked(maker: Caller, approver: Caller): Promise<void> {
  const { id } = await maker.call<Schemas['PayrollRun']>('POST', runs, {});
  const run = () => maker.call<Schemas['PayrollRun']>('GET', `${runs}/${id}`);
  await maker.call('POST', `${runs}/${id}/calculate`);
  await expect.poll(async () => (await run()).state).toBe('CALCULATED');
  const { refunds } = await run();
  const seen = { refunds: refunds.map((refund) => refund.id) };
  await approver.call('POST', `${runs}/${id}/approve`, seen);
  await expect.poll(async () => (await run()).filesWritten).toBe(true);
}

test('a mail server that accepts and never answers holds up nothing else, and its mails leave when it answers', async ({
  engine,
}) => {
  const mailServer = await silentMailServer();
  await withData(
    engine,
    async (data) => {
      const settings = {
        ...settingsOf(data),
        LIKSA_SMTP_URL: `smtp://localhost:${mailServer.port}`,
        LIKSA_MAIL_FROM: 'Liksa <laskutus@liksa.example>',
      };
      const server = await startServer(data.directory, settings);
      const [clerk, payroll, payroll2] = await Promise.all([
        callAs(server, 'clerk'),
        callAs(server, 'payroll'),
        callAs(server, 'payroll2'),
      ]);
      await bankTells(server, payroll);
      await expect
        .poll(() => metric(server, 'liksa_jobs{kind="SEND_MAIL",state="RUNNING"}'))
        .toBe(2);

      await billIsClosed(clerk);
      await bankTells(server, payroll);
      await salariesAreBooked(payroll, payroll2);
      expect(mailServer.taken).toEqual([]);
      expect(await metric(server, 'liksa_mails{state="QUEUED"}')).toBeGreaterThan(0);
      expect(await metric(server, 'liksa_oldest_mail_seconds{state="QUEUED"}')).toBeGreaterThan(0);
      const waiting = await metric(server, 'liksa_jobs{kind="SEND_MAIL",state="QUEUED"}');
      expect(waiting).toBeGreaterThan(0);

      mailServer.speak();
      const listed = async (state: string) => {
        const page = await clerk.call<Schemas['MailPage']>('GET', `${mails}?state=${state}`);
        return page.mails;
      };
      // The first that leaves takes those with it that were tried meanwhile.
      await expect
        .poll(async () => [
          await metric(server, 'liksa_mails{state="QUEUED"}'),
          (await listed('SENDING')).length,
        ])
        .toEqual([0, 0]);
      const sent = await metric(server, 'liksa_mail_attempts_total{outcome="sent"}');
      expect(mailServer.taken.length).toBeGreaterThan(0);
      expect(sent, 'each left once').toBe(mailServer.taken.length);
      expect(await listed('UNSURE')).toEqual([]);
      await server.stop();
      await runCommand(['check'], data.directory, settings);
    },
    seededData(engine),
  );
  mailServer.stop();
});

test('a mail server with a certificate of a private authority is trusted by SSL_CERT_FILE, and by nothing else', async ({
  engine,
}) => {
  await withData(
    engine,
    async (data) => {
      const mailServer = await privateMailServer(data.directory);
      const settings = {
        ...settingsOf(data),
        LIKSA_SMTP_URL: `smtps://localhost:${mailServer.port}`,
        LIKSA_MAIL_FROM: 'Liksa <laskutus@liksa.example>',
      };
      const stranger = await startServer(data.directory, settings);
      await bankTells(stranger, await callAs(stranger, 'payroll'));
      const clerk = await callAs(stranger, 'clerk');
      const refused = async () => {
        const page = await clerk.call<Schemas['MailPage']>('GET', `${mails}?state=QUEUED`);
        return page.mails.filter(({ error }) => error?.includes('UnknownIssuer')).length;
      };
      await expect.poll(refused).toBeGreaterThan(0);
      expect(mailServer.taken).toEqual([]);
      await stranger.stop();

      // The next attempts are due at once.
      tamper(data, "UPDATE job SET run_at = 0 WHERE state = 'QUEUED' AND kind = 'SEND_MAIL'");
      const known = { ...settings, SSL_CERT_FILE: mailServer.authority };
      const server = await startServer(data.directory, known);
      await expect.poll(() => metric(server, 'liksa_mails{state="QUEUED"}')).toBe(0);
      expect(mailServer.taken.length).toBeGreaterThan(0);
      await server.stop();
      mailServer.stop();
    },
    seededData(engine),
  );
});
