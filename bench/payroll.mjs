#!/usr/bin/env node
// How long the payroll of many workers takes on SQLite: calculated, approved by another person, booked, and its
// files written. Beside it a worker saves a bill again and again, and must not wait long for the database.
//
// Some of the workers lack what payroll needs: they are found, and nobody else waits for them.
//
//   bench/payroll.mjs [WORKERS [BILLS_OF_EACH [FAULTY]]]
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const [workers = 10_000, bills = 3, faulty = 50] = process.argv.slice(2).map(Number);
const root = path.join(import.meta.dirname, '..');
const liksa = path.resolve(root, process.env.CARGO_TARGET_DIR ?? 'target', 'release', 'liksa');
const limitSeconds = 30;
const runs = '/api/provider/payroll/runs';

const folder = mkdtempSync(path.join(tmpdir(), 'liksa-payroll-'));
const env = {
  ...process.env,
  LIKSA_DATA_DIR: folder,
  LIKSA_TODAY: '2026-11-16',
  LIKSA_LISTEN: '127.0.0.1:0',
  LIKSA_RATE_LIMITS: 'off',
  LIKSA_LOG: 'warn',
};

async function startServer() {
  const server = spawn(liksa, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const listens = /^Liksa listens on (.*)/.exec(line);
      if (listens) found(listens[1]);
    });
    server.once('exit', () => failed(new Error('the server did not start')));
  });
  return { url, stop: () => server.kill() };
}

/** Signs in. Returns a function that calls the API as this user. */
async function signIn(url, name) {
  const headers = { 'content-type': 'application/json' };
  async function call(method, route, body) {
    const answer = await fetch(url + route, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
  const username = `${name}@liksa.example`;
  const person = await call('POST', '/api/login', { username, password: 'demo-liksa' });
  headers.authtoken = person.authtoken;
  return { call, home: `/api/person/${person.id}` };
}

/** Saves one bill while `goesOn`. Returns the time of each save in milliseconds. */
async function saveOn({ call, home }, goesOn) {
  const [draft] = (await call('GET', `${home}/bills?section=open`)).bills;
  const route = `${home}/bills/${draft.id}`;
  let bill = await call('GET', route);
  const took = [];
  while (goesOn()) {
    const began = performance.now();
    bill = await call('PUT', route, { ...bill, invoiceText: `Muutettu ${bill.version}` });
    took.push(performance.now() - began);
    await pause(20);
  }
  return took;
}

async function until(read, isSo) {
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    await pause(50);
  }
}

try {
  const numbers = { workers, bills, faulty };
  const seed = [
    'seed',
    ...Object.entries(numbers).flatMap(([name, count]) => [`--${name}`, String(count)]),
  ];
  execFileSync(liksa, seed, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const server = await startServer();
  try {
    const [maker, approver, worker] = await Promise.all(
      ['payroll', 'payroll2', 'heavy'].map((name) => signIn(server.url, name)),
    );
    let running = true;
    const saves = saveOn(worker, () => running);
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    const { id } = await maker.call('POST', runs, {});
    await maker.call('POST', `${runs}/${id}/calculate`);
    const read = () => maker.call('GET', `${runs}/${id}`);
    const calculated = await until(read, (run) => run.state === 'CALCULATED');
    const afterCalculation = seconds();
    const { refunds } = await approver.call('GET', `${runs}/${id}`);
    await approver.call('POST', `${runs}/${id}/approve`, { refunds: refunds.map((one) => one.id) });
    const posted = await until(read, (run) => run.state === 'POSTED');
    const afterBooking = seconds();
    await until(read, (run) => run.filesWritten);
    const { files } = await maker.call('GET', `${runs}/${id}/files`);
    const total = seconds();
    running = false;
    const took = (await saves).toSorted((a, b) => a - b);
    const { counts, totals } = calculated;
    const round = (number) => number.toFixed(1);
    console.log(
      `${counts.calculated} salaries (${counts.held} held, ${counts.withProblems} with problems), ${totals.salary} € paid out`,
    );
    console.log(`calculated in ${round(afterCalculation)} s`);
    console.log(`approved and booked in ${round(afterBooking - afterCalculation)} s`);
    console.log(`files written in ${round(total - afterBooking)} s`);
    console.log(
      `together ${round(total)} s (load ${round(loadavg()[0])}), limit ${limitSeconds} s`,
    );
    console.log(
      `${took.length} saves of a bill beside it: median ${round(took[took.length >> 1])} ms, slowest ${round(took.at(-1))} ms`,
    );
    if (counts.calculated < workers * 0.9)
      throw new Error('too few workers had something to be paid');
    // Four of the seven kinds of faults keep a salary out of the run, where the worker has one.
    if (counts.withProblems < Math.floor(faulty * (4 / 7) * 0.8))
      throw new Error('a fault was not found');
    if (posted.counts.booked !== counts.calculated - counts.held)
      throw new Error('others waited for the faulty ones');
    if (files.length !== 2) throw new Error('a file is missing');
    if (total > limitSeconds) throw new Error('too slow');
  } finally {
    server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
