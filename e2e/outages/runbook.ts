/**
 * Follows docs/OPERATIONS.md word by word: runs its blocks of commands, in their order, as root of a Debian that has
 * nothing on it but what the text installs. What the text says to do by hand, it does between them; what is done every night
 * and every month, it does twice.
 *
 *   make runbook
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { startBroker } from '../support/broker.ts';
import { privateCertificate } from '../support/certificates.ts';
import { firstBillLeft, register, sendFirstBill, setUp } from './firstBill.ts';
import { Machine } from './machine.ts';
import { until } from './processes.ts';
import {
  installTools,
  makeCertificate,
  root,
  startMail,
  startStorage,
  type Ends,
} from './services.ts';

const [binary] = process.argv.slice(2);
if (binary === undefined) throw new Error('usage: runbook.ts PATH-OF-LIKSA');

const administrator = 'administrator@provider.example';
const secret = 'runbook-runbook-runbook-runbook';
const publicUrl = 'https://localhost';

const folder = await mkdtemp(path.join(tmpdir(), 'liksa-runbook-'));
const ends: Ends = [() => rm(folder, { recursive: true })];
const machine = new Machine(path.join(folder, 'machine'));

/** How the text has a shell read the settings. */
const settings =
  'mapfile -t settings < <(grep "^[A-Z]" /etc/liksa/liksa.env); export "${settings[@]}"\n';

/** Runs commands as root of the machine. */
const inMachine = (commands: string) => machine.run(commands);

/** The settings that the text asks for, with the services of this machine. */
async function fillSettings(services: {
  storage: number;
  mail: number;
  issuer: string;
}): Promise<void> {
  const file = path.join(machine.folder, 'etc/liksa/liksa.env');
  const values: Record<string, string> = {
    LIKSA_PUBLIC_URL: publicUrl,
    LIKSA_FILES_URL: `s3://liksa?endpoint=http://127.0.0.1:${services.storage}&region=us-east-1`,
    LIKSA_SMTP_URL: `smtp://127.0.0.1:${services.mail}`,
    LIKSA_OIDC_ISSUER: services.issuer,
    LIKSA_OIDC_CLIENT_ID: 'liksa',
    LIKSA_OIDC_CLIENT_SECRET: secret,
    LIKSA_METRICS_TOKEN: secret,
  };
  const lines = (await readFile(file, 'utf8')).split('\n');
  const kept = lines.filter(
    (line) => !Object.keys(values).some((name) => line.startsWith(`${name}=`)),
  );
  const own = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, [...kept, ...own, ''].join('\n'));
}

async function putCertificate(): Promise<void> {
  const place = path.join(machine.folder, 'etc/ssl/liksa');
  for (const file of ['fullchain.pem', 'key.pem']) {
    await cp(path.join(folder, file), path.join(place, file));
  }
  const proxy = path.join(machine.folder, 'etc/nginx/conf.d/liksa.conf');
  await writeFile(
    proxy,
    (await readFile(proxy, 'utf8')).replaceAll('laskutus.example', 'localhost'),
  );
}

/** The broker has a certificate of a private authority, which the text says how to trust. */
async function trustAuthority(authority: string): Promise<void> {
  const place = path.join(machine.folder, 'usr/local/share/ca-certificates/broker.crt');
  await cp(authority, place);
  await inMachine('update-ca-certificates');
}

/** How many mails wait, and whether nothing leaves, as the metrics say it. */
async function metric(name: string): Promise<number> {
  const text = await inMachine(
    `curl --fail --silent --header 'authorization: Bearer ${secret}' http://127.0.0.1:8080/metrics`,
  );
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? Number.NaN);
}

const waiting = 'liksa_mails{state="QUEUED"}';

/** A copy of the data runs: what it is to send waits. */
async function nothingLeaves(): Promise<void> {
  await fetch(`${publicUrl}/api/password/forgot/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: administrator }),
  });
  await until('the mail', async () => (await metric(waiting)) === 1);
  if ((await metric('liksa_sending_held')) !== 1) throw new Error('A restored copy sends.');
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
}

/** What systemd itself says of the units, and whether the text says the same. */
async function judgeUnits(): Promise<void> {
  const units = 'liksa@8080.service liksa-backup@night.service liksa-backup.timer';
  const faults = await inMachine(`cd /etc/systemd/system; systemd-analyze verify ${units} 2>&1`);
  must(faults.trim() === '', `systemd finds nothing wrong: ${faults}`);
  const judged = await inMachine(
    'cd /etc/systemd/system; systemd-analyze security --no-pager --offline=true liksa@8080.service',
  );
  const exposure = /exposure level for liksa@8080\.service: (?<figure>[\d.]+)/u.exec(judged);
  const told = /its exposure is (?<figure>[\d.]+) of 10/u.exec(await text());
  const figures = [exposure?.groups?.['figure'], told?.groups?.['figure']];
  must(
    figures[0] !== undefined && figures[0] === figures[1],
    `the exposure is what the text says: ${figures.join(' and ')}`,
  );
}

/** The alert rules are what Prometheus reads, and fire when they should. Of Debian's package only the tool is needed. */
async function judgeAlerts(): Promise<void> {
  await cp(
    path.join(import.meta.dirname, 'alerts.yml'),
    path.join(machine.folder, 'root/alerts.yml'),
  );
  await inMachine(
    'apt-get -qq download prometheus && dpkg-deb --extract prometheus_*.deb prometheus && rm prometheus_*.deb',
  );
  const tool = 'prometheus/usr/bin/promtool';
  await inMachine(`${tool} check rules deploy/alerts.yml && ${tool} test rules alerts.yml`);
}

/** A newer program has changed the schema: the one from before says so, and systemd does not start it again and again. */
async function olderStaysAway(): Promise<void> {
  const newer = `INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
    VALUES (99999, 'of a newer program', true, '', 0);`;
  await inMachine(
    `su postgres -c 'psql --set ON_ERROR_STOP=1 --dbname liksa' <<'SQL'\n${newer}\nSQL`,
  );
  await inMachine('systemctl restart liksa@8081');
  const shown = 'systemctl show --property=ActiveState,ExecMainStatus,NRestarts liksa@8081';
  const isGivenUp = async () => (await inMachine(shown)).includes('ActiveState=failed');
  await until('the older program to give up', isGivenUp);
  const said = (await inMachine(shown)).trim().split('\n').toSorted().join(' ');
  must(
    said === 'ActiveState=failed ExecMainStatus=78 NRestarts=0',
    `it is not started again: ${said}`,
  );
  const log = await inMachine('journalctl --no-pager --lines=5 --output=cat --unit=liksa@8081');
  must(log.includes('the database is of a newer Liksa'), `it says why: ${log}`);
}

/** A dump each time, and nothing else, of which no account but that of PostgreSQL reads anything. */
async function dumpedTwice(): Promise<void> {
  await wait(1000);
  await inMachine('systemctl start liksa-backup@night');
  const kept = (await inMachine('ls /var/backups/liksa')).trim().split('\n');
  const areNights = kept.every((name) => /^night-[\dT-]+\.dump$/u.test(name));
  must(kept.length === 2 && areNights, `two nights left two dumps: ${kept.join(', ')}`);
  const open = await inMachine('find /var/backups/liksa -perm /077');
  must(open === '', `dumps that others may read: ${open}`);
}

async function databases(): Promise<string[]> {
  const listed = await inMachine(
    'su postgres -c "psql -qtAc \'SELECT datname FROM pg_database ORDER BY 1\'"',
  );
  return listed.split('\n').filter((name) => name.startsWith('liksa'));
}

async function text(): Promise<string> {
  return readFile(path.join(root, 'docs/OPERATIONS.md'), 'utf8');
}

/** The blocks of commands in the text, each with the heading that it stands under. */
async function blocks(): Promise<{ heading: string; commands: string }[]> {
  const found = [
    ...(await text()).matchAll(
      /^#+ (?<heading>.+)$|^(?<indent> *)```sh\n(?<commands>[\s\S]*?)^ *```$/gm,
    ),
  ];
  let heading = '';
  return found.flatMap(({ groups }) => {
    if (groups?.['heading'] !== undefined) heading = groups['heading'];
    const commands = groups?.['commands'];
    return commands === undefined ? [] : [{ heading, commands }];
  });
}

// oxlint-disable no-await-in-loop -- one step after the other
try {
  await installTools();
  await makeCertificate(folder);
  const storage = await startStorage(ends);
  const mail = await startMail(folder, ends);
  const { key, cert, authority } = privateCertificate(folder);
  const trusted = [...tls.getCACertificates('default'), await readFile(authority, 'utf8')];
  tls.setDefaultCACertificates(trusted);
  const broker = await startBroker({ key: String(key), cert: String(cert) });
  ends.push(() => broker.close());
  const client = {
    client_id: 'liksa',
    client_secret: secret,
    redirect_uris: [`${publicUrl}/registration/confirm`],
  };
  broker.serve({ ...client, token_endpoint_auth_method: 'client_secret_basic' });
  await machine.install();
  await cp(binary, path.join(machine.folder, 'root/liksa'));
  await cp(path.join(root, 'deploy'), path.join(machine.folder, 'root/deploy'), {
    recursive: true,
  });
  await machine.start(ends);
  let restore = '';
  for (const { heading, commands } of await blocks()) {
    if (heading === 'Start') {
      await fillSettings({ storage: storage.port, mail: mail.port, issuer: broker.issuer });
      await putCertificate();
      await trustAuthority(authority);
      await judgeAlerts();
    }
    if (heading === 'Upgrade and go back' && commands.includes('liksa.before /usr')) {
      await olderStaysAway();
    }
    if (heading === 'Before the first bill') await register(publicUrl, administrator, 'maija');
    const began = performance.now();
    await inMachine(commands);
    if (heading === 'Before the first bill') {
      await setUp(publicUrl, administrator);
      await sendFirstBill(publicUrl, administrator);
      await until('the first bill', () => firstBillLeft(publicUrl));
    }
    if (heading === 'Back up' && commands.includes('liksa-backup@night')) {
      await judgeUnits();
      await dumpedTwice();
    }
    if (heading === 'From the last dump') restore = commands;
    if (heading === 'After a drill') {
      must((await databases()).join() === 'liksa', 'a drill leaves no copy');
      // The next month's, and then the real thing.
      await inMachine(restore + commands);
      await inMachine(restore);
    }
    if (commands.includes('ALTER DATABASE liksa RENAME')) await nothingLeaves();
    if (commands.includes('liksa resume')) {
      await until('the mail to leave', async () => (await metric(waiting)) === 0);
    }
    console.log(`${heading}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  await until('the proxy', async () => (await fetch(`${publicUrl}/readyz`)).ok);
  console.log(await inMachine(`${settings}runuser -u liksa -- liksa check`));
} catch (error) {
  const log = "journalctl --no-pager --lines=20 --unit='liksa*'";
  console.error(await inMachine(log).catch(() => 'no log'));
  throw error;
} finally {
  for (const end of ends.toReversed()) await end();
}
