/**
 * Runs two processes of Liksa as docs/OPERATIONS.md describes it, breaks one thing after the other, and prints what
 * clients saw and how it came back, as the table of docs/OUTAGES.md. It ends with an error where they saw what the event does
 * not allow. A part of a name chooses some of the events; `all` has those happen too that take minutes.
 *
 *   make outages
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { notAllowed, told } from './clients.ts';
import { events } from './events.ts';
import { Load } from './load.ts';
import type { Ends } from './services.ts';
import { Site } from './site.ts';

const [binary, wanted = ''] = process.argv.slice(2);
if (binary === undefined) throw new Error('usage: main.ts PATH-OF-LIKSA [PART-OF-A-NAME | all]');

const folder = await mkdtemp(path.join(tmpdir(), 'liksa-outages-'));
const ends: Ends = [() => rm(folder, { recursive: true })];
// oxlint-disable no-await-in-loop -- one outage after the other, and one end after the other
async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().finally(() => process.exit(1)));
}
try {
  const site = await Site.start(folder, binary, ends);
  const load = await Load.of(site.url, 'worker');
  const drafts = async () => Number(await site.database.ask(load.countMade));
  const before = await drafts();
  console.log('| Event | Clients | Recovery |\n|---|---|---|');
  const chosen = events.filter(({ name, long = false }) =>
    wanted === '' ? !long : wanted === 'all' || name.includes(wanted),
  );
  const wrong: string[] = [];
  let repeated = 0;
  for (const { name, clients, happens } of chosen) {
    let recovery = '';
    const answers = await load.during(async () => {
      recovery = await happens(site);
    });
    repeated += await load.repeatWrites();
    const made = (await drafts()) - before;
    if (made !== load.made) throw new Error(`${name}: ${load.made} keys have made ${made} drafts`);
    const lost = await load.lost();
    if (lost.length > 0) throw new Error(`${name}: lost are ${lost.join(', ')}`);
    await site.check();
    console.log(`| ${name} | ${told(answers)} | ${recovery} |`);
    const seen = notAllowed(answers, clients);
    if (seen !== '') wrong.push(`${name}: clients must not see ${seen}`);
  }
  console.log(
    `\nEach of ${load.made} drafts was made once and none was lost, ${repeated} of them by a write that was repeated; ` +
      '`liksa check` was sound after each event.',
  );
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
} finally {
  await endAll();
}
