import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createServer as createTlsServer } from 'node:tls';

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
  const make = (name: string, ...more: string[]) => {
    const [key, cert] = [
      path.join(directory, `${name}-key.pem`),
      path.join(directory, `${name}.pem`),
    ];
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...made, '-subj', `/CN=${name}`, ...more], {
      stdio: 'ignore',
    });
    return { key, cert };
  };
  const { key: signer, cert: authority } = make('authority');
  const of = ['subjectAltName=DNS:localhost', 'basicConstraints=critical,CA:FALSE'];
  const names = of.flatMap((one) => ['-addext', one]);
  const own = make('localhost', '-CA', authority, '-CAkey', signer, ...names);
  const options = { key: readFileSync(own.key), cert: readFileSync(own.cert) };
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
