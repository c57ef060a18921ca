import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { okTestScript, type OpenedWorkspace, openWorkspace, requestFile } from './workspace.js';

interface SecureSocket {
  readonly getPeerCertificate: () => { readonly subject?: { readonly CN?: string } };
}

let on: OpenedWorkspace;
let server: HttpsServer;
const resolvePath = (name: string): string => join(on.folder, name);
const passphrase = 'a-passphrase-of-the-test';

/** Creates a self-signed certificate, its key with and without a passphrase, and both in one PKCS#12 file. */
const makeCertificate = (): void => {
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', words, { cwd: on.folder, stdio: 'pipe' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '9'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  openssl('req', '-x509', ...newKey, ...subject, '-keyout', 'key.pem', '-out', 'cert.pem');
  openssl('pkcs8', '-topk8', '-in', 'key.pem', '-out', 'locked.pem', '-passout', `pass:${passphrase}`);
  const both = ['-inkey', 'key.pem', '-in', 'cert.pem', '-out', 'both.p12', '-passout', `pass:${passphrase}`];
  openssl('pkcs12', '-export', ...both);
};

beforeEach(async () => {
  on = await openWorkspace();
  makeCertificate();
  server = createServer(
    {
      key: readFileSync(resolvePath('key.pem')),
      cert: readFileSync(resolvePath('cert.pem')),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      const { subject } = (request.socket as unknown as SecureSocket).getPeerCertificate();
      response.end(subject?.CN ?? 'nobody');
    },
  );
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await on.put('secure.yml', requestFile('Secure', url, 1));
  await on.put('secure.js', `export function onTest(req, res) {\n  test(res.text(), () => undefined);\n}\n`);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await on.close();
});

const run = (...flags: readonly string[]) => on.tandem(['run', on.folder, '--reporter', 'tap', ...flags]);

describe('the certificates of tandem run', () => {
  it('are verified unless --insecure is set', { tags: 'cli:connections' }, async () => {
    const refused = await run();
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('TLS_ERROR');
    expect((await run('--insecure')).code).toBe(0);
  });

  it('are trusted with --cacert', { tags: 'cli:connections' }, async () => {
    const { code, stdout } = await run('--cacert', resolvePath('cert.pem'));
    expect(code).toBe(0);
    expect(stdout).toContain('ok 1 - nobody');
  });

  it('are presented to servers, from PEM and PKCS#12 files', { tags: 'cli:connections' }, async () => {
    const shown = async (flags: readonly string[], env = {}) =>
      (await on.tandem(['run', on.folder, '--insecure', '--reporter', 'tap', ...flags], env)).stdout;
    expect(
      await shown(['--client-cert', resolvePath('cert.pem'), '--client-key', resolvePath('key.pem')]),
    ).toContain('ok 1 - 127.0.0.1');
    const locked = ['--client-cert', resolvePath('cert.pem'), '--client-key', resolvePath('locked.pem')];
    expect(await shown(locked, { TANDEM_CLIENT_PASSPHRASE: passphrase })).toContain('ok 1 - 127.0.0.1');
    const both = ['--client-cert', resolvePath('both.p12'), '--client-passphrase', passphrase];
    expect(await shown(both)).toContain('ok 1 - 127.0.0.1');
    expect(await shown([...both.slice(0, 3), 'wrong'])).toContain('TLS_ERROR');
  });

  it(
    'are checked before anything is sent, and a missing file is refused',
    { tags: 'cli:connections' },
    async () => {
      const wrong = async (...flags: readonly string[]) => {
        const { code, stderr } = await run(...flags);
        return `${code} ${stderr}`;
      };
      expect(await wrong('--cacert', resolvePath('none.pem'))).toMatch(
        /^2 tandem: .*none\.pem does not exist/,
      );
      expect(await wrong('--client-key', resolvePath('key.pem'))).toMatch(
        /^2 tandem: --client-key needs --client-cert/,
      );
      expect(await wrong('--proxy', 'ftp://127.0.0.1')).toMatch(
        /^2 tandem: --proxy takes the URL of a proxy/,
      );
    },
  );
});

describe('the proxy of tandem run', () => {
  let proxy: Server;
  let asked: string[];
  beforeEach(async () => {
    asked = [];
    // Only the proxy resolves the server's name.
    proxy = createHttpServer((request, response) => {
      const credentials = request.headers['proxy-authorization'];
      asked.push(`${credentials ?? 'nobody'} ${request.url ?? ''}`);
      if (credentials === undefined)
        response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
      else response.end('{}');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    await on.put('secure.yml', requestFile('Plain', 'http://api.test/plain', 1));
    await on.put('secure.js', okTestScript);
  });
  afterEach(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('is set with --proxy, and its credentials are never shown', { tags: 'cli:connections' }, async () => {
    const { port } = proxy.address() as AddressInfo;
    const { code, stdout } = await run('--proxy', `http://me:planted-secret@127.0.0.1:${port}`);
    expect(code).toBe(0);
    expect(asked.at(-1)).toBe(`Basic ${btoa('me:planted-secret')} http://api.test/plain`);
    expect(stdout).not.toContain('planted-secret');
  });
});
