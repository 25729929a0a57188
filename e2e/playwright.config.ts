import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './support/fixtures.ts';

const chromium = execFileSync(path.join(import.meta.dirname, '../scripts/find-chromium'), {
  encoding: 'utf8',
}).trim();

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

const postgres = process.env['TEST_POSTGRES_URL'];
export default defineConfig<object, WorkerOptions>({
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
    screenshot: 'only-on-failure',
  },
  projects: [
    // Measured alone, so that nothing else is on the machine's processors.
    { name: 'server', testDir: 'server', workers: 1, use: desktop },
    { name: 'desktop', testDir: 'tests', use: desktop },
    // What needs a keyboard, two tabs or much time looks the same at every width.
    { name: 'phone', testDir: 'tests', testIgnore: 'desktop/**', use: phone },
    // What the two databases could answer differently, under scripts/with-postgres; the Rust tests cover the
    // rest of both.
    ...(postgres
      ? [
          {
            name: 'postgres',
            testDir: 'tests',
            testMatch: [
              'session.spec.ts',
              'invoicing.spec.ts',
              'desktop/killed.spec.ts',
              'desktop/money-path.spec.ts',
              'desktop/two-servers.spec.ts',
            ],
            use: { ...desktop, engine: 'postgres' as const },
          },
        ]
      : []),
  ],
});
