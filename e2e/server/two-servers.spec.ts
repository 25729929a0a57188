import { callAs } from '../support/caller.ts';
import { seededData, settingsOf, withData } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { runCommand, startServer } from '../support/server.ts';
import type { Bill } from '../support/account.ts';

const count = 32;

test(`${count} bills approved at once on every server get numbers without gaps`, async ({
  engine,
}) => {
  await withData(
    engine,
    async (data) => {
      const settings = settingsOf(data);
      // SQLite is one server's alone.
      const servers = [await startServer(data.directory, settings)];
      if (engine === 'postgres') servers.push(await startServer(data.directory, settings));
      const [first] = servers;
      if (!first) throw new Error('There is no server.');

      const worker = await callAs(first, 'worker');
      const { customers } = await worker.call<{ customers: { id: string }[] }>(
        'GET',
        `${worker.home}/sharedcustomers`,
      );
      const sent = async (place: number): Promise<string> => {
        const draft = await worker.call<Bill>('POST', `${worker.home}/bills`, {
          billingdate: '16.11.2026',
          sharedCustomer: customers[0],
          alv: 25.5,
          billableitems: [
            { type: 'CONTRACT', date: '12.11.2026', destination: `Työ ${place}`, alvPrice: 100 },
          ],
        });
        const body = { ...draft, sharedCustomer: customers[0], state: 'PENDING' };
        const { id } = await worker.call<Bill>('PUT', `${worker.home}/bills/${draft.id}`, body);
        return id;
      };
      const clerks = await Promise.all(servers.map((server) => callAs(server, 'clerk')));
      const step = (id: string, place: number, verb: string): Promise<Bill> => {
        const clerk = clerks[place % clerks.length];
        if (!clerk) throw new Error('There is no clerk.');
        return clerk.call<Bill>('PUT', `/api/provider/bills/${id}/${verb}`, {});
      };
      const ids = await Promise.all(Array.from({ length: count }, (_, place) => sent(place)));
      await Promise.all(ids.map((id, place) => step(id, place, 'take')));
      await Promise.all(ids.map((id, place) => step(id, place, 'approve')));
      // They are closed by the jobs of all servers at once.
      await Promise.all(ids.map((id, place) => step(id, place, 'send')));

      const given = async (): Promise<number[]> => {
        const bills = ids.map((id) => worker.call<Bill>('GET', `${worker.home}/bills/${id}`));
        return (await Promise.all(bills)).flatMap(({ billNumber }) => billNumber ?? []);
      };
      await expect.poll(async () => (await given()).length, { timeout: 120_000 }).toBe(count);
      const sorted = (await given()).toSorted((one, other) => one - other);
      expect(sorted).toEqual(sorted.map((_, place) => (sorted[0] ?? 0) + place));
      await Promise.all(servers.map((server) => server.stop()));
      await runCommand(['check'], data.directory, settings);
    },
    seededData(engine),
  );
});
