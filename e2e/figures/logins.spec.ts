import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { seededData, withData } from '../support/data.ts';
import { password } from '../support/people.ts';
import { startServer } from '../support/server.ts';

const limitMs = 1000;
const seconds = 10;
const perSecond = 300;

interface Answer {
  status: number | undefined;
  cookies: readonly string[];
  ms: number;
}

/** Signs in as if through a proxy that tells where the attempt comes from. */
function signIn(
  url: string,
  agent: http.Agent,
  username: string,
  secret: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const started = performance.now();
  const body = JSON.stringify({ username: `${username}@liksa.example`, password: secret });
  return new Promise((done, failed) => {
    const request = http.request(`${url}/api/login`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    request.on('response', (answer) => {
      answer.resume();
      answer.on('end', () =>
        done({
          status: answer.statusCode,
          cookies: answer.headers['set-cookie'] ?? [],
          ms: performance.now() - started,
        }),
      );
    });
    request.on('error', failed);
    request.end(body);
  });
}

test(`while ${perSecond} log-in attempts a second come from one /48, the owner in a known browser signs in within a second`, async () => {
  const settings = { LIKSA_RATE_LIMITS: 'on', LIKSA_TRUSTED_PROXIES: '127.0.0.1' };
  const measure = async ({ directory }: { directory: string }) => {
    const server = await startServer(directory, settings);
    const [others, own] = [
      new http.Agent({ keepAlive: true, maxSockets: 256 }),
      new http.Agent({ keepAlive: true }),
    ];
    let cookie = '';
    const ownerSignsIn = async () => {
      const headers = {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': '198.51.100.7',
        cookie,
      };
      const { status, cookies, ms } = await signIn(server.url, own, 'worker', password, headers);
      expect(status).toBe(200);
      cookie = cookies.find((one) => one.startsWith('liksa_browser='))?.split(';')[0] ?? '';
      return ms;
    };
    /** Each from another /64, a third of them at the owner's account. */
    const guess = (number: number) => {
      const headers = { 'x-forwarded-for': `2001:db8:1:${number.toString(16)}::1` };
      const account = number % 3 === 0 ? 'worker' : `worker${number}`;
      return signIn(server.url, others, account, `guess${number}`, headers);
    };
    await ownerSignsIn();
    const began = performance.now();
    const passed = () => performance.now() - began;
    const guesses: Promise<Answer>[] = [];
    const flood = async () => {
      while (passed() < seconds * 1000) {
        const due = (passed() / 1000) * perSecond;
        while (guesses.length < due) guesses.push(guess(guesses.length));
        await pause(5);
      }
    };
    const times: number[] = [];
    const owner = async () => {
      while (passed() < seconds * 1000) {
        times.push(await ownerSignsIn());
        await pause(200);
      }
    };
    await Promise.all([flood(), owner()]);
    const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status));
    const slowest = Math.max(...times);
    console.log(`the owner signed in ${times.length} times, at most ${slowest.toFixed(0)} ms`);
    expect(guesses.length).toBeGreaterThan(seconds * perSecond * 0.9);
    expect(statuses.has(200)).toBe(false);
    expect(times.length).toBeGreaterThan(3);
    expect(slowest).toBeLessThan(limitMs);
    others.destroy();
    own.destroy();
    await server.stop();
  };
  await withData('sqlite', measure, seededData('sqlite'));
});
