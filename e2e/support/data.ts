import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withPostgresDatabase } from './postgres.ts';
import { withDataDirectory } from './server.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where a server keeps what it knows. */
export interface Data {
  directory: string;
  /** Of PostgreSQL; SQLite lies in the directory. */
  database?: string;
}

/** What tells a server where its data are, beside the directory. */
export const settingsOf = ({ database }: Data): Record<string, string> =>
  database === undefined ? {} : { LIKSA_DATABASE_URL: database };

const SEEDED = 'LIKSA_E2E_SEEDED';

type SeededData = Partial<Record<Engine, Data>>;

/** Tells the processes that run the tests where the demo content is. */
export function announceSeeded(data: SeededData): void {
  process.env[SEEDED] = JSON.stringify(data);
}

/** The demo content that the global set-up has made. No server may use it: tests start with a copy. */
export function seededData(engine: Engine): Data {
  const seeded = JSON.parse(process.env[SEEDED] ?? '{}') as SeededData;
  const data = seeded[engine];
  if (!data) throw new Error(`There is no demo content on ${engine}: see support/seed.ts.`);
  return data;
}

/** Passes `use` data that are empty, or a copy of `original`. */
export function withData<T>(
  engine: Engine,
  use: (data: Data) => Promise<T>,
  original?: Data,
): Promise<T> {
  return withDataDirectory(async (directory) => {
    if (original) await cp(original.directory, directory, { recursive: true });
    if (engine === 'sqlite') return use({ directory });
    return withPostgresDatabase((database) => use({ directory, database }), original?.database);
  });
}

/** Changes the data past the server: what only time, or a power cut, would bring about. */
export function tamper({ directory, database }: Data, statement: string): void {
  if (database !== undefined) {
    execFileSync('psql', [database, '--quiet', '--command', statement]);
    return;
  }
  const file = new DatabaseSync(path.join(directory, 'liksa.db'), { timeout: 30_000 });
  file.exec(statement);
  file.close();
}

/** The first column of what the database answers, past the server. */
export function answersOf({ directory, database }: Data, question: string): string[] {
  if (database !== undefined) {
    const lines = execFileSync('psql', [database, '-At', '--command', question]);
    return String(lines)
      .split('\n')
      .filter((line) => line !== '');
  }
  const file = new DatabaseSync(path.join(directory, 'liksa.db'), { timeout: 30_000 });
  const rows = file.prepare(question).all();
  file.close();
  return rows.map((row) => String(Object.values(row)[0]));
}
