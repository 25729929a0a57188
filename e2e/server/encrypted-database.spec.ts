import { callAs } from '../support/caller.ts';
import { privateCertificate } from '../support/certificates.ts';
import { seededData, withData } from '../support/data.ts';
import { encryptedPostgres } from '../support/encryptedPostgres.ts';
import { expect, test } from '../support/fixtures.ts';
import { startServer } from '../support/server.ts';

test('a database is spoken to in TLS, and one that is not trusted or has none stops the start @postgres-only', async () => {
  await withData(
    'postgres',
    async ({ directory, database = '' }) => {
      const certificate = privateCertificate(directory);
      const encrypted = await encryptedPostgres(database, certificate);
      const start = (address: string, more: Record<string, string> = {}) =>
        startServer(directory, { LIKSA_DATABASE_URL: address, ...more });

      const verified = encrypted.address({ sslmode: 'verify-full' });
      const trusted = { SSL_CERT_FILE: certificate.authority };
      const server = await start(verified, trusted);
      const worker = await callAs(server, 'worker');
      expect((await worker.call<{ id: string }>('GET', '/api/login')).id).not.toBe('');
      expect(encrypted.encrypted()).toBeGreaterThan(1);
      await server.stop();

      await expect(start(verified), 'nobody knows its authority').rejects.toThrow(
        /does not open.*UnknownIssuer/su,
      );
      const anotherName = verified.replace('@localhost', '@127.0.0.1');
      await expect(start(anotherName, trusted), 'it has another name').rejects.toThrow(
        /does not open.*certificate not valid for name/su,
      );
      await (await start(encrypted.address({ sslmode: 'require' }))).stop();

      // The server of the tests has no certificate.
      const plain = new URL(database);
      plain.searchParams.set('sslmode', 'require');
      await expect(start(plain.href)).rejects.toThrow(/does not open.*does not support TLS/su);
      encrypted.stop();
    },
    seededData('postgres'),
  );
});
