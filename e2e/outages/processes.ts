import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** A program that runs in the background and ends with this one. */
export class Program {
  readonly child: ChildProcess;
  readonly #output: string[] = [];
  readonly #exit: Promise<unknown[]>;

  constructor(command: string, options: string[], environment: Record<string, string> = {}) {
    const env = { PATH: process.env['PATH'] ?? '', ...environment };
    this.child = spawn(command, options, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (chunk) => this.#output.push(String(chunk)));
    this.child.stderr?.on('data', (chunk) => this.#output.push(String(chunk)));
    const kill = () => this.child.kill('SIGKILL');
    process.once('exit', kill);
    this.#exit = once(this.child, 'exit').finally(() => process.off('exit', kill));
  }

  get log(): string {
    return this.#output.join('');
  }

  /** Ends it, and answers its exit code and how many seconds it took. */
  async end(
    signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
  ): Promise<{ code: unknown; seconds: number }> {
    const began = performance.now();
    this.child.kill(signal);
    const [code] = await this.#exit;
    return { code, seconds: (performance.now() - began) / 1000 };
  }
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until something is true, and answers how many seconds that took. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<number> {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  // oxlint-disable no-await-in-loop -- one look after the other
  while (elapsed() < seconds) {
    if (await isTrue()) return elapsed();
    await wait(50);
  }
  throw new Error(`${what}: not within ${seconds} s`);
}

export async function takesConnections(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const taken = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return taken;
}
