import path from 'node:path';
import { Line } from './line.ts';
import { signIn } from './load.ts';
import { freePort, Program, run, until } from './processes.ts';
import {
  Database,
  installTools,
  makeCertificate,
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
}

/** Two processes of Liksa in production behind nginx, with everything that they need on this machine. */
export class Site {
  readonly database: Database;
  readonly storage: Line;
  readonly mail: Line;
  readonly url: string;
  readonly #binary: string;
  readonly #settings: Record<string, string>;
  readonly #ports: [number, number];
  readonly #servers: [Program | null, Program | null] = [null, null];
  /** Has the proxy run with deploy/nginx.conf, or with what nginx does where nothing is said. */
  proxyAs: (kind: 'ours' | 'defaults') => Promise<void> = () => Promise.resolve();
  /** In which customers pay what is open. */
  #statement = '';

  private constructor(
    parts: Parts,
    folder: string,
    binary: string,
    url: string,
    ports: [number, number],
    broker: number,
  ) {
    ({ database: this.database, storage: this.storage, mail: this.mail } = parts);
    [this.#binary, this.url, this.#ports] = [binary, url, ports];
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
      LIKSA_OIDC_ISSUER: `https://localhost:${broker}`,
      LIKSA_OIDC_CLIENT_ID: 'liksa',
      LIKSA_OIDC_CLIENT_SECRET: secret,
      SSL_CERT_FILE: path.join(folder, 'fullchain.pem'),
    };
  }

  static async start(folder: string, binary: string, ends: Ends): Promise<Site> {
    await installTools();
    await makeCertificate(folder);
    const database = await Database.start(folder, ends);
    const parts = {
      database,
      storage: await startStorage(ends),
      mail: await startMail(folder, ends),
    };
    const ports: [number, number] = [await freePort(), await freePort()];
    const proxy = await freePort();
    // Nobody listens on the broker's port: identification is away from the start.
    const broker = await freePort();
    const site = new Site(parts, folder, binary, `https://localhost:${proxy}`, ports, broker);
    await site.#fill();
    ends.push(() => Promise.all(site.#servers.map(async (server) => server?.end('SIGKILL'))));
    await Promise.all([site.serve(0), site.serve(1)]);
    site.proxyAs = await startProxy(folder, proxy, ports, ends);
    return site;
  }

  /** Starts one of the two processes and answers after how many seconds it was ready. */
  async serve(place: 0 | 1): Promise<number> {
    const listen = { LIKSA_LISTEN: `127.0.0.1:${this.#ports[place]}` };
    const server = new Program(this.#binary, ['serve'], { ...this.#settings, ...listen });
    this.#servers[place] = server;
    try {
      return await until(`server ${place}`, async () => (await this.status(place)) === 200);
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
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await fetch(`http://127.0.0.1:${this.#ports[0]}/metrics`, { headers });
    const lines = (await answer.text()).split('\n');
    return lines
      .filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))))
      .reduce((sum, value) => sum + value, 0);
  }

  /** Asks the program whether the data is sound, which ends with an error where it is not. */
  async check(): Promise<void> {
    await run(this.#binary, ['check'], { env: { PATH: process.env['PATH'], ...this.#settings } });
  }

  /** Customers pay what is open, as the bank tells. Answers after how many seconds it was booked. */
  async bookPayments(): Promise<number> {
    await this.uploadPayments();
    return until('booking', async () => (await this.metric('liksa_jobs', 'BOOK_BANK_FILE')) === 0);
  }

  async uploadPayments(): Promise<void> {
    const { headers } = await signIn(this.url, 'payroll');
    const body = new FormData();
    body.append('file', new Blob([this.#statement], { type: 'application/xml' }), 'tiliote.xml');
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
    const { headers } = await signIn(url, 'payroll');
    const statement = await fetch(`${url}/api/demo/bank-statement.xml`, { headers });
    this.#statement = await statement.text();
    await server.end();
  }
}
