import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
const binary = path.join(
  path.resolve(root, process.env['CARGO_TARGET_DIR'] ?? 'target'),
  'debug/liksa',
);

/** The business date of every browser test, a Monday. */
const today = '2026-11-16';

export interface Server {
  url: string;
  pid: number;
  /** Ends the server as an operator would, and fails if it does not leave in order. */
  stop(): Promise<void>;
  /** Ends the server in the middle of whatever it does, as a power cut would. */
  kill(): Promise<void>;
}

/** Settings of the person who runs the tests must not reach the program. */
function environment(dataDirectory: string, settings: Record<string, string>) {
  return {
    PATH: process.env['PATH'],
    LIKSA_LISTEN: '127.0.0.1:0',
    LIKSA_DATA_DIR: dataDirectory,
    LIKSA_DEMO: '1',
    LIKSA_TODAY: today,
    LIKSA_RATE_LIMITS: 'off',
    ...settings,
  };
}

/** Runs another command of the binary, which must succeed. */
export async function runCommand(
  command: string[],
  dataDirectory: string,
  settings: Record<string, string> = {},
): Promise<void> {
  await promisify(execFile)(binary, command, { env: environment(dataDirectory, settings) });
}

/** Starts the real binary on a free port and waits until it says that it listens. */
export async function startServer(
  dataDirectory: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const child = spawn(binary, ['serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(dataDirectory, settings),
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const exit = once(child, 'exit').finally(() => process.off('exit', endWithUs));

  const output: string[] = [];
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      output.push(`${line}\n`);
      const address = /^Liksa listens on (http:\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`The server ended with ${code} before it listened:\n${output.join('')}`));
    });
  });

  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      const [code, signal] = await exit;
      if (code !== 0)
        throw new Error(`The server ended with ${code ?? signal}:\n${output.join('')}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

export async function withDataDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'liksa-e2e-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
