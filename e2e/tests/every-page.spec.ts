import type { Page } from '@playwright/test';
import { expectAccessibleEverywhere } from '../support/accessibility.ts';
import { enter, firstId, makeSent } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Person } from '../support/people.ts';
import { ROUTES } from '../support/routes.ts';

// A visitor has no session to end, and has not begun to register.
test.use({ toleratedConsole: [/status of (401|409) .*\/api\/(login|registration)/] });

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

async function addressOf(page: Page, path: string, personId: string): Promise<string> {
  if (!path.includes('$')) return path;
  const example = EXAMPLES[path];
  if (!example) throw new Error(`${path} needs an example in every-page.spec.ts.`);
  return path.replace(/\$\w+/, await example(page, personId));
}

/** Opens the pages one after another. Those that lead on to one that was seen are not looked at again. */
async function lookAt(page: Page, addresses: readonly string[]): Promise<void> {
  const seen = new Set<string>();
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { pathname, search } = new URL(page.url());
      if (!seen.has(pathname + search)) await expectAccessibleEverywhere(page);
      seen.add(pathname + search);
    });
  }
}

/** Pages that are not in the table, or look different by what is opened. */
const MORE: Readonly<Partial<Record<Person | 'visitor', readonly string[]>>> = {
  visitor: ['/landing', '/no/such/page'],
  worker: ['/calculator', '/account?tab=contact', '/account?tab=login', '/account?tab=settings'],
};

const people = ['visitor', 'worker', 'clerk', 'payroll', 'admin'] as const;

/** So few that one test is soon done, and so many that it is worth signing in for. */
const AT_ONCE = 5;

for (const person of people) {
  const own = ROUTES.filter(({ person: opener = 'visitor' }) => opener === person);
  const paths = [...own.map(({ path }) => path), ...(MORE[person] ?? [])];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const some = paths.slice(start, start + AT_ONCE);
    const title = `for a ${person}, in both themes and at every width: ${some.join(' ')}`;
    test(title, async ({ page }) => {
      const { id } = person === 'visitor' ? { id: '' } : await enter(page, person);
      const addresses: string[] = [];
      for (const path of some) addresses.push(await addressOf(page, path, id));
      await lookAt(page, addresses);
      expect(addresses).not.toEqual([]);
    });
  }
}

/** What those see who are no light entrepreneurs, and who have nothing yet. */
for (const person of ['employee', 'newcomer'] as const) {
  test(`for ${person}, in both themes and at every width: home, editor, account`, async ({
    page,
  }) => {
    await enter(page, person);
    await lookAt(page, ['/', '/invoice', '/account', '/account?tab=contact', '/salaries']);
  });
}

test('a sample of pages in English, in both themes and at every width', async ({ page }) => {
  const account = await enter(page, 'worker');
  await account.speak('en');
  await lookAt(page, [
    '/',
    '/invoices',
    '/invoice',
    '/salaries',
    '/account',
    '/tax',
    '/calculator',
  ]);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await account.speak('fi');
});

test('for a worker, in both themes and at every width: a bill in every state', async ({ page }) => {
  const account = await enter(page, 'worker');
  const sent = await makeSent(account);
  const bills = [sent, ...(await account.bills())];
  const ofState = new Map(bills.map(({ state, id }) => [state, `/invoice?id=${id}`]));
  const states = ['OPEN', 'PENDING', 'APPROVED', 'CLOSED', 'PAID', 'HYVITETTY'];
  expect([...ofState.keys()]).toEqual(expect.arrayContaining(states));
  await lookAt(page, [...ofState.values()]);
});
