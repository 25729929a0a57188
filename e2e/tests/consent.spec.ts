import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { watch } from '../support/guard.ts';
import { texts } from '../support/texts.ts';

const { fi } = texts;
const advertiser = 'https://www.facebook.com/';

test.use({ settings: { LIKSA_PIXEL_ID: '1234567890' } });

test(
  'the advertiser gets a request only after consent',
  { tag: '@phone' },
  async ({ context, server }) => {
    const page = await context.newPage();
    await page.route(`${advertiser}**`, (route) => route.fulfill({ contentType: 'image/gif' }));
    const faults = watch(page, server.url, [/facebook/]);
    const banner = page.getByRole('region', { name: fi.legal_consent_title });
    const settings = page.getByRole('button', { name: fi.legal_consent_settings });

    await page.goto('/register');
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: fi.legal_consent_refuse }).click();
    await expect(banner).toBeHidden();
    await page.reload();
    await expect(settings).toBeVisible();
    await expect(banner, 'the answer is remembered').toBeHidden();
    expect(faults).toEqual([]);

    await settings.click();
    await expect(banner).toBeFocused();
    const sent = page.waitForRequest(`${advertiser}**`);
    await page.getByRole('button', { name: fi.legal_consent_give }).click();
    expect((await sent).url()).toBe(`${advertiser}tr?id=1234567890&ev=PageView&noscript=1`);
    expect(faults, 'one request, and no policy in its way').toHaveLength(1);

    await page.goto('/privacy');
    await expect(page.getByText(fi.legal_privacy_cookies_2)).toBeVisible();
    await expectAccessible(page);
    expect(faults, 'other pages send nothing').toHaveLength(1);
    await page.close();
  },
);
