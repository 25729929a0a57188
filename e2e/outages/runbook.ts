/**
 * Follows docs/OPERATIONS.md word by word: runs its blocks of commands, in their order, as root of a Debian that has
 * nothing on it but what the text installs. What the text says to do by hand, it does between them.
 *
 *   make runbook
 *
 * The Debian is a folder (debootstrap) and has no systemd: `systemctl` is a script that does what the unit says.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBroker } from '../support/broker.ts';
import { firstBillLeft, register, sendFirstBill, setUp } from './firstBill.ts';
import { policy, runlevel, systemctl } from './machine.ts';
import { run, until } from './processes.ts';
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
const machine = path.join(folder, 'machine');
const ends: Ends = [() => rm(folder, { recursive: true })];

/** How the text has a shell read the settings. */
const settings =
  'mapfile -t settings < <(grep "^[A-Z]" /etc/liksa/liksa.env); export "${settings[@]}"\n';

/** Runs commands as root of the machine. */
async function inMachine(commands: string): Promise<string> {
  const { stdout } = await run('chroot', [
    machine,
    'bash',
    '-euo',
    'pipefail',
    '-c',
    `cd /root\n${commands}`,
  ]);
  return stdout;
}

async function install(): Promise<void> {
  const mirror = (
    await run('sh', ['-c', 'apt-get indextargets --format "\\$(REPO_URI)" | head -1'])
  ).stdout;
  await run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates,curl,procps',
    'bookworm',
    machine,
    mirror.trim(),
  ]);
  await rm(path.join(machine, 'etc/apt'), { recursive: true });
  await cp('/etc/apt', path.join(machine, 'etc/apt'), { recursive: true });
  await cp('/etc/hosts', path.join(machine, 'etc/hosts'));
  for (const mount of ['proc', 'dev']) {
    await run('mount', ['--rbind', '--make-rslave', `/${mount}`, path.join(machine, mount)]);
    ends.push(() => run('umount', ['-l', path.join(machine, mount)]));
  }
  ends.push(() =>
    inMachine(
      'for unit in /run/liksa@*.pid; do pkill -P "$(cat "$unit")" || true; done; ' +
        'nginx -s quit || true; pg_ctlcluster 15 main stop || true',
    ),
  );
  await cp(binary ?? '', path.join(machine, 'root/liksa'));
  await cp(path.join(root, 'deploy'), path.join(machine, 'root/deploy'), { recursive: true });
  await writeFile(path.join(machine, 'usr/local/sbin/systemctl'), systemctl, { mode: 0o755 });
  await writeFile(path.join(machine, 'usr/sbin/runlevel'), runlevel, { mode: 0o755 });
  await writeFile(path.join(machine, 'usr/sbin/policy-rc.d'), policy, { mode: 0o755 });
}

/** The settings that the text asks for, with the services of this machine. */
async function fillSettings(services: {
  storage: number;
  mail: number;
  issuer: string;
}): Promise<void> {
  const file = path.join(machine, 'etc/liksa/liksa.env');
  const values: Record<string, string> = {
    LIKSA_PUBLIC_URL: publicUrl,
    LIKSA_FILES_URL: `s3://liksa?endpoint=http://127.0.0.1:${services.storage}&region=us-east-1`,
    LIKSA_SMTP_URL: `smtp://127.0.0.1:${services.mail}`,
    LIKSA_OIDC_ISSUER: services.issuer,
    LIKSA_OIDC_CLIENT_ID: 'liksa',
    LIKSA_OIDC_CLIENT_SECRET: secret,
    LIKSA_METRICS_TOKEN: secret,
    SSL_CERT_FILE: '/etc/ssl/liksa/fullchain.pem',
  };
  const lines = (await readFile(file, 'utf8')).split('\n');
  const kept = lines.filter(
    (line) => !Object.keys(values).some((name) => line.startsWith(`${name}=`)),
  );
  const own = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, [...kept, ...own, ''].join('\n'));
}

async function putCertificate(): Promise<void> {
  const place = path.join(machine, 'etc/ssl/liksa');
  for (const file of ['fullchain.pem', 'key.pem']) {
    await cp(path.join(folder, file), path.join(place, file));
  }
  const proxy = path.join(machine, 'etc/nginx/conf.d/liksa.conf');
  await writeFile(
    proxy,
    (await readFile(proxy, 'utf8')).replaceAll('laskutus.example', 'localhost'),
  );
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

/** The blocks of commands in the text, each with the heading that it stands under. */
async function blocks(): Promise<{ heading: string; commands: string }[]> {
  const text = await readFile(path.join(root, 'docs/OPERATIONS.md'), 'utf8');
  const found = [
    ...text.matchAll(/^#+ (?<heading>.+)$|^(?<indent> *)```sh\n(?<commands>[\s\S]*?)^ *```$/gm),
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
  const broker = await startBroker({
    key: await readFile(path.join(folder, 'key.pem'), 'utf8'),
    cert: await readFile(path.join(folder, 'fullchain.pem'), 'utf8'),
  });
  ends.push(() => broker.close());
  const client = {
    client_id: 'liksa',
    client_secret: secret,
    redirect_uris: [`${publicUrl}/registration/confirm`],
  };
  broker.serve({ ...client, token_endpoint_auth_method: 'client_secret_basic' });
  await install();
  for (const { heading, commands } of await blocks()) {
    if (heading === 'Start') {
      await fillSettings({ storage: storage.port, mail: mail.port, issuer: broker.issuer });
      await putCertificate();
    }
    if (heading === 'Before the first bill') await register(publicUrl, administrator, 'maija');
    const began = performance.now();
    await inMachine(commands);
    if (heading === 'Before the first bill') {
      await setUp(publicUrl, administrator);
      await sendFirstBill(publicUrl, administrator);
      await until('the first bill', () => firstBillLeft(publicUrl));
    }
    if (heading === 'Restore' && commands.includes('systemctl restart')) await nothingLeaves();
    if (commands.includes('liksa resume')) {
      await until('the mail to leave', async () => (await metric(waiting)) === 0);
    }
    console.log(`${heading}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  await until('the proxy', async () => (await fetch(`${publicUrl}/readyz`)).ok);
  console.log(await inMachine(`${settings}runuser -u liksa -- liksa check`));
} catch (error) {
  console.error(await inMachine('tail -n 20 /var/log/liksa@*.log').catch(() => 'no log'));
  throw error;
} finally {
  for (const end of ends.toReversed()) await end();
}
