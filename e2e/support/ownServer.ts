import { seededData, withData } from './data.ts';
import { startServer } from './server.ts';

export interface OwnServer {
  readonly url: string;
  kill(): Promise<void>;
  /** At the same address, with the same data. */
  startAgain(): Promise<void>;
}

/** Passes `use` a server that it may end and start again, with a copy of the demo content. */
export function withOwnServer(use: (server: OwnServer) => Promise<void>): Promise<void> {
  return withData(
    'sqlite',
    async ({ directory }) => {
      let server = await startServer(directory);
      const { url } = server;
      await use({
        url,
        kill: () => server.kill(),
        async startAgain() {
          server = await startServer(directory, { LIKSA_LISTEN: new URL(url).host });
        },
      });
      await server.stop();
    },
    seededData('sqlite'),
  );
}
