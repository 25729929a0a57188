import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createServer as createTlsServer } from 'node:tls';
import { privateCertificate } from './certificates.ts';

export interface MailServer {
  port: number;
  /** Who got a mail, once for each mail that was taken. */
  taken: string[];
  /** Speaks from now on; until then it accepts connections and is silent. */
  speak(): void;
  stop(): void;
}

/** A mail server that first accepts connections and never says a word. */
export function silentMailServer(): Promise<MailServer> {
  return listening((answer) => createServer(answer));
}

/** A mail server with a certificate of a private authority, whose own certificate is the file `authority`. */
export async function privateMailServer(
  directory: string,
): Promise<MailServer & { authority: string }> {
  const { authority, ...options } = privateCertificate(directory);
  const server = await listening((answer) => createTlsServer(options, answer));
  server.speak();
  return { ...server, authority };
}

async function listening(made: (answer: (socket: Socket) => void) => Server): Promise<MailServer> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let speaks = false;
  const server = made((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (speaks) converse(socket, taken);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    taken,
    speak: () => {
      speaks = true;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** As much of SMTP as the program needs. */
function converse(socket: Socket, taken: string[]): void {
  let receiver = '';
  let inMail = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 ready');
  const lines = createInterface(socket);
  // A connection that the program gives up.
  lines.on('error', () => undefined);
  lines.on('line', (line) => {
    if (inMail) {
      if (line !== '.') return;
      inMail = false;
      taken.push(receiver);
      say('250 taken');
    } else if (line === 'DATA') {
      inMail = true;
      say('354 go on');
    } else if (line === 'QUIT') {
      socket.end('221 bye\r\n');
    } else {
      receiver = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? receiver;
      say('250 well');
    }
  });
}
