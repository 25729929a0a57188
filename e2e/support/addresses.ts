import type { Page } from '@playwright/test';
import { firstId } from './account.ts';
import type { Person } from './people.ts';
import { ROUTES } from './routes.ts';

type Visitor = 'visitor';

/** What stands for the parameters of a page. */
const EXAMPLES: Readonly<Record<string, (page: Page, personId: string) => Promise<string>>> = {
  '/password/forgot/$token': async () => 'abcdefgh12345678',
  '/help/$topic': async () => 'yel',
  '/salaries/$salaryId': (page, personId) => firstId(page, `/api/person/${personId}/salaries`),
  '/provider/bills/$billId': (page) => firstId(page, '/api/provider/bills'),
  '/provider/payments/$paymentId': (page) => firstId(page, '/api/provider/payments'),
  '/provider/payroll/$runId': (page) => firstId(page, '/api/provider/payroll/runs'),
  '/provider/ledger/$account': async () => '1910',
  '/provider/workers/$personId': (page) => firstId(page, '/api/provider/workers'),
};

/** Pages that are not in the table, or look different by what is opened. */
const MORE: Readonly<Partial<Record<Person | Visitor, readonly string[]>>> = {
  visitor: ['/landing', '/landing?lang=en', '/no/such/page'],
  worker: [
    '/calculator',
    '/account?tab=contact',
    '/account?tab=login',
    '/account?tab=settings',
    '/account?tab=privacy',
  ],
};

/** Everybody who opens pages of their own. */
export const OPENERS = ['visitor', 'worker', 'clerk', 'payroll', 'admin'] as const;

export type Opener = (typeof OPENERS)[number];

/** All pages that somebody opens, some with parameters. */
export function pathsOf(opener: Opener): readonly string[] {
  const own = ROUTES.filter(({ person = 'visitor' }) => person === opener);
  return [...own.map(({ path }) => path), ...(MORE[opener] ?? [])];
}

/** The address of a page, with examples for its parameters. */
export async function addressOf(page: Page, path: string, personId: string): Promise<string> {
  if (!path.includes('$')) return path;
  const example = EXAMPLES[path];
  if (!example) throw new Error(`${path} needs an example in support/addresses.ts.`);
  return path.replace(/\$\w+/, await example(page, personId));
}
