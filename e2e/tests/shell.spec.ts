import { expectAccessible } from '../support/accessibility.ts';
import { enter, firstId, makeDraft } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { login } from '../support/people.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

test(
  'the menu stands open on a wide screen and waits on a phone',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await login(page, 'worker');
    const menu = page.getByRole('navigation', { name: fi.menu_main });
    const home = menu.getByRole('link', { name: fi.page_home });

    if (isMobile) {
      await expect(home).not.toBeInViewport();
      await page.getByRole('button', { name: fi.menu_open }).click();
    }
    await expect(home).toBeInViewport();
    await expect(home).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);

    await page.getByRole('button', { name: fi.menu_close }).click();
    await expect(home).not.toBeInViewport();
  },
);

test(
  'on a phone the main pages are within reach of the thumb, and the menu has the rest',
  { tag: '@phone-only' },
  async ({ page }) => {
    await login(page, 'worker');
    const bar = page.getByRole('navigation', { name: fi.menu_bottom });
    await bar.getByRole('link', { name: fi.page_salaries }).click();
    await expect(page.getByRole('heading', { level: 1, name: fi.page_salaries })).toBeVisible();
    const salaries = bar.getByRole('link', { name: fi.page_salaries });
    await expect(salaries).toHaveAttribute('aria-current', 'page');
    // The end of the page is not covered.
    const last = page.getByRole('contentinfo').getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    await last.click({ trial: true });

    await page.getByRole('button', { name: fi.menu_open }).click();
    const menu = page.getByRole('navigation', { name: fi.menu_main });
    await expect(menu.getByRole('radio', { name: fi.language_fi })).toBeChecked();
    await expectAccessible(page);
    await menu.getByRole('link', { name: fi.sign_out }).click();
    await expect(page).toHaveURL('/login');
    await expect(bar).toHaveCount(0);
  },
);

test(
  'the editor has its own bar at the foot of a phone',
  { tag: '@phone-only' },
  async ({ page }) => {
    const { id } = await makeDraft(await enter(page, 'worker'));
    await page.goto(`/invoice?id=${id}`);
    await expect(page.locator('[data-bottom-bar]')).toBeVisible();
    const bar = page.getByRole('navigation', { name: fi.menu_bottom, includeHidden: true });
    await expect(bar).toBeAttached();
    await expect(bar).toBeHidden();
  },
);

test('an unknown address shows the app’s own not-found page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: fi.page_not_found })).toBeVisible();
  await expect(page).toHaveTitle(fill(fi.page_title, { title: fi.page_not_found }));
  await expectAccessible(page);
  await page.getByRole('link', { name: fi.to_home }).click();
  await expect(page).toHaveURL('/login');
});

test('the API reference lists every call in demo mode', async ({ page, request }) => {
  await page.goto('/login');
  await page.getByRole('contentinfo').getByRole('link', { name: fi.page_api_docs }).click();
  await expect(page.getByRole('heading', { level: 1, name: fi.page_api_docs })).toBeVisible();
  const description = (await (await request.get('/api/openapi.json')).json()) as {
    paths: Record<string, object>;
  };
  const { paths } = description;
  const calls = Object.values(paths).flatMap((path) => Object.keys(path));
  expect(calls.length).toBeGreaterThan(100);
  await expect(page.getByRole('article')).toHaveCount(calls.length);
  const title = page.getByRole('heading', { name: '/api/person', exact: true });
  const call = page.getByRole('article').filter({ has: title }).filter({ hasText: 'PUT' });
  await expect(call).not.toContainText('language');
  await call.getByText(fi.api_docs_fields).click();
  await expect(call, 'what is sent is shown when asked for').toContainText('language');

  // All calls are drawn alike: a few are enough for axe, which would take half a minute for all.
  const few = Object.fromEntries(Object.entries(paths).slice(0, 12));
  await page.route('/api/openapi.json', (route) =>
    route.fulfill({ json: { ...description, paths: few } }),
  );
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
});

test('the colours follow the device', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/login');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('on paper there is the page alone, in light colours', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/about');
  const root = page.locator('html');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ media: 'print' });
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a pay slip, the tax page and a sent bill print without what is pressed', async ({ page }) => {
  const account = await enter(page, 'worker');
  const [sent] = await account.bills('sent');
  const slip = await firstId(page, `/api/person/${account.id}/salaries`);
  for (const address of [`/salaries/${slip}`, '/tax', `/invoice?id=${sent?.id}`]) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const waiting = page.locator('.mantine-Skeleton-root, .mantine-Loader-root');
    await expect(waiting.filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const role of ['banner', 'navigation', 'contentinfo'] as const) {
      await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
    }
    // The names of amounts are buttons too, with an explanation.
    const pressed = page.locator('.mantine-Button-root, .mantine-ActionIcon-root');
    const seen = pressed.filter({ visible: true });
    expect(await seen.allTextContents(), address).toEqual([]);
  }
});

test('the dark theme can be chosen and stays', async ({ page }) => {
  await login(page, 'worker');
  const scheme = (name: string) =>
    page.getByRole('button', { name: fill(fi.colour_scheme_switch, { scheme: name }) });
  await scheme(fi.colour_scheme_auto).click();
  await scheme(fi.colour_scheme_light).click();
  await expect(scheme(fi.colour_scheme_dark)).toBeVisible();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectAccessible(page);

  // Before any script of the app has run, so that a dark screen never flashes white.
  await page.goto('/', { waitUntil: 'commit' });
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(scheme(fi.colour_scheme_dark)).toBeVisible();
});
