import type { APIResponse } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

const firstLoadLimitKb = 120;

for (const path of ['/login', '/register', '/landing']) {
  test(`${path} loads less than ${firstLoadLimitKb} kB of JavaScript, as transferred`, async ({
    page,
  }) => {
    const scripts: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return;
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const kilobytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1000;
    console.log(`JavaScript of ${path}: ${kilobytes.toFixed(0)} kB`);
    expect(kilobytes).toBeGreaterThan(0);
    expect(kilobytes).toBeLessThan(firstLoadLimitKb);
  });
}

test('hashed files are cached for ever and compressed, the page itself is revalidated each time', async ({
  request,
}) => {
  const get = (path: string, encoding: string) =>
    request.get(path, { headers: { 'accept-encoding': encoding } });
  const caching = (answer: APIResponse) => answer.headers()['cache-control'];

  const page = await get('/login', 'br');
  expect(caching(page)).toBe('no-cache');
  const files = [...(await page.text()).matchAll(/\/assets\/[^"]+\.(?:js|css)/g)].map(
    ([path]) => path,
  );
  expect(files.length).toBeGreaterThan(1);
  for (const path of files) {
    for (const encoding of ['br', 'gzip']) {
      const file = await get(path, encoding);
      expect.soft(caching(file), path).toBe('public, max-age=31536000, immutable');
      expect.soft(file.headers()['content-encoding'], path).toBe(encoding);
    }
  }
});

test('the policy of the page lets nothing inline run', async ({ request }) => {
  const policy = (await request.get('/login')).headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe-|\*/);
});
