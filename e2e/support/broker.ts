import http from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';

const personalId = 'urn:oid:1.2.246.21';
const substantial = 'http://ftn.ficora.fi/2017/loa2';

const person = (given_name: string, family_name: string, birthdate: string, id: string) => ({
  given_name,
  family_name,
  birthdate,
  [personalId]: id,
});

/** Made up, with ids of the numbers that no living person is given. */
const persons = {
  maija: person('Maija Liisa', 'Äkäslompolo', '1990-01-01', '010190-900P'),
  kaisa: person('Kaisa', 'Laskuri', '1985-02-02', '020285-901W'),
  paula: person('Paula', 'Palkka', '1980-03-03', '030380-9023'),
  pekka: person('Pekka', 'Palkka', '1975-04-04', '040475-9039'),
};

export type Identity = keyof typeof persons;

const isIdentity = (name: string | undefined): name is Identity =>
  name !== undefined && name in persons;

/** A third-party OpenID Connect provider as identification broker, on another site than the server. */
export interface Broker {
  issuer: string;
  port: number;
  /**
   * Registers the server as its client, which needs the broker's settings before it has an address. Where it is reached by
   * another address than its own, that one is its issuer.
   */
  serve(client: ClientMetadata, reachedAt?: string): void;
  close(): Promise<void>;
}

interface Certificate {
  key: string;
  cert: string;
}

/** With a certificate it is reached by TLS, which a server in production asks for. */
export async function startBroker(certificate?: Certificate, host = 'localhost'): Promise<Broker> {
  const server = certificate ? https.createServer(certificate) : http.createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `${certificate ? 'https' : 'http'}://localhost:${port}`;
  return {
    issuer,
    port,
    serve(client, reachedAt = issuer) {
      const provider = new Provider(reachedAt, configuration(client));
      identifyAtOnce(provider);
      server.on('request', provider.callback());
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Goes through the broker as a browser would that its user clicks through, to where it leads back. */
export async function identify(authorization: string, as: Identity = 'maija'): Promise<URL> {
  const issuer = new URL(authorization).origin;
  const jar = new Map<string, string>();
  let address = new URL(authorization);
  // oxlint-disable no-await-in-loop -- each page names the next
  while (address.origin === issuer) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const set of page.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const button = new RegExp(`href="([^"]+/${as})"`);
    const link = page.headers.get('location') ?? button.exec(await page.text())?.[1];
    if (!link) throw new Error(`${address.href}: ${page.status} leads nowhere`);
    address = new URL(link, address);
  }
  return address;
}

export function newKey(): { privateKey: KeyObject; publicKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function configuration(client: ClientMetadata): Configuration {
  const signing = newKey().privateKey.export({ format: 'jwk' });
  return {
    clients: [{ ...client, response_types: ['code'], grant_types: ['authorization_code'] }],
    jwks: { keys: [{ ...signing, kty: 'RSA', kid: 'broker', use: 'sig', alg: 'RS256' }] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 300, IdToken: 300 },
    cookies: { keys: ['only-for-tests'] },
    acrValues: [substantial],
    // The identity is in the id token, as with brokers of the Finnish Trust Network.
    conformIdTokenClaims: false,
    scopes: ['openid', 'profile'],
    claims: {
      openid: ['sub'],
      profile: ['given_name', 'family_name', 'birthdate', personalId],
    },
    features: { devInteractions: { enabled: false }, encryption: { enabled: true } },
    enabledJWA: { idTokenEncryptionAlgValues: ['RSA-OAEP', 'RSA-OAEP-256'] },
    // By default it sends no requests to its own machine, where the server of a test is.
    fetch: (address) => fetch(address),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(isIdentity(id) && persons[id]) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
  };
}

/** A page with a button for each person in place of the bank's own dialogs. */
function identifyAtOnce(provider: Provider): void {
  provider.use(async (context, next) => {
    const path = /^\/interaction\/[\w-]+(?:\/(?<name>\w+))?$/.exec(context.path);
    if (path === null) return next();
    const name = path.groups?.['name'];
    if (!isIdentity(name)) {
      const links = Object.keys(persons).map(
        (one) => `<a href="${context.path}/${one}">${one}</a>`,
      );
      context.type = 'html';
      context.body = `<!doctype html><title>Bank</title>${links.join(' ')}`;
      return;
    }
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, {
      login: { accountId: name, acr: substantial, remember: false },
    });
  });
}
