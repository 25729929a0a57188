import { expect, type Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { enter } from './account.ts';
import { bankTells, call, referenceOf } from './payday.ts';
import type { Person } from './people.ts';
import { statement } from './sharing.ts';

type Schemas = components['schemas'];

const RUNS = '/api/provider/payroll/runs';

/** Another person comes to the browser, whose page has nothing under way any more. */
export async function giveTo(page: Page, person: Person): Promise<void> {
  await page.goto('about:blank');
  await enter(page, person);
}

/** A clerk approves a bill and sends it to its customer at once, past the screen. Returns its reference. */
export async function clerkSends(page: Page, billId: string): Promise<string> {
  await giveTo(page, 'clerk');
  const path = `/api/provider/bills/${billId}`;
  for (const move of ['take', 'approve', 'send']) await call(page, 'PUT', `${path}/${move}`);
  const seen = async () => (await call<{ bill: Schemas['Bill'] }>(page, 'GET', path)).bill;
  await expect.poll(async () => (await seen()).delivery?.state).toBe('SENT');
  return referenceOf((await seen()).billNumber ?? 0);
}

/** The bank tells that a customer has paid so many euros, by which one more person waits for a salary. */
export async function customerPays(page: Page, reference: string, amount: number): Promise<void> {
  await giveTo(page, 'payroll');
  const waiting = async () => {
    const runs = await call<Schemas['PayrollRuns']>(page, 'GET', RUNS);
    return runs.waiting.people;
  };
  const before = await waiting();
  await bankTells(page, statement(reference, [{ amount, reference }]));
  await expect.poll(waiting).toBe(before + 1);
}

/** What the newest payroll run tells the Incomes Register about one person, as XML. */
export async function reportedAbout(page: Page, personalId: string): Promise<string> {
  const [run] = (await call<Schemas['PayrollRuns']>(page, 'GET', RUNS)).runs;
  const { files } = await call<Schemas['PayrollFiles']>(page, 'GET', `${RUNS}/${run?.id}/files`);
  const file = files.find(({ kind }) => kind === 'WAGE_REPORT');
  const answer = await page.request.get(`${RUNS}/${run?.id}/files/${file?.id}`);
  const reports = (await answer.text()).split('<Report>');
  return reports.find((report) => report.includes(personalId)) ?? '';
}
