#!/usr/bin/env node
// Whether the owner of an account can sign in while others guess: log-in attempts from one /48, each from another /64 and
// at another account, and the owner in a browser that has been used before. Fails if the owner waits for longer than a
// second.
//
//   bench/logins.mjs [SECONDS [ATTEMPTS_PER_SECOND [PROFILE]]]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const [seconds = '10', perSecond = '300', profile = 'release'] = process.argv.slice(2);
const root = path.join(import.meta.dirname, '..');
const liksa = path.resolve(root, process.env.CARGO_TARGET_DIR ?? 'target', profile, 'liksa');
const limitMs = 1000;
const password = 'demo-liksa';

const folder = mkdtempSync(path.join(tmpdir(), 'liksa-logins-'));
const env = {
  ...process.env,
  LIKSA_DATA_DIR: folder,
  LIKSA_LISTEN: '127.0.0.1:0',
  LIKSA_DEMO: '1',
  LIKSA_LOG: 'error',
  // This program is the proxy that tells where each attempt comes from.
  LIKSA_TRUSTED_PROXIES: '127.0.0.1',
};

const server = spawn(liksa, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((found, failed) => {
  createInterface({ input: server.stdout }).on('line', (line) => {
    const listens = /^Liksa listens on (.*)/.exec(line);
    if (listens) found(listens[1]);
  });
  server.once('exit', () => failed(new Error('the server did not start')));
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const ownersAgent = new http.Agent({ keepAlive: true });

/** Signs in. Returns the status, the headers and the time in milliseconds. */
function logIn(username, secret, headers, through) {
  const started = performance.now();
  const body = JSON.stringify({ username, password: secret });
  const options = {
    method: 'POST',
    agent: through,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
  };
  return new Promise((done, failed) => {
    const request = http.request(`${url}/api/login`, options, (answer) => {
      answer.resume();
      answer.on('end', () =>
        done({
          status: answer.statusCode,
          headers: answer.headers,
          ms: performance.now() - started,
        }),
      );
    });
    request.on('error', failed);
    request.end(body);
  });
}

let cookie = '';
async function ownerSignsIn() {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '198.51.100.7', cookie };
  const answer = await logIn('worker@liksa.example', password, headers, ownersAgent);
  if (answer.status !== 200) throw new Error(`the owner was answered ${answer.status}`);
  const set = answer.headers['set-cookie'].find((one) => one.startsWith('liksa_browser='));
  cookie = set.split(';')[0];
  return answer.ms;
}

function guess(number) {
  const network = (number % 65_536).toString(16);
  const account = number % 3 === 0 ? 'worker' : `worker${number}`;
  const headers = { 'x-forwarded-for': `2001:db8:1:${network}::1` };
  return logIn(`${account}@liksa.example`, `guess${number}`, headers, agent);
}

const statuses = new Map();
const ownersTimes = [];
let failure;
try {
  await ownerSignsIn();
  const until = performance.now() + Number(seconds) * 1000;
  let sent = 0;
  const guesses = [];
  const flood = (async () => {
    const began = performance.now();
    while (performance.now() < until) {
      const due = Math.floor(((performance.now() - began) / 1000) * Number(perSecond));
      for (; sent < due; sent += 1) {
        guesses.push(
          guess(sent).then(({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1)),
        );
      }
      await pause(5);
    }
  })();
  while (performance.now() < until) {
    ownersTimes.push(await ownerSignsIn());
    await pause(200);
  }
  await flood;
  await Promise.all(guesses);
  ownersTimes.sort((one, other) => one - other);
  const slowest = ownersTimes.at(-1);
  const median = ownersTimes[Math.floor(ownersTimes.length / 2)];
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(`${sent} guesses in ${seconds} s: ${answered}`);
  console.log(
    `the owner signed in ${ownersTimes.length} times: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  );
  if (slowest > limitMs) failure = `the owner waited ${slowest.toFixed(0)} ms`;
} catch (error) {
  failure = error.message;
} finally {
  server.kill();
  agent.destroy();
  ownersAgent.destroy();
  rmSync(folder, { recursive: true, force: true });
}
if (failure) {
  console.error(`bench/logins.mjs: ${failure}`);
  process.exitCode = 1;
}
