import { expect, test as base } from '@playwright/test';
import { sidewaysScroll, watch } from './guard.ts';
import { withPostgresDatabase } from './postgres.ts';
import { startServer, withDataDirectory, type Server } from './server.ts';

export { expect };

export interface WorkerOptions {
  engine: 'sqlite' | 'postgres';
  /** Settings of the server that differ from those of `startServer`. */
  settings: Record<string, string>;
}

interface TestOptions {
  /** Console errors that belong to the case, such as the browser's own line about a refused request. */
  toleratedConsole: RegExp[];
}

interface WorkerFixtures extends WorkerOptions {
  /** One real server per worker, with its own data; the tests of a worker run one after another. */
  server: Server;
}

async function useServer(
  settings: Record<string, string>,
  use: (server: Server) => Promise<void>,
): Promise<void> {
  await withDataDirectory(async (directory) => {
    const server = await startServer(directory, settings);
    await use(server);
    await server.stop();
  });
}

export const test = base.extend<TestOptions, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ engine, settings }, use) => {
      if (engine === 'sqlite') return useServer(settings, use);
      return withPostgresDatabase((url) =>
        useServer({ ...settings, LIKSA_DATABASE_URL: url }, use),
      );
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  toleratedConsole: [[], { option: true }],
  page: async ({ page, server, toleratedConsole }, use) => {
    const faults = watch(page, server.url, toleratedConsole);
    await use(page);
    faults.push(...(await sidewaysScroll(page)));
    expect(faults).toEqual([]);
  },
});
