import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { sidewaysScroll } from './guard.ts';
import { settled } from './settled.ts';
import type { Language } from './texts.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** An animation may start a frame or two after its element appears. */
const QUIET_FRAMES = 4;

/** Waits for animations, since fading text has no contrast. Spinners, which never end, are left out. */
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

/** Toasts are left out: they fade by themselves, perhaps during the check. */
const toasts = '.mantine-Notifications-root';

/** The accessibility problems that axe finds on the page. */
async function axeProblems(page: Page): Promise<string[]> {
  await animationsToEnd(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ exclude, tags }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(
        { exclude },
        // To describe everything that is in order takes longer than to look for what is not.
        { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] },
      );
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
      );
    },
    { exclude: toasts, tags: rules },
  );
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await settled(page);
}

/**
 * Checks the page on a desktop and on a phone, in the light and in the dark, and that nothing is cut off at 200 % of a
 * desktop's width and at the 320 pixels of WCAG 1.4.10.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, 1440);
  const problems = await axeProblems(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  problems.push(...(await axeProblems(page)));
  for (const width of [720, 320]) {
    await resize(page, width);
    // What depends on the width is drawn a moment after it has changed.
    await expect.poll(() => sidewaysScroll(page), `at ${width} pixels`).toEqual([]);
  }
  await resize(page, 390);
  problems.push(...(await axeProblems(page)));
  await page.emulateMedia({ colorScheme: 'light' });
  problems.push(...(await axeProblems(page)));
  expect(problems).toEqual([]);
}

/**
 * Checks a state of a page, once in all tests. A test in both languages names its own: only the
 * words differ between them, so that axe checks the Finnish page and the width is checked in both.
 */
export async function expectAccessible(page: Page, language: Language = 'fi'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (language === 'fi') expect(await axeProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toEqual([]);
}
