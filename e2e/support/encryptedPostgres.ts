import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './certificates.ts';

export interface EncryptedPostgres {
  /** The same database by this way, encrypted or not at all. */
  address: (parameters: Record<string, string>) => string;
  /** How many connections were encrypted from their beginning. */
  encrypted: () => number;
  stop: () => void;
}

/** What a client of PostgreSQL sends first where it wants TLS: the length of this message, and its number. */
const ASKS_FOR_TLS = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * A PostgreSQL server that takes encrypted connections only: it passes them on to the one at `database`, which answers on a
 * socket of this machine and therefore has none.
 */
export async function encryptedPostgres(
  database: string,
  { key, cert }: Certificate,
): Promise<EncryptedPostgres> {
  const url = new URL(database);
  const upstream = path.join(
    url.searchParams.get('host') ?? '',
    `.s.PGSQL.${url.port === '' ? '5432' : url.port}`,
  );
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.once('data', (first) => {
      if (!ASKS_FOR_TLS.equals(first)) {
        client.destroy();
        return;
      }
      count += 1;
      client.write('S');
      const encrypted = new TLSSocket(client, { isServer: true, key, cert });
      const server = connect(upstream);
      sockets.add(server);
      const ended = () => client.destroy();
      pipeline(encrypted, server, ended);
      pipeline(server, encrypted, ended);
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: (parameters) => {
      const asked = new URLSearchParams(parameters);
      return `postgres://${url.username}@localhost:${port}${url.pathname}?${asked.toString()}`;
    },
    encrypted: () => count,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
