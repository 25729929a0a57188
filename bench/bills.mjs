#!/usr/bin/env node
// How long the optimised server works on the requests of a bill and of the lists, with a large data set behind
// them, on SQLite and on PostgreSQL.
//
//   bench/bills.mjs [WORKERS [BILLS_OF_EACH [ROUNDS [BILLS_OF_THE_BUSIEST]]]]
//
// The times are the server's own, from its log: from the request's arrival to the answer's head, with the JSON
// made and nothing of the network. Requests are sent one after another over one connection.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

process.chdir(path.join(import.meta.dirname, '..'));
const [workers = 1000, bills = 100, rounds = 500, heavyBills = 2000] = process.argv
  .slice(2)
  .map(Number);
const liksa = path.resolve(process.env.CARGO_TARGET_DIR ?? 'target', 'release', 'liksa');
const limit = 5;
// They add up all that the worker has.
const dashboardLimit = 10;
// They read all bills of the worker.
const searchLimit = 20;
// It waits for the disk.
const saveLimit = 20;
const warmUp = 20;

// PostgreSQL comes from the script that tests use.
if (!process.env.TEST_POSTGRES_URL) {
  const again = [import.meta.filename, ...process.argv.slice(2)];
  const { status } = spawnSync('scripts/with-postgres', again, { stdio: 'inherit' });
  process.exit(status ?? 1);
}

/** A running server, with the times of its requests. */
async function startServer(settings) {
  const server = spawn(liksa, ['serve'], {
    env: {
      ...process.env,
      ...settings,
      LIKSA_LISTEN: '127.0.0.1:0',
      LIKSA_RATE_LIMITS: 'off',
      LIKSA_LOG: 'warn,liksa_server=info',
    },
  });
  const times = [];
  let lineRead = () => {};
  createInterface({ input: server.stderr }).on('line', (line) => {
    const took = /answered.* took_us=(\d+)/.exec(line);
    if (took) times.push(Number(took[1]) / 1000);
    else if (!line.includes(' INFO ')) console.error(line);
    lineRead();
  });
  const url = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const listens = /^Liksa listens on (.*)/.exec(line);
      if (listens) found(listens[1]);
    });
    server.once('exit', () => failed(new Error('the server did not start')));
  });
  let sent = 0;
  const request = (route, options) => {
    sent += 1;
    return fetch(url + route, options);
  };
  /** The times of all requests since it was called last. The log may come after the answer. */
  async function takeTimes() {
    while (times.length < sent) await new Promise((more) => (lineRead = more));
    sent = 0;
    return times.splice(0);
  }
  return { request, takeTimes, stop: () => server.kill() };
}

/** Requests of the worker with the most bills. */
async function logIn({ request }) {
  const headers = { 'content-type': 'application/json' };
  async function call(method, route, body) {
    const answer = await request(route, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
    return text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  }
  const person = await call('POST', '/api/login', {
    username: 'heavy@liksa.example',
    password: 'demo-liksa',
  });
  headers.authtoken = person.authtoken;
  return { call, home: `/api/person/${person.id}`, info: `/api/info/${person.id}` };
}

/** The address of the last page of a list. */
async function lastPage(call, route) {
  let last = route;
  for (let pages = 1; ; pages += 1) {
    const { next } = await call('GET', last);
    if (!next) return { last, pages };
    last = `${route}${route.includes('?') ? '&' : '?'}page=${encodeURIComponent(next)}`;
  }
}

/** Measured requests: a name, a function that makes one, and its limit where that is another. */
async function cases({ call, home, info }) {
  const get = (route) => () => call('GET', route);
  const [longest] = (await call('GET', `${home}/archive?section=open`)).bills;
  const route = `${home}/bills/${longest.id}`;
  let bill = await call('GET', route);
  const list = await lastPage(call, `${home}/bills`);
  const archive = await lastPage(call, `${home}/archive`);
  async function autosave() {
    const [first, ...rest] = bill.billableitems;
    const changed = { ...first, destination: `Muutettu ${bill.version}` };
    bill = await call('PUT', route, { ...bill, billableitems: [changed, ...rest] });
  }
  return [
    ['GET /healthz', get('/healthz')],
    ['who is signed in', get('/api/login')],
    [`bill of ${bill.billableitems.length} rows`, get(route)],
    ['list, first page', get(`${home}/bills`)],
    [`list, page ${list.pages}`, get(list.last)],
    ['archive, first page', get(`${home}/archive`)],
    [`archive, page ${archive.pages}`, get(archive.last)],
    ['search, a word', get(`${home}/archive?search=tilaus`), searchLimit],
    ['search, four words', get(`${home}/archive?search=tilaus%20oy%20125%200`), searchLimit],
    ['search, nothing found', get(`${home}/archive?search=xyzzy`), searchLimit],
    ['autosave of one row', autosave, saveLimit],
    ['its salary, live', () => call('PUT', '/api/calc/frombill', bill)],
    ['dashboard', get(`${info}?months=24`), dashboardLimit],
    ['tax year', get(`${info}/taxinfo/2026`), dashboardLimit],
  ];
}

const rank = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

async function measure(engine, settings) {
  const seedStart = performance.now();
  const numbers = { workers, bills, 'heavy-bills': heavyBills };
  const given = Object.entries(numbers).flatMap(([name, number]) => [`--${name}`, String(number)]);
  execFileSync(liksa, ['seed', ...given], { env: { ...process.env, ...settings } });
  const seconds = ((performance.now() - seedStart) / 1000).toFixed(1);
  // Soon after so much was written, the server would do this by itself.
  if (engine === 'PostgreSQL')
    execFileSync('psql', [settings.LIKSA_DATABASE_URL, '-qc', 'ANALYZE']);
  console.log(`\n${engine}: ${workers} workers with ${bills} bills each, made in ${seconds} s`);
  console.log(
    `${''.padEnd(24)}${['median ms', '95 % ms', 'ratio'].map((name) => name.padStart(11)).join('')}`,
  );

  const server = await startServer(settings);
  let slow = 0;
  try {
    const session = await logIn(server);
    const all = await cases(session);
    let least;
    for (const [name, request, most = limit] of all) {
      for (let round = 0; round < warmUp; round += 1) await request();
      await server.takeTimes();
      for (let round = 0; round < rounds; round += 1) await request();
      const times = (await server.takeTimes()).sort((one, other) => one - other);
      const [median, high] = [rank(times, 0.5), rank(times, 0.95)];
      least ??= median;
      const figures = [median.toFixed(2), high.toFixed(2), (median / least).toFixed(0)];
      const tooSlow = high >= most;
      slow += tooSlow;
      const mark = tooSlow ? `  over ${most} ms` : '';
      console.log(
        `${name.padEnd(24)}${figures.map((figure) => figure.padStart(11)).join('')}${mark}`,
      );
    }
  } finally {
    server.stop();
  }
  return slow;
}

const home = mkdtempSync(path.join(tmpdir(), 'liksa-bench-'));
try {
  console.log(
    `load of the machine before: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  );
  const data = { LIKSA_DATA_DIR: path.join(home, 'data') };
  const slow =
    (await measure('SQLite', data)) +
    (await measure('PostgreSQL', { ...data, LIKSA_DATABASE_URL: process.env.TEST_POSTGRES_URL }));
  if (slow > 0) {
    console.error(`bench/bills.mjs: ${slow} of the requests took too long`);
    process.exitCode = 1;
  }
} finally {
  rmSync(home, { recursive: true });
}
