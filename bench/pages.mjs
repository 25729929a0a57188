#!/usr/bin/env node
// What Lighthouse says of the pages that people meet first, on a desktop and on a slow phone: the optimised server with
// its demo content on SQLite, asked on this machine. Fails below the limits.
//
//   bench/pages.mjs [ROUNDS]
//
// Of the rounds of a page the median of performance counts, and the worst of the rest. The phone is calculated by
// Lighthouse from what it saw on this machine, which must be idle.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

process.chdir(path.join(import.meta.dirname, '..'));
const [rounds = 3] = process.argv.slice(2).map(Number);
const liksa = path.resolve(process.env.CARGO_TARGET_DIR ?? 'target', 'release', 'liksa');
// The last version that runs on the oldest Node.js of ours.
const version = '12.8.2';
const tool = path.resolve('node_modules/.cache/liksa-lighthouse');
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const devices = [
  { name: 'desktop', options: ['--preset=desktop'], performance: 95 },
  { name: 'phone', options: [], performance: 90 },
];
const pages = [
  { name: 'landing', route: '/landing' },
  { name: 'log-in', route: '/login' },
  { name: 'dashboard', route: '/', signedIn: true },
];

if (!existsSync(path.join(tool, 'node_modules/lighthouse')))
  execFileSync('npm', ['install', '--silent', '--prefix', tool, `lighthouse@${version}`], {
    env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' },
    stdio: 'inherit',
  });
const chromium = execFileSync('scripts/find-chromium', { encoding: 'utf8' }).trim();

async function startServer(folder) {
  const server = spawn(liksa, ['serve'], {
    env: {
      ...process.env,
      LIKSA_DATA_DIR: folder,
      LIKSA_DEMO: '1',
      LIKSA_LISTEN: '127.0.0.1:0',
      LIKSA_LOG: 'error',
    },
  });
  server.stderr.pipe(process.stderr);
  const url = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const listens = /^Liksa listens on (.*)/.exec(line);
      if (listens) found(listens[1]);
    });
    server.once('exit', () => failed(new Error('the server did not start')));
  });
  return { url, stop: () => server.kill() };
}

/** The session of the demo worker, as the browser sends it. */
async function cookieOf(url) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    // A session by cookie is for browsers, which say where a request comes from.
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: url },
    body: JSON.stringify({ username: 'worker@liksa.example', password: 'demo-liksa' }),
  });
  if (!answer.ok) throw new Error(`log-in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** One report of Lighthouse. */
function look(address, options, folder) {
  const output = path.join(folder, 'report.json');
  execFileSync(
    path.join(tool, 'node_modules/.bin/lighthouse'),
    [
      address,
      '--quiet',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage',
      ...options,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return JSON.parse(readFileSync(output, 'utf8'));
}

const scoreOf = (report, category) => Math.round(report.categories[category].score * 100);

/** Where two are in the middle, the worse one. */
const median = (figures) =>
  figures.sort((one, other) => one - other)[Math.floor((figures.length - 1) / 2)];

const folder = mkdtempSync(path.join(tmpdir(), 'liksa-pages-'));
const server = await startServer(path.join(folder, 'data'));
let failures = 0;
try {
  const load = loadavg().map((one) => one.toFixed(2));
  console.log(`load of the machine before: ${load.join(' ')}`);
  const columns = [...categories, 'LCP ms', 'CLS'];
  console.log(`\n${''.padEnd(20)}${columns.map((name) => name.padStart(16)).join('')}`);
  const cookie = await cookieOf(server.url);
  for (const { name, route, signedIn } of pages) {
    for (const device of devices) {
      const session = signedIn ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
      const reports = Array.from({ length: rounds }, () =>
        look(server.url + route, [...device.options, ...session], folder),
      );
      const scores = categories.map((category, at) => {
        const all = reports.map((report) => scoreOf(report, category));
        return at === 0 ? median(all) : Math.min(...all);
      });
      const audit = (key) => median(reports.map((report) => report.audits[key].numericValue));
      const figures = [
        ...scores,
        Math.round(audit('largest-contentful-paint')),
        audit('cumulative-layout-shift').toFixed(3),
      ];
      const low = scores.some((score, at) => score < (at === 0 ? device.performance : 100));
      failures += low;
      const line = figures.map((figure) => String(figure).padStart(16)).join('');
      console.log(`${`${name}, ${device.name}`.padEnd(20)}${line}${low ? '  too low' : ''}`);
      if (low) tellWhy(reports[0]);
    }
  }
  if (failures > 0) {
    console.error(`bench/pages.mjs: ${failures} of the pages are below their limits`);
    process.exitCode = 1;
  }
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}

/** What costs points. */
function tellWhy({ audits, categories: found }) {
  const parts = Object.values(found).flatMap(({ auditRefs }) => auditRefs);
  for (const { id, weight } of parts) {
    const { score, title, displayValue = '' } = audits[id];
    if (weight > 0 && score !== null && score < 0.9) console.log(`    ${title} ${displayValue}`);
  }
}
