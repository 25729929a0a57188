import type { Locator, Page } from '@playwright/test';

/** More stops than any page of ours has, with what is above and below it. */
const MOST_PRESSES = 120;

/** Presses Tab until the focus is where the person wants it, as they would. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  const isThere = () =>
    goal.evaluateAll((found) => found.includes(document.activeElement as never));
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(goal)}.`);
}

/** Goes to a button or a link and presses it. */
export async function press(page: Page, goal: Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}

/** Writes over what a field has. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

export async function tick(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('Space');
}
