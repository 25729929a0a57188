import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/**
 * What a line does with connections: passes them on, takes none, takes them and never says a word, or passes a mail on and keeps
 * back what the mail server says to its content.
 */
type State = 'whole' | 'refused' | 'silent' | 'unanswered';

/** A way to a service on this machine that can be cut. */
export class Line {
  readonly #target: number;
  readonly #server: net.Server;
  readonly #open = new Set<Socket>();
  /** Both ends of connections that fell silent. */
  readonly #forgotten = new Set<Socket>();
  #state: State = 'whole';
  #port = 0;
  /** How many milliseconds an answer takes longer. */
  delay = 0;

  private constructor(target: number) {
    this.#target = target;
    this.#server = net.createServer((near) => this.#connect(near));
  }

  static async to(target: number): Promise<Line> {
    const line = new Line(target);
    await line.#listen(0);
    return line;
  }

  get port(): number {
    return this.#port;
  }

  /** Connections that stand are cut or fall silent too, as when a machine is switched off or hangs. */
  async become(state: State): Promise<void> {
    const before = this.#state;
    this.#state = state;
    if (state === 'silent') for (const socket of this.#open) socket.pause();
    else for (const socket of this.#open) socket.destroy();
    if (state === 'refused') {
      this.#server.close();
      await once(this.#server, 'close');
    } else if (before === 'refused') {
      await this.#listen(this.#port);
    }
  }

  /** Connections that stand fall silent, as where a firewall forgets them; new ones are passed on. */
  forget(): void {
    for (const socket of this.#open) {
      socket.pause();
      this.#forgotten.add(socket);
    }
  }

  /** The service gives up on clients of which it hears nothing. They do not hear of it. */
  giveUpForgotten(): void {
    for (const socket of this.#forgotten) {
      if (socket.remotePort === this.#target) socket.destroy();
    }
  }

  async close(): Promise<void> {
    if (this.#state !== 'refused') await this.become('refused');
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #connect(near: Socket): void {
    this.#keep(near);
    if (this.#state === 'silent') {
      near.pause();
      return;
    }
    const far = net.connect(this.#target, '127.0.0.1');
    this.#keep(far);
    near.pipe(far);
    // Where one end breaks off, so does the other: PostgreSQL would keep the locks of a process that was killed.
    near.on('close', () => far.destroySoon());
    far.on('close', () => {
      if (!this.#forgotten.has(near)) near.destroySoon();
    });
    far.on('data', (chunk: Buffer) => {
      if (this.delay === 0) near.write(chunk);
      else setTimeout(() => near.destroyed || near.write(chunk), this.delay);
      // The mail server waits for the content.
      if (this.#state === 'unanswered' && chunk.toString().startsWith('354')) far.pause();
    });
    far.on('end', () => near.end());
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    // Both ends are cut on purpose here; the program under test tells what it made of it.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#open.delete(socket));
  }
}
