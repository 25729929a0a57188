import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/**
 * Calls `use` with the address of a new database beside the one that TEST_POSTGRES_URL names: empty, or like the one
 * at `original`, which must not be in use.
 */
export async function withPostgresDatabase<T>(
  use: (url: string) => Promise<T>,
  original?: string,
): Promise<T> {
  const main = process.env['TEST_POSTGRES_URL'];
  if (!main) throw new Error('TEST_POSTGRES_URL is not set: run this under scripts/with-postgres.');
  const sql = (statement: string) =>
    execFileSync('psql', [main, '--quiet', '--command', statement]);

  const name = `liksa_e2e_${randomBytes(6).toString('hex')}`;
  const url = new URL(main);
  url.pathname = `/${name}`;
  const like = original ? ` TEMPLATE ${new URL(original).pathname.slice(1)}` : '';
  sql(`CREATE DATABASE ${name}${like}`);
  try {
    return await use(url.href);
  } finally {
    sql(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}
