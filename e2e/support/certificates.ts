import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Certificate {
  /** Of a server with the name `localhost`. */
  key: Buffer;
  cert: Buffer;
  /** The file with the certificate of the authority that signed it. */
  authority: string;
}

/** Makes a certificate for this machine that is signed by an authority which nobody knows. */
export function privateCertificate(directory: string): Certificate {
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
  return { key: readFileSync(own.key), cert: readFileSync(own.cert), authority };
}
