import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { enter, type Account } from './support/account.ts';
import { addressOf, OPENERS, pathsOf, type Opener } from './support/addresses.ts';
import { withData } from './support/data.ts';
import { startServer, type Server } from './support/server.ts';
import { settledWithFonts } from './support/settled.ts';
import type { Language } from './support/texts.ts';

const SIZES = { 390: 844, 1440: 900 } as const;
/** Of the description of the API, which is much longer, the beginning says enough. */
const TALLEST = 8000;
const SLOW_MS = 120_000;
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['fi', 'en'] as const;

/** How all screens of one set are shown. */
interface Look {
  readonly width: keyof typeof SIZES;
  readonly language: Language;
  readonly theme: (typeof THEMES)[number];
}

/** `390-fi-light`: the folder of a set, and what the second argument chooses. */
const nameOf = ({ width, language, theme }: Look) => `${width}-${language}-${theme}`;

const LOOKS: readonly Look[] = LANGUAGES.flatMap((language) =>
  ([390, 1440] as const).flatMap((width) => THEMES.map((theme) => ({ width, language, theme }))),
);

/** What else the worker's editor can be: a draft with a customer, and an invoice that was sent. */
async function bills(account: Account): Promise<string[]> {
  const all = await account.bills();
  const draft = all.find(
    ({ state, sharedCustomer }) => state === 'OPEN' && sharedCustomer !== null,
  );
  const sent = all.find(({ state, creditNote }) => state === 'CLOSED' && !creditNote);
  return [draft, sent].flatMap((bill) => (bill === undefined ? [] : [`/invoice?id=${bill.id}`]));
}

async function openAs(browser: Browser, server: Server, look: Look): Promise<Page> {
  const { width, language, theme } = look;
  return browser.newPage({
    baseURL: server.url,
    viewport: { width, height: SIZES[width] },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language === 'fi' ? 'fi-FI' : 'en-GB',
    timezoneId: 'Europe/Helsinki',
    serviceWorkers: 'block',
  });
}

/** A window as high as the page, so that what stays at its edge is at the edge of the picture. */
async function showWhole(page: Page, { width }: Look): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, TALLEST) });
  await settledWithFonts(page);
}

/** Takes all pages of one person. */
async function take(page: Page, opener: Opener, look: Look, folder: string): Promise<void> {
  const account = opener === 'visitor' ? undefined : await enter(page, opener);
  await account?.speak(look.language);
  const addresses: (readonly [name: string, address: string])[] = [];
  for (const one of pathsOf(opener)) {
    addresses.push([one, await addressOf(page, one, account?.id ?? '')]);
  }
  if (account !== undefined && opener === 'worker') {
    const own = await bills(account);
    own.forEach((address, place) => addresses.push([`/invoice-${place}`, address]));
  }
  for (const [name, address] of addresses) {
    await page.setViewportSize({ width: look.width, height: SIZES[look.width] });
    await page.goto(address);
    await settledWithFonts(page);
    await showWhole(page, look);
    const file = `${opener}${name.replaceAll(/[^\w-]+/g, '-')}.png`;
    await page.screenshot({ path: path.join(folder, file), timeout: SLOW_MS });
  }
}

/**
 * Pictures of every page with the demo content, in both themes, languages and widths, to be looked at:
 * `npm run --workspace e2e screens -- FOLDER` takes them all, `… FOLDER 390-fi-light` those of one set.
 */
const [target, ...chosen] = process.argv.slice(2);
if (target === undefined) throw new Error('Into which folder?');
const looks = LOOKS.filter((look) => chosen.length === 0 || chosen.includes(nameOf(look)));
if (looks.length === 0) throw new Error(`There are: ${LOOKS.map(nameOf).join(', ')}.`);

await withData('sqlite', async ({ directory }) => {
  const server = await startServer(directory);
  const executablePath = execFileSync(path.join(import.meta.dirname, '../scripts/find-chromium'), {
    encoding: 'utf8',
  }).trim();
  const browser = await chromium.launch({ executablePath });
  for (const look of looks) {
    const folder = path.join(path.resolve(target), nameOf(look));
    await mkdir(folder, { recursive: true });
    for (const opener of OPENERS) {
      const page = await openAs(browser, server, look);
      await take(page, opener, look, folder);
      await page.close();
    }
  }
  await browser.close();
  await server.stop();
});
