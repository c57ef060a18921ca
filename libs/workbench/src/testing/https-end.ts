import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface SecuredSocket {
  readonly getPeerCertificate: () => { readonly subject?: { readonly CN?: string } };
}

/** Opens a server on 127.0.0.1 with a self-signed certificate, which responds with the name in the client's certificate. */
export const openHttpsEnd = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-https-'));
  const words = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '9',
  ];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...words, ...subject, '-keyout', 'key', '-out', 'cert'], {
    cwd: folder,
    stdio: 'pipe',
  });
  const passphrase = 'a-passphrase-of-the-test';
  const locking = ['pkcs8', '-topk8', '-in', 'key', '-out', 'locked', '-passout', `pass:${passphrase}`];
  execFileSync('openssl', locking, { cwd: folder, stdio: 'pipe' });
  const [key, cert, lockedKey = ''] = ['key', 'cert', 'locked'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  rmSync(folder, { recursive: true });
  const server = createServer(
    { key, cert, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      const { subject } = (request.socket as unknown as SecuredSocket).getPeerCertificate();
      response.end(subject?.CN ?? 'nobody');
    },
  );
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cert: cert ?? '',
    /** The key of the same certificate, for clients. */
    lockedKey,
    passphrase,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
