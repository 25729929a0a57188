import { expect, type Page } from '@playwright/test';

const LONGEST_WAIT_MS = 60_000;

/** Waits until the page is there and nothing of it is loading. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: LONGEST_WAIT_MS });
  const waiting = page.locator('.mantine-Skeleton-root, .mantine-Loader-root');
  await expect(waiting.filter({ visible: true })).toHaveCount(0, { timeout: LONGEST_WAIT_MS });
}

/** The same for a picture of the page. */
export async function settledWithFonts(page: Page): Promise<void> {
  await settled(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
