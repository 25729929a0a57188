import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Line } from './line.ts';
import { ask, dateOf, signIn } from './load.ts';
import { freePort, Program, run, until } from './processes.ts';
import {
  Database,
  installTools,
  makeCertificate,
  startIdentification,
  startMail,
  startProxy,
  startStorage,
  type Ends,
} from './services.ts';

const secret = 'outages-outages-outages-outages';

interface Parts {
  database: Database;
  storage: Line;
  mail: Line;
  broker: Line;
}

async function metricAt(address: string, name: string, labels = ''): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` };
  const lines = (await (await fetch(`${address}/metrics`, { headers })).text()).split('\n');
  return lines
    .filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))))
    .reduce((sum, value) => sum + value, 0);
}

/** Makes the settings of the provider, without which no money moves. */
async function makeSettings(url: string): Promise<void> {
  const { headers } = await signIn(url, 'admin');
  const path = '/api/provider/settings';
  const { current } = await ask<{ current: object }>(url, headers, 'GET', path);
  await ask(url, headers, 'POST', path, {
    validFrom: dateOf(Date.now()),
    settings: current,
  });
}

/** Two processes of Liksa in production behind nginx, with everything that they need on this machine. */
export class Site {
  readonly database: Database;
  readonly storage: Line;
  readonly mail: Line;
  readonly broker: Line;
  readonly url: string;
  readonly #folder: string;
  readonly #binary: string;
  readonly #settings: Record<string, string>;
  readonly #ports: [number, number];
  readonly #servers: [Program | null, Program | null] = [null, null];
  /** Where the proxy sends those to `url` who come without TLS. */
  plainUrl = '';
  /** Has the proxy run with deploy/nginx.conf, or with what nginx does where nothing is said. */
  proxyAs: (kind: 'ours' | 'defaults') => Promise<void> = () => Promise.resolve();
  /** In which customers pay what is open: what is around the payments, and those that no file had yet. */
  #statement: [string, string] = ['', ''];
  #payments: string[] = [];

  private constructor(
    parts: Parts,
    folder: string,
    binary: string,
    url: string,
    ports: [number, number],
  ) {
    ({ database: this.database, storage: this.storage, mail: this.mail } = parts);
    this.broker = parts.broker;
    [this.#folder, this.#binary, this.url, this.#ports] = [folder, binary, url, ports];
    this.#settings = {
      LIKSA_DATA_DIR: path.join(folder, 'data'),
      LIKSA_DATABASE_URL: `postgres://liksa@127.0.0.1:${parts.database.line.port}/liksa`,
      LIKSA_FILES_URL: `s3://liksa?endpoint=http://127.0.0.1:${parts.storage.port}&region=us-east-1`,
      LIKSA_FILES_ACCESS_KEY: 'outages',
      LIKSA_FILES_SECRET_KEY: secret,
      LIKSA_ENV: 'production',
      LIKSA_PUBLIC_URL: url,
      LIKSA_TRUSTED_PROXIES: '127.0.0.1',
      LIKSA_SMTP_URL: `smtp://127.0.0.1:${parts.mail.port}`,
      LIKSA_MAIL_FROM: 'Liksa <laskutus@liksa.example>',
      LIKSA_METRICS_TOKEN: secret,
      LIKSA_OIDC_ISSUER: `https://localhost:${parts.broker.port}`,
      LIKSA_OIDC_CLIENT_ID: 'liksa',
      LIKSA_OIDC_CLIENT_SECRET: secret,
      SSL_CERT_FILE: path.join(folder, 'fullchain.pem'),
    };
  }

  static async start(folder: string, binary: string, ends: Ends): Promise<Site> {
    await installTools();
    await makeCertificate(folder);
    const database = await Database.start(folder, ends);
    const ports: [number, number] = [await freePort(), await freePort()];
    const proxy = await freePort();
    const url = `https://localhost:${proxy}`;
    const parts = {
      database,
      storage: await startStorage(ends),
      mail: await startMail(folder, ends),
      broker: await startIdentification(folder, url, secret, ends),
    };
    // Away until somebody is to be identified: what it says of itself is kept for an hour.
    await parts.broker.become('refused');
    const site = new Site(parts, folder, binary, url, ports);
    await site.#fill();
    ends.push(() => Promise.all(site.#servers.map(async (server) => server?.end('SIGKILL'))));
    await Promise.all([site.serve(0), site.serve(1)]);
    const { plain, proxyAs } = await startProxy(folder, proxy, ports, ends);
    [site.plainUrl, site.proxyAs] = [`http://localhost:${plain}`, proxyAs];
    return site;
  }

  /** Starts one of the two processes and answers after how many seconds it was ready. */
  async serve(place: 0 | 1): Promise<number> {
    const listen = { LIKSA_LISTEN: `127.0.0.1:${this.#ports[place]}` };
    const server = new Program(this.#binary, ['serve'], { ...this.#settings, ...listen });
    this.#servers[place] = server;
    try {
      return await until(`server ${place}`, async () => (await this.status(place)) === 200, 15);
    } catch (error) {
      throw new Error(`Its log:\n${server.log}`, { cause: error });
    }
  }

  /** Ends one of the two processes and answers its exit code and how many seconds it took. */
  async end(
    place: 0 | 1,
    signal: 'SIGTERM' | 'SIGKILL',
  ): Promise<{ code: unknown; seconds: number }> {
    const server = this.#servers[place];
    if (server === null) throw new Error(`Server ${place} was never started.`);
    return server.end(signal);
  }

  /** One process itself, without the proxy. */
  address(place: 0 | 1): string {
    return `http://127.0.0.1:${this.#ports[place]}`;
  }

  /** What /readyz of one process answers; 0 where it does not. */
  async status(place: 0 | 1): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.#ports[place]}/readyz`).catch(() => null);
    return answer?.status ?? 0;
  }

  /** The sum of the values of a metric of the first process whose labels contain this. */
  async metric(name: string, labels = ''): Promise<number> {
    return metricAt(this.address(0), name, labels);
  }

  /** Asks the program whether the data is sound, which ends with an error where it is not. */
  async check(): Promise<void> {
    await run(this.#binary, ['check'], { env: { PATH: process.env['PATH'], ...this.#settings } });
  }

  /** The files of the log of the proxy in which this stands. */
  async proxyLogsWith(text: string): Promise<string[]> {
    const logs = path.join(this.#folder, 'nginx');
    const found = await Promise.all(
      (await readdir(logs)).map(async (name) => {
        const log = await readFile(path.join(logs, name), 'utf8');
        return log.includes(text) ? [name] : [];
      }),
    );
    return found.flat();
  }

  /** Some customers pay what is open, as the bank tells. Answers after how many seconds it was booked. */
  async bookPayments(most?: number): Promise<number> {
    await this.uploadPayments(most);
    return until('booking', async () => (await this.metric('liksa_jobs', 'BOOK_BANK_FILE')) === 0);
  }

  async uploadPayments(most = 2): Promise<void> {
    const { headers } = await signIn(this.url, 'payroll');
    const [before, after] = this.#statement;
    const payments = this.#payments.splice(0, most);
    if (payments.length === 0) throw new Error('No customer is left who pays.');
    const statement = before + payments.join('') + after;
    const body = new FormData();
    body.append('file', new Blob([statement], { type: 'application/xml' }), 'tiliote.xml');
    const taken = await fetch(`${this.url}/api/provider/bank-files`, {
      method: 'POST',
      headers,
      body,
    });
    if (!taken.ok) throw new Error(`No bank file: ${taken.status} ${await taken.text()}`);
  }

  /** Makes the content of the demo, which production itself refuses to make. */
  async #fill(): Promise<void> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = new Program(this.#binary, ['serve'], {
      ...this.#settings,
      LIKSA_ENV: 'development',
      LIKSA_PUBLIC_URL: url,
      LIKSA_DEMO: '1',
      LIKSA_LISTEN: `127.0.0.1:${port}`,
    });
    await until('the content of the demo', () => {
      if (server.child.exitCode !== null) throw new Error(`It ended:\n${server.log}`);
      return server.log.includes('Liksa listens on');
    });
    await makeSettings(url);
    const { headers } = await signIn(url, 'payroll');
    const statement = await fetch(`${url}/api/demo/bank-statement.xml`, { headers });
    // A part of it says nothing of the balance of the day.
    const whole = (await statement.text()).replace(/<Bal>.*?<\/Bal>/s, '');
    this.#payments = whole.match(/<Ntry>.*?<\/Ntry>\n/gs) ?? [];
    const [before = '', after = ''] = whole.split(this.#payments.join(''));
    this.#statement = [before, after];
    // What an event leaves to be done is told from what the demo has left.
    const toDo = async () =>
      (await metricAt(url, 'liksa_jobs', '"DELIVER_BILL"')) + (await metricAt(url, 'liksa_mails'));
    await until('what the demo leaves to be done', async () => (await toDo()) === 0, 150);
    await server.end();
  }
}
