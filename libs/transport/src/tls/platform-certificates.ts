import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

/** Where the CA certificates of a system are: Debian, Fedora, openSUSE, and Alpine or macOS. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a PEM file. */
export const certificatesIn = (pem: string): readonly string[] => pem.match(block) ?? [];

const without = (text: string): string => text.replace(/\s/g, '');

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

let found: readonly string[] | undefined;

/**
 * The CA certificates of this system that Node does not have itself, such as those of a company. Node 20 reads no store of the
 * system. Node parses each certificate when it is added, so those that it has are left out.
 */
export const platformCertificates = (): readonly string[] => {
  if (found !== undefined) return found;
  const own = process.env.SSL_CERT_FILE;
  for (const path of own === undefined || own === '' ? bundles : [own]) {
    const text = textOf(path);
    if (text === undefined) continue;
    const known = new Set(rootCertificates.map(without));
    found = certificatesIn(text).filter((one) => !known.has(without(one)));
    return found;
  }
  found = [];
  return found;
};
