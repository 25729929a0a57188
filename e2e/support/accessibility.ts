import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { sidewaysScroll } from './guard.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What begins to move may do so a frame or two after it came. */
const QUIET_FRAMES = 4;

/** A half-faded text has no contrast yet. Spinners, which never end, are not waited for. */
async function animationsToEnd(page: Page): Promise<void> {
  await page.evaluate(async (quietFrames) => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (let quiet = 0; quiet < quietFrames; quiet += 1) {
      await new Promise(requestAnimationFrame);
      const ending = running();
      if (ending.length > 0) quiet = -1;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  }, QUIET_FRAMES);
}

/** Toasts go away by themselves, and one that fades in the middle of a look has no contrast. */
const toasts = '.mantine-Notifications-root';

/** Every page test calls this on every state of the page worth looking at. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await animationsToEnd(page);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).exclude(toasts).analyze();
  const problems = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
  expect(problems).toEqual([]);
  expect(await sidewaysScroll(page)).toEqual([]);
}
