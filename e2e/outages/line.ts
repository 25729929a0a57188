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
  #state: State = 'whole';
  #port = 0;

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
    for (const socket of this.#open) socket.pause();
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
    far.on('data', (chunk: Buffer) => {
      near.write(chunk);
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
