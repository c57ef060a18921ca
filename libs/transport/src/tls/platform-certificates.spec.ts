import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createSelfSigned } from '../testing/self-signed.js';
import type * as Certificates from './secure-contexts.js';
import { parseCertificates } from './secure-contexts.js';

const folder = mkdtempSync(join(tmpdir(), 'tandem-certificates-'));
const names = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] as const;
const before = names.map((name) => process.env[name]);
beforeEach(() => {
  delete process.env.NODE_EXTRA_CA_CERTS;
});
afterEach(() => {
  names.forEach((name, at) => {
    if (before[at] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before[at];
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let instances = 0;

/** Loads the certificates as in a process with this SSL_CERT_FILE. Imports the module again, because it caches them. */
const loadCertificates = async (path: string | undefined) => {
  if (path === undefined) delete process.env.SSL_CERT_FILE;
  else process.env.SSL_CERT_FILE = path;
  const name = `./secure-contexts.js?${++instances}`;
  return (await import(/* @vite-ignore */ name)) as typeof Certificates;
};

const own = createSelfSigned('ca.example').cert.trim();
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('the certificates of this system', () => {
  it('include those in SSL_CERT_FILE that Node does not have', async () => {
    const known = (rootCertificates[0] ?? '').replace(/\n/g, '\r\n');
    const { loadPlatformCertificates: platformCertificates } = await loadCertificates(
      file('a.pem', `# CA\n${known}\n${own}\n`),
    );
    expect(platformCertificates()).toEqual([own]);
    process.env.SSL_CERT_FILE = file('b.pem', '');
    expect(platformCertificates()).toEqual([own]);
  });

  it('include those in NODE_EXTRA_CA_CERTS', { tags: 'tls:ca' }, async () => {
    const other = createSelfSigned('other.example').cert.trim();
    process.env.NODE_EXTRA_CA_CERTS = file('extra.pem', other);
    const { loadPlatformCertificates: platformCertificates } = await loadCertificates(
      file('system.pem', own),
    );
    expect(platformCertificates()).toEqual([own, other]);
  });

  it('are not listed if that file is missing', async () => {
    const { loadPlatformCertificates: platformCertificates } = await loadCertificates(
      join(folder, 'missing.pem'),
    );
    expect(platformCertificates()).toEqual([]);
    expect(platformCertificates()).toEqual([]);
  });

  it('include those of the system by default', async () => {
    const [unset, empty] = [await loadCertificates(undefined), await loadCertificates('')];
    expect(unset.loadPlatformCertificates()).toEqual(empty.loadPlatformCertificates());
  });

  it('are found between other text in a PEM file', () => {
    expect(parseCertificates(`x\n${own}\ny\n${own}${own}`)).toEqual([own, own, own]);
    expect(parseCertificates('-----BEGIN CERTIFICATE-----')).toEqual([]);
    expect(parseCertificates('')).toEqual([]);
  });
});
