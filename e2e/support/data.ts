import { cp } from 'node:fs/promises';
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

/** Hands `use` data that are empty, or a copy of others. */
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
