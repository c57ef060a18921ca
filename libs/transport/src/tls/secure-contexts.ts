import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';
import { type ClientCertificate, isCertificateFor, type TlsOptions } from '@tandem/core';
import { getErrorCode, UnsendableError } from '../errors.js';

/** The files with the CA certificates of systems: Debian, Fedora, openSUSE, and last Alpine and macOS. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Finds the certificates in a PEM file. */
export const parseCertificates = (pem: string): readonly string[] => pem.match(certificateBlock) ?? [];

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
 * Loads the CA certificates of this system and of NODE_EXTRA_CA_CERTS, such as a company's, because Node 20 does not read those of the
 * system. Leaves out those that Node has itself, because Node parses each certificate that is added.
 */
export const loadPlatformCertificates = (): readonly string[] => {
  if (cachedCertificates !== undefined) return cachedCertificates;
  const { SSL_CERT_FILE: own = '', NODE_EXTRA_CA_CERTS: extra = '' } = process.env;
  const ofSystem = (own === '' ? bundles : [own]).map(tryReadText).find((text) => text !== undefined);
  // Node no longer uses NODE_EXTRA_CA_CERTS in a context to which a certificate is added.
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

const refuse = (message: string, cause: string): never => {
  throw new UnsendableError({ code: 'TLS_ERROR', message, details: { cause } });
};

const decoder = new TextDecoder();

/**
 * Adds a certificate to those that a context trusts. The option `ca` would not do: Node would trust no others, and parse its own again,
 * which takes 0.3 s.
 */
const addTrusted = ({ context }: SecureContext, certificate: string): void => {
  (context as { readonly addCACert: (pem: string) => void }).addCACert(certificate);
};

const addAllTrusted = (context: SecureContext, { ca = [] }: TlsOptions): SecureContext => {
  for (const one of loadPlatformCertificates()) addTrusted(context, one);
  for (const { name, bytes } of ca) {
    const certificates = parseCertificates(decoder.decode(bytes));
    if (certificates.length === 0)
      refuse(`The CA file ${name} contains no PEM certificate. Export the CA as PEM (Base64).`, 'CA_INVALID');
    for (const certificate of certificates) {
      try {
        new X509Certificate(certificate);
      } catch {
        refuse(
          `The CA file ${name} contains a damaged certificate. Export the CA again as PEM.`,
          'CA_INVALID',
        );
      }
      addTrusted(context, certificate);
    }
  }
  return context;
};

const toContextOptions = ({ passphrase, ...files }: ClientCertificate): SecureContextOptions => {
  const secret = passphrase === undefined ? {} : { passphrase };
  return files.type === 'pkcs12'
    ? { ...secret, pfx: Buffer.from(files.pkcs12.bytes) }
    : { ...secret, cert: Buffer.from(files.certificate.bytes), key: Buffer.from(files.key.bytes) };
};

const getKeyFileName = (certificate: ClientCertificate): string =>
  certificate.type === 'pkcs12' ? certificate.pkcs12.name : certificate.key.name;

/** Matches the errors by which OpenSSL says that the passphrase does not open a file. */
const wrongPassphrase = /BAD_DECRYPT|MAC_VERIFY|BAD_PASSWORD|INTERRUPTED_OR_CANCELLED|MISSING_PASSPHRASE/;

/**
 * Creates the context with a client certificate.
 * @throws UnsendableError with TLS_ERROR
 */
const createContext = (certificate: ClientCertificate): SecureContext => {
  try {
    return createSecureContext(toContextOptions(certificate));
  } catch (error) {
    const reason = `${getErrorCode(error)} ${(error as Error).message}`.toUpperCase().replaceAll(' ', '_');
    const file = getKeyFileName(certificate);
    if (wrongPassphrase.test(reason)) {
      const given =
        certificate.passphrase === undefined ? 'needs a passphrase' : 'does not open with its passphrase';
      return refuse(
        `The client certificate for ${certificate.domain} ${given} (${file}). Set its passphrase in the connections of the workspace, or as TANDEM_CLIENT_PASSPHRASE for --client-cert.`,
        'PASSPHRASE_WRONG',
      );
    }
    if (certificate.type === 'pkcs12' && reason.includes('UNSUPPORTED'))
      return refuse(
        `The PKCS#12 file ${file} of the client certificate for ${certificate.domain} is encrypted with an old cipher, such as RC2 or 3DES, that OpenSSL 3 does not read. Convert it: openssl pkcs12 -legacy -in ${file} -nodes -out all.pem, then openssl pkcs12 -export -in all.pem -out new.p12.`,
        'CIPHER_OLD',
      );
    if (reason.includes('KEY_VALUES_MISMATCH'))
      return refuse(
        `The key ${file} does not belong to the client certificate for ${certificate.domain}. Name the key that it was made with.`,
        'KEY_MISMATCH',
      );
    return refuse(
      `The client certificate for ${certificate.domain} cannot be read (${file}). Use a PEM certificate with its key, or a PKCS#12 file.`,
      'CERTIFICATE_INVALID',
    );
  }
};

/** Creates the TLS contexts for the connections of one configuration. Each is created when it is first used. */
export const createSecureContexts = (options: TlsOptions): ((origin: URL) => SecureContext) => {
  const made = new Map<ClientCertificate | undefined, SecureContext>();
  return (origin) => {
    const certificate = options.clientCertificates?.find(({ domain }) => isCertificateFor(domain, origin));
    const known = made.get(certificate);
    if (known !== undefined) return known;
    const context = certificate === undefined ? createSecureContext() : createContext(certificate);
    const ready = options.verify === false ? context : addAllTrusted(context, options);
    made.set(certificate, ready);
    return ready;
  };
};
