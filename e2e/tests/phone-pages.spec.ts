import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Person } from '../support/people.ts';
import { texts } from '../support/texts.ts';

const { fi } = texts;

/** Waits until nothing is loading, and looks at the page. */
async function look(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
    await expectAccessible(page);
  });
}

/** The addresses of the links in a part of the page. */
async function linksIn(page: Page, role: 'navigation' | 'contentinfo', name?: string) {
  const part = page.getByRole(role, name === undefined ? {} : { name, includeHidden: true });
  const links = part.getByRole('link', { includeHidden: true });
  await expect(links.first()).toBeAttached();
  const all = await links.evaluateAll((found) =>
    found.map((link) => (link as HTMLAnchorElement).getAttribute('href') ?? ''),
  );
  return [...new Set(all)].filter((address) => address.startsWith('/'));
}

const phoneOnly = { tag: '@phone-only' };

test('every page of a visitor fits a phone and is accessible', phoneOnly, async ({ page }) => {
  await page.goto('/login');
  const footer = await linksIn(page, 'contentinfo');
  expect(footer).toContain('/privacy');
  const others = ['/login', '/calculator', '/register', '/password/reset', '/no/such/page'];
  for (const address of [...footer, ...others]) await look(page, address);
});

const menus: { person: Person; includes: string }[] = [
  { person: 'worker', includes: '/archive' },
  { person: 'clerk', includes: '/provider/bills' },
  { person: 'payroll', includes: '/provider/ledger' },
  { person: 'admin', includes: '/provider/workers' },
];

for (const { person, includes } of menus) {
  const title = `every page in the menu of the ${person} fits a phone and is accessible`;
  test(title, phoneOnly, async ({ page }) => {
    await enter(page, person);
    await page.goto('/');
    const menu = await linksIn(page, 'navigation', fi.menu_main);
    expect(menu).toContain(includes);
    for (const address of [...menu, '/account']) await look(page, address);
  });
}

test('a draft fits a phone and is accessible', phoneOnly, async ({ page }) => {
  const { id } = await makeDraft(await enter(page, 'worker'));
  await editor(page).open(id);
  await expectAccessible(page);
});
