import type { Page } from '@playwright/test';
import { expectAccessibleEverywhere } from '../support/accessibility.ts';
import { enter, makeDraft, makeSent } from '../support/account.ts';
import { addressOf, OPENERS, pathsOf } from '../support/addresses.ts';
import { expect, test } from '../support/fixtures.ts';
import { goToBank } from '../support/newcomer.ts';
import { texts } from '../support/texts.ts';

const { fi } = texts;

// A visitor has no session to end, and has not begun to register.
test.use({ toleratedConsole: [/status of (401|409) .*\/api\/(login|registration)/] });

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

/** So few that one test is soon done, and so many that it is worth signing in for. */
const AT_ONCE = 5;

for (const person of OPENERS) {
  const paths = pathsOf(person);
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

test('the demo bank, in both themes and at every width', async ({ page }) => {
  await goToBank(page, { email: 'pankissa@liksa.example' });
  await expectAccessibleEverywhere(page);
  expect(new URL(page.url()).pathname).toBe('/demo-bank/authorize');
});

test('the dialogs of sending and of a customer, in both themes and at every width', async ({
  page,
}) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account);
  const dialog = page.getByRole('dialog');
  await page.goto(`/invoice?id=${id}`);
  await page.getByRole('button', { name: fi.bills_action_send }).first().click();
  await expect(dialog.getByRole('button', { name: fi.bills_action_send })).toBeEnabled();
  await expectAccessibleEverywhere(page);
  await page.goto('/customers');
  await page.getByRole('button', { name: fi.customers_add }).click();
  await expect(dialog.getByRole('button', { name: fi.customers_create })).toBeVisible();
  await expectAccessibleEverywhere(page);
});
