import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { startBroker } from '../support/broker.ts';
import { Line } from './line.ts';
import { freePort, Program, run, takesConnections, until } from './processes.ts';

export const root = path.join(import.meta.dirname, '../..');

/** Where the storage and the mail server are installed, once for all runs. */
const python = path.join(root, 'node_modules/.cache/liksa-outages');

/** What was started and must end, the last first. */
export type Ends = (() => Promise<unknown>)[];

export async function installTools(): Promise<void> {
  await run('python3', ['-m', 'venv', python]);
  await run(path.join(python, 'bin/pip'), ['install', '-q', 'moto[s3,server]', 'aiosmtpd']);
}

/** Makes a certificate for this machine that the clients of this program trust. */
export async function makeCertificate(folder: string): Promise<void> {
  const certificate = path.join(folder, 'fullchain.pem');
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    // Rust takes no certificate of an authority for that of a server.
    '-addext',
    'basicConstraints=critical,CA:FALSE',
    '-keyout',
    path.join(folder, 'key.pem'),
    '-out',
    certificate,
  ]);
  tls.setDefaultCACertificates([await readFile(certificate, 'utf8')]);
}

/** A storage of files that speaks S3, with the bucket that Liksa uses. */
export async function startStorage(ends: Ends): Promise<Line> {
  const port = await freePort();
  const program = new Program(path.join(python, 'bin/moto_server'), [
    '-H',
    '127.0.0.1',
    '-p',
    String(port),
  ]);
  ends.push(() => program.end('SIGKILL'));
  await until('the storage of files', () => takesConnections(port));
  const made = await fetch(`http://127.0.0.1:${port}/liksa`, { method: 'PUT' });
  if (!made.ok) throw new Error(`No bucket: ${made.status} ${await made.text()}`);
  return cuttable(port, ends);
}

/** A mail server that takes every mail and keeps it as a file. */
export async function startMail(folder: string, ends: Ends): Promise<Line> {
  const port = await freePort();
  const program = new Program(path.join(python, 'bin/aiosmtpd'), [
    '-n',
    '-l',
    `127.0.0.1:${port}`,
    '-c',
    'aiosmtpd.handlers.Mailbox',
    path.join(folder, 'mails'),
  ]);
  ends.push(() => program.end('SIGKILL'));
  await until('the mail server', () => takesConnections(port));
  return cuttable(port, ends);
}

/** An identification broker that knows Liksa at `publicUrl`, by this secret. */
export async function startIdentification(
  folder: string,
  publicUrl: string,
  secret: string,
  ends: Ends,
): Promise<Line> {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  const certificate = { key: await read('key.pem'), cert: await read('fullchain.pem') };
  const broker = await startBroker(certificate, '127.0.0.1');
  ends.push(() => broker.close());
  const line = await cuttable(broker.port, ends);
  const client = {
    client_id: 'liksa',
    client_secret: secret,
    redirect_uris: [`${publicUrl}/registration/confirm`],
    token_endpoint_auth_method: 'client_secret_basic' as const,
  };
  broker.serve(client, `https://localhost:${line.port}`);
  return line;
}

/** The proxy of deploy/nginx.conf, on ports that are free here. What it logs is in the folder `nginx`. */
export async function startProxy(
  folder: string,
  port: number,
  [first, second]: [number, number],
  ends: Ends,
): Promise<{ plain: number; proxyAs: (kind: 'ours' | 'defaults') => Promise<void> }> {
  const plain = await freePort();
  const example = await readFile(path.join(root, 'deploy/nginx.conf'), 'utf8');
  const own = example
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('laskutus.example', 'localhost')
    .replaceAll('/etc/ssl/liksa', folder)
    .replaceAll('/var/log/nginx', `${folder}/nginx`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${second}`);
  await mkdir(path.join(folder, 'nginx'));
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};\n`)
    .join('');
  const write = (text: string) =>
    writeFile(
      file,
      // As Debian's own: what our file does not say is logged. But a client of Node.js takes it for a fault where the proxy
      // ends a connection after some requests, or some time, at which a browser asks once more.
      `pid ${folder}/nginx.pid;\nerror_log ${folder}/nginx/error.log;\nevents {}\n` +
        `http {\naccess_log ${folder}/nginx/access.log;\n` +
        `keepalive_requests 1000000;\nkeepalive_timeout 1h;\n${temporary}${text}}\n`,
    );
  await write(own);
  const program = new Program('nginx', ['-c', file, '-g', 'daemon off;']);
  ends.push(() => program.end());
  await until('the proxy', () => takesConnections(port));
  // Somebody else's proxy: it leaves a process alone after one failure, and tells its own errors.
  const defaults = own
    .replaceAll(' max_fails=0', '')
    .replaceAll(/^ *(?:proxy_next_upstream|proxy_connect_timeout|error_page).*\n/gm, '');
  const proxyAs = async (kind: 'ours' | 'defaults') => {
    await write(kind === 'ours' ? own : defaults);
    await run('nginx', ['-c', file, '-s', 'reload']);
    await wait(1000);
  };
  return { plain, proxyAs };
}

/** A PostgreSQL of its own, reached through a line that can be cut. */
export class Database {
  readonly line: Line;
  readonly #bin: string;
  readonly #folder: string;
  readonly #port: number;

  private constructor(line: Line, bin: string, folder: string, port: number) {
    this.line = line;
    [this.#bin, this.#folder, this.#port] = [bin, folder, port];
  }

  static async start(folder: string, ends: Ends): Promise<Database> {
    const bin = (await run(path.join(root, 'scripts/find-postgres'), [])).stdout.trim();
    const port = await freePort();
    const home = path.join(folder, 'postgres');
    await mkdir(home);
    if (isRoot) {
      await run('chmod', ['a+x', folder]);
      await run('chown', ['postgres', home]);
    }
    const database = new Database(await cuttable(port, ends), bin, home, port);
    await database.#do(
      'initdb',
      '-D',
      `${home}/data`,
      '--username=liksa',
      '--auth=trust',
      '-E',
      'UTF8',
    );
    const settings = [`listen_addresses = '127.0.0.1'`, `port = ${port}`];
    await writeFile(
      `${home}/data/postgresql.auto.conf`,
      [...settings, `unix_socket_directories = '${home}'`, ''].join('\n'),
    );
    await database.begin();
    ends.push(() => database.end());
    await database.#do('createdb', '-h', home, '-p', String(port), '-U', 'liksa', 'liksa');
    return database;
  }

  async begin(): Promise<void> {
    await this.#do(
      'pg_ctl',
      'start',
      '-w',
      '-D',
      `${this.#folder}/data`,
      '-l',
      `${this.#folder}/log`,
    );
  }

  /** As an operator does it who cannot wait. */
  async end(): Promise<void> {
    await this.#do('pg_ctl', 'stop', '-m', 'fast', '-w', '-D', `${this.#folder}/data`);
  }

  /** What one statement answers, asked past the line. */
  async ask(statement: string): Promise<string> {
    const where = ['-h', this.#folder, '-p', String(this.#port), '-U', 'liksa', 'liksa'];
    const asked = await run(path.join(this.#bin, 'psql'), [...where, '-qtAc', statement]);
    return asked.stdout.trim();
  }

  async #do(program: string, ...options: string[]): Promise<void> {
    const command = [path.join(this.#bin, program), ...options];
    const asOwner = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
    // pg_ctl leaves its server behind, which would keep a pipe open.
    const quiet = '"$0" "$@" > /dev/null 2>&1 < /dev/null';
    await run('sh', ['-c', quiet, ...(isRoot ? asOwner : []), ...command]);
  }
}

const isRoot = process.getuid?.() === 0;

async function cuttable(port: number, ends: Ends): Promise<Line> {
  const line = await Line.to(port);
  ends.push(() => line.close());
  return line;
}
