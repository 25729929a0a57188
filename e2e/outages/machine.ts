import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Program, run, until } from './processes.ts';
import type { Ends } from './services.ts';

/** A Debian of its own: a folder in which its own systemd runs, with the network of this machine. */
export class Machine {
  readonly folder: string;
  /** The id of its first process, as this machine counts. */
  #first = '';

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Installs nothing but what starts, and what an archive that is reached by TLS asks for. */
  async install(): Promise<void> {
    const mirror = await run('sh', [
      '-c',
      'apt-get indextargets --format "\\$(REPO_URI)" | head -1',
    ]);
    await run('debootstrap', [
      '--variant=minbase',
      '--include=ca-certificates,dbus,systemd,systemd-sysv',
      'bookworm',
      this.folder,
      mirror.stdout.trim(),
    ]);
    await rm(path.join(this.folder, 'etc/apt'), { recursive: true });
    await cp('/etc/apt', path.join(this.folder, 'etc/apt'), { recursive: true });
    await cp('/etc/hosts', path.join(this.folder, 'etc/hosts'));
  }

  async start(ends: Ends): Promise<void> {
    const settings = ['--register=no', '--keep-unit', '--link-journal=no', '--console=pipe'];
    const booted = new Program('systemd-nspawn', [
      '--boot',
      `--directory=${this.folder}`,
      ...settings,
    ]);
    ends.push(() => booted.end());
    const isUp = async () => {
      if (booted.child.exitCode !== null) throw new Error(`It did not start:\n${booted.log}`);
      const found = await run('pgrep', ['-P', String(booted.child.pid)]).catch(() => null);
      this.#first = found?.stdout.trim() ?? '';
      if (this.#first === '') return false;
      const state = await this.run('systemctl is-system-running || true').catch(() => '');
      return ['running', 'degraded'].includes(state.trim());
    };
    await until('the machine', isUp);
  }

  /** Runs commands as its root. */
  async run(commands: string): Promise<string> {
    const environment = ['HOME=/root', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin'];
    const shell = ['bash', '--norc', '-euo', 'pipefail', '-c', `cd /root\n${commands}`];
    const enter = ['--target', this.#first, '--all', 'env', '-i', ...environment];
    const { stdout } = await run('nsenter', [...enter, ...shell]);
    return stdout;
  }
}
