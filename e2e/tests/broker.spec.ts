import type { KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientMetadata } from 'oidc-provider';
import { newKey, startBroker } from '../support/broker.ts';
import { expect, test } from '../support/fixtures.ts';
import { watch } from '../support/guard.ts';
import { sendForm } from '../support/newcomer.ts';
import { seededData, withData, type Data } from '../support/data.ts';
import { startServer } from '../support/server.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;
const email = 'maija.pankista@liksa.example';

/** How the server authenticates to the broker: the settings of both, the broker's once it has an address. */
interface Proof {
  settings: Record<string, string>;
  client: (ourAddress: string) => Partial<ClientMetadata>;
}

function bySecret(): Promise<Proof> {
  const secret = 'a-secret-of-the-server-and-the-broker';
  return Promise.resolve({
    settings: { LIKSA_OIDC_CLIENT_SECRET: secret },
    client: () => ({
      client_secret: secret,
      token_endpoint_auth_method: 'client_secret_basic',
    }),
  });
}

async function keyFile(directory: string, name: string): Promise<[string, KeyObject]> {
  const { privateKey, publicKey } = newKey();
  const file = path.join(directory, `${name}.pem`);
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return [file, publicKey];
}

async function byKey(directory: string): Promise<Proof> {
  const [file, publicKey] = await keyFile(directory, 'signing');
  const key = { ...publicKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'liksa-1', use: 'sig' };
  return {
    settings: { LIKSA_OIDC_PRIVATE_KEY: file, LIKSA_OIDC_KEY_ID: 'liksa-1' },
    client: () => ({
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'RS256',
      jwks: { keys: [key] },
    }),
  };
}

/** As brokers of the Finnish Trust Network want it: both keys are read from us, and the answer is encrypted. */
async function byPublishedKeys(directory: string): Promise<Proof> {
  const [signing] = await keyFile(directory, 'signing');
  const [decryption] = await keyFile(directory, 'decryption');
  return {
    settings: { LIKSA_OIDC_PRIVATE_KEY: signing, LIKSA_OIDC_DECRYPTION_KEY: decryption },
    client: (ourAddress) => ({
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: `${ourAddress}/api/registration/oidc/jwks`,
      id_token_encrypted_response_alg: 'RSA-OAEP-256',
      id_token_encrypted_response_enc: 'A128CBC-HS256',
    }),
  };
}

const proofs = {
  'a secret': bySecret,
  'a signed assertion': byKey,
  'keys that we publish, and encrypts for us': byPublishedKeys,
};

for (const [name, prove] of Object.entries(proofs)) {
  test(`a newcomer registers with a broker that knows us by ${name}`, async ({ browser }) => {
    const broker = await startBroker();
    const useBroker = async ({ directory }: Data) => {
      const { settings, client } = await prove(directory);
      const server = await startServer(directory, {
        ...settings,
        LIKSA_OIDC_ISSUER: broker.issuer,
        LIKSA_OIDC_CLIENT_ID: 'liksa',
      });
      const redirect_uris = [`${server.url}/registration/confirm`];
      broker.serve({ client_id: 'liksa', redirect_uris, ...client(server.url) });

      const page = await browser.newPage({ baseURL: server.url });
      const faults = watch(page, server.url, []);
      await page.goto('/register');
      await sendForm(page, { email });
      await page.getByRole('link', { name: fi.register_continue }).click();
      await page.getByRole('link', { name: 'maija' }).click();
      await expect(page.getByText(email)).toContainText('Maija Liisa Äkäslompolo');
      await page.getByRole('button', { name: fi.register_accept }).first().click();
      await expect(
        page.getByRole('heading', {
          level: 1,
          name: fill(fi.home_greeting, { name: 'Maija Liisa' }),
        }),
      ).toBeVisible();
      expect(faults.filter((fault) => !fault.includes(broker.issuer))).toEqual([]);
      await page.close();
      await server.stop();
    };
    await withData('sqlite', useBroker, seededData('sqlite'));
    await broker.close();
  });
}
