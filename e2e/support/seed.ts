import type { components } from '../../web/src/api/schema.d.ts';
import { callAs } from './caller.ts';
import { announceSeeded, settingsOf, withData, type Data, type Engine } from './data.ts';
import { expect } from '@playwright/test';
import { startServer } from './server.ts';

type Deliveries = components['schemas']['DeliveryPage'];

/** Makes the demo content, and waits until the documents of all its bills are made. */
async function fillWithDemo(data: Data): Promise<void> {
  const server = await startServer(data.directory, settingsOf(data));
  const clerk = await callAs(server, 'clerk');
  const waiting = async () =>
    (await clerk.call<Deliveries>('GET', '/api/provider/deliveries?state=QUEUED')).deliveries
      .length;
  await expect.poll(waiting, { timeout: 180_000 }).toBe(0);
  await server.stop();
}

/** Demo content that stays until `remove` is called. */
async function seed(engine: Engine): Promise<{ data: Data; remove: () => Promise<void> }> {
  const { promise: removal, resolve: startRemoval } = Promise.withResolvers<void>();
  const { promise: filled, resolve, reject } = Promise.withResolvers<Data>();
  const removed = withData(engine, async (data) => {
    await fillWithDemo(data);
    resolve(data);
    await removal;
  }).catch(reject);
  const data = await filled;
  return {
    data,
    async remove() {
      startRemoval();
      await removed;
    },
  };
}

/**
 * Before all tests: makes the demo content once for each database. Every test server starts with a copy, since to
 * make it takes much longer, with its documents above all.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const started = performance.now();
  const engines: Engine[] = process.env['TEST_POSTGRES_URL'] ? ['sqlite', 'postgres'] : ['sqlite'];
  const seeds = await Promise.all(
    engines.map(async (engine) => [engine, await seed(engine)] as const),
  );
  announceSeeded(Object.fromEntries(seeds.map(([engine, { data }]) => [engine, data])));
  console.log(`Demo content made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return async () => {
    await Promise.all(seeds.map(([, { remove }]) => remove()));
  };
}
