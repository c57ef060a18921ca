import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

/** Where systems store their CA certificates: Debian, Fedora, openSUSE, and Alpine or macOS. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a PEM file. */
export const parseCertificates = (pem: string): readonly string[] => pem.match(block) ?? [];

const removeWhitespace = (text: string): string => text.replace(/\s/g, '');

const tryReadText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

let cachedCertificates: readonly string[] | undefined;

/**
 * The CA certificates of this system and of NODE_EXTRA_CA_CERTS that Node does not include, such as a company's. Node
 * 20 does not read the system store. Node parses each certificate when it is added, so known ones are left out.
 */
export const loadPlatformCertificates = (): readonly string[] => {
  if (cachedCertificates !== undefined) return cachedCertificates;
  const { SSL_CERT_FILE: own = '', NODE_EXTRA_CA_CERTS: extra = '' } = process.env;
  const ofSystem = (own === '' ? bundles : [own]).map(tryReadText).find((text) => text !== undefined);
  // Node drops its own extra certificates in a context to which one is added.
  const texts = [ofSystem, extra === '' ? undefined : tryReadText(extra)];
  const known = new Set(rootCertificates.map(removeWhitespace));
  cachedCertificates = texts
    .flatMap((text) => (text === undefined ? [] : parseCertificates(text)))
    .filter((one) => {
      const isKnown = known.has(removeWhitespace(one));
      known.add(removeWhitespace(one));
      return !isKnown;
    });
  return cachedCertificates;
};
