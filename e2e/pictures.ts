import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { enter, firstId, type Account } from './support/account.ts';
import { withData } from './support/data.ts';
import type { Person } from './support/people.ts';
import { startServer, type Server } from './support/server.ts';
import { settledWithFonts } from './support/settled.ts';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'docs/pictures');

interface Picture {
  readonly name: string;
  readonly person: Person;
  readonly width: number;
  readonly height: number;
  readonly scheme?: 'light' | 'dark';
  /** The address of the page, of the things that the person has. */
  readonly address: (page: Page, account: Account) => Promise<string>;
}

/** The pictures of the documentation: `npm run --workspace e2e pictures` makes them anew from the demo content. */
const PICTURES: readonly Picture[] = [
  { name: 'home', person: 'worker', width: 1280, height: 860, address: async () => '/' },
  {
    name: 'editor',
    person: 'worker',
    width: 1280,
    height: 900,
    address: async (_, account) => {
      const draft = (await account.bills()).find(
        ({ state, sharedCustomer }) => state === 'OPEN' && sharedCustomer !== null,
      );
      return `/invoice?id=${draft?.id ?? ''}`;
    },
  },
  {
    name: 'phone',
    person: 'worker',
    width: 390,
    height: 844,
    scheme: 'dark',
    address: async () => '/invoices',
  },
  {
    name: 'review',
    person: 'clerk',
    width: 1280,
    height: 900,
    address: async (page) => `/provider/bills/${await firstId(page, '/api/provider/bills')}`,
  },
  {
    name: 'payments',
    person: 'payroll',
    width: 1280,
    height: 720,
    address: async (page) => `/provider/payments/${await firstId(page, '/api/provider/payments')}`,
  },
];

async function take(browser: Browser, server: Server, picture: Picture): Promise<void> {
  const { name, person, width, height, scheme = 'light', address } = picture;
  const page = await browser.newPage({
    baseURL: server.url,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Helsinki',
  });
  const account = await enter(page, person);
  await account.speak('en');
  await page.goto(await address(page, account));
  await settledWithFonts(page);
  const tools = await page.context().newCDPSession(page);
  const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.close();
}

await withData('sqlite', async ({ directory }) => {
  const server = await startServer(directory);
  const executablePath = execFileSync(path.join(root, 'scripts/find-chromium'), {
    encoding: 'utf8',
  }).trim();
  const browser = await chromium.launch({ executablePath });
  await mkdir(folder, { recursive: true });
  for (const picture of PICTURES) await take(browser, server, picture);
  await browser.close();
  await server.stop();
});
