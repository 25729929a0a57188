import { expect, test as base } from '@playwright/test';
import { seededData, settingsOf, withData, type Data, type Engine } from './data.ts';
import { sidewaysScroll, watch } from './guard.ts';
import { startServer, type Server } from './server.ts';

export { expect };

export interface WorkerOptions {
  engine: Engine;
  /** Settings of the server that differ from those of `startServer`. */
  settings: Record<string, string>;
}

interface TestOptions {
  /** Console errors that belong to the case, such as the browser's own line about a refused request. */
  toleratedConsole: RegExp[];
}

interface WorkerFixtures extends WorkerOptions {
  data: Data;
  /** One real server per worker, with its own copy of the demo content; the tests of a worker run one after another. */
  server: Server;
}

export const test = base.extend<TestOptions, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  data: [({ engine }, use) => withData(engine, use, seededData(engine)), { scope: 'worker' }],
  server: [
    async ({ data, settings }, use) => {
      const server = await startServer(data.directory, { ...settings, ...settingsOf(data) });
      await use(server);
      await server.stop();
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
