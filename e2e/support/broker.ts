import { createServer } from 'node:http';
import { once } from 'node:events';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';

const personalId = 'urn:oid:1.2.246.21';
const substantial = 'http://ftn.ficora.fi/2017/loa2';

/** Made up, with ids of the numbers that no living person is given. */
const persons: Record<string, Record<string, string>> = {
  maija: {
    given_name: 'Maija Liisa',
    family_name: 'Äkäslompolo',
    birthdate: '1990-01-01',
    [personalId]: '010190-900P',
  },
};

/** A third-party OpenID Connect provider as identification broker, on another site than the server. */
export interface Broker {
  issuer: string;
  /** Registers the server as its client, which needs the broker's settings before it has an address. */
  serve(client: ClientMetadata): void;
  close(): Promise<void>;
}

export async function startBroker(): Promise<Broker> {
  const http = createServer();
  http.listen(0, 'localhost');
  await once(http, 'listening');
  const issuer = `http://localhost:${(http.address() as AddressInfo).port}`;
  return {
    issuer,
    serve(client) {
      const provider = new Provider(issuer, configuration(client));
      identifyAtOnce(provider);
      http.on('request', provider.callback());
    },
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
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
      claims: () => ({ sub: id, ...persons[id] }),
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

/** A page with one button in place of the bank's own dialogs. */
function identifyAtOnce(provider: Provider): void {
  provider.use(async (context, next) => {
    const path = /^\/interaction\/[\w-]+(\/maija)?$/.exec(context.path);
    if (path === null) return next();
    if (path[1] === undefined) {
      context.type = 'html';
      context.body = `<!doctype html><title>Bank</title><a href="${context.path}/maija">maija</a>`;
      return;
    }
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, {
      login: { accountId: 'maija', acr: substantial, remember: false },
    });
  });
}
