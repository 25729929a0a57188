import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Person } from './people.ts';

const folder = path.join(import.meta.dirname, '../../web/src/app/pages');

/** Who opens the pages of each kind. */
const OPENED_BY = {
  public: undefined,
  demo: undefined,
  private: 'worker',
  worker: 'worker',
  staff: 'clerk',
  clerk: 'clerk',
  payroll: 'payroll',
  people: 'admin',
  admin: 'admin',
} as const satisfies Record<string, Person | undefined>;

interface Route {
  readonly path: string;
  /** Undefined for a visitor. */
  readonly person: Person | undefined;
}

/** Every page of the app, read from its page table, so that a new one cannot be forgotten. */
export const ROUTES: readonly Route[] = ['visitor', 'worker', 'provider'].flatMap((table) => {
  const source = readFileSync(path.join(folder, `${table}.ts`), 'utf8');
  const found = [...source.matchAll(/^ {2}'(\/[^']*)': page\([^]*?access: '(\w+)'/gm)];
  if (found.length !== source.split(': page(').length - 1) {
    throw new Error(`The page table ${table}.ts is not written as support/routes.ts reads it.`);
  }
  return found.map(([, address = '', access = '']) => ({
    path: address,
    person: OPENED_BY[access as keyof typeof OPENED_BY],
  }));
});
