import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './support/fixtures.ts';

const chromium = execFileSync(path.join(import.meta.dirname, '../scripts/find-chromium'), {
  encoding: 'utf8',
}).trim();

// Nothing fades or slides here, for which a test would wait; on the phone it does.
const desktop = {
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: 'reduce' as const },
};
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

const postgres = process.env['TEST_POSTGRES_URL'];
const onPostgres = { engine: 'postgres' as const };

export default defineConfig<object, WorkerOptions>({
  globalSetup: './support/seed.ts',
  outputDir: 'results',
  fullyParallel: true,
  workers: '100%',
  retries: 0,
  // Against hanging, not to measure: a busy machine needs five times as long as an idle one, and figures have tests
  // of their own.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['junit', { outputFile: 'results/junit.xml', includeProjectInTestName: true }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: chromium,
      args: ['--disable-gpu', '--disable-quic', '--disable-sync'],
    },
    locale: 'fi-FI',
    timezoneId: 'Europe/Helsinki',
    // Its page for a server that is gone has a test of its own.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Measured alone, so that nothing else is on the machine's processors.
    { name: 'figures', testDir: 'figures', workers: 1, use: desktop },
    // Whole servers without a browser. They take longest, so they begin first.
    { name: 'server', testDir: 'server', grepInvert: /@postgres-only/ },
    ...(postgres ? [{ name: 'server-postgres', testDir: 'server', use: onPostgres }] : []),
    { name: 'desktop', testDir: 'tests', grepInvert: /@phone-only/, use: desktop },
    // What depends on the width of the window, and a look at every page.
    { name: 'phone', testDir: 'tests', grep: /@phone/, use: phone },
    // What the two databases could answer differently, under scripts/with-postgres; the Rust tests cover the
    // rest of both.
    ...(postgres
      ? [
          {
            name: 'postgres',
            testDir: 'tests',
            testMatch: ['session.spec.ts', 'invoicing.spec.ts', 'money-path.spec.ts'],
            use: { ...desktop, ...onPostgres },
          },
        ]
      : []),
  ],
});
