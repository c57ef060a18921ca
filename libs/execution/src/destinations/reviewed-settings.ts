import {
  type ClientCertificate,
  type ConnectionReview,
  type NamedFile,
  type ProxyOptions,
  type TlsOptions,
} from '@tandem/core';

/** A setting that a person has to approve. */
export interface ReviewedSetting extends ConnectionReview {
  /** For a proxy: the hosts that bypass it. An approved list may not have entries that the current one lacks. */
  readonly bypass?: readonly string[];
}

type Hash = (text: string) => string;

/** Chrome's syntax for sending loopback through the proxy as well, so it is not an exception. */
const isWider = (entry: string): boolean => entry.startsWith('<-');

const parseBypassEntries = (bypass: string): readonly string[] =>
  [...new Set(bypass.toLowerCase().split(/[\s,;]+/))].filter((entry) => entry !== '').sort();

/** Identifies a proxy by its address. Its password does not reveal more. */
export const toProxySetting = (
  hash: Hash,
  { protocol, hostname, port, bypass }: ProxyOptions,
): ReviewedSetting => {
  const address = `${protocol.toLowerCase()}://${hostname.toLowerCase()}${port === '' ? '' : `:${port}`}`;
  const entries = parseBypassEntries(bypass);
  // Sending more through it makes it a different proxy.
  const wider = entries.filter(isWider);
  const value = [address, ...wider].join(' ');
  return {
    ...{ kind: 'proxy', key: `proxy:${hash(value)}`, value },
    bypass: entries.filter((entry) => !isWider(entry)),
  };
};

const hashFile = (hash: Hash, { bytes }: NamedFile): string => hash(new TextDecoder('latin1').decode(bytes));

export const toCaSetting = (hash: Hash, file: NamedFile): ReviewedSetting => {
  const content = hashFile(hash, file);
  return { kind: 'ca', key: `ca:${content}`, value: `${file.name} (SHA-256 ${content})` };
};

/** A client certificate for a domain, whose servers learn the client's identity from it. */
export const toCertificateSetting = (hash: Hash, certificate: ClientCertificate): ReviewedSetting => {
  const files =
    certificate.type === 'pkcs12' ? [certificate.pkcs12] : [certificate.certificate, certificate.key];
  const { domain } = certificate;
  const content = hash(JSON.stringify([domain, ...files.map((file) => hashFile(hash, file))]));
  const names = files.map(({ name }) => name).join(', ');
  return {
    kind: 'clientCertificate',
    key: `clientCertificate:${content}`,
    value: `${names} for ${domain} (SHA-256 ${content})`,
  };
};

/**
 * Disabled verification of a server, set by a folder, the workspace or a request. Approval for one server does not
 * cover another.
 */
export const toUnverifiedSetting = (
  { id, name }: { readonly id: string; readonly name: string },
  host: string,
): ReviewedSetting => ({
  kind: 'unverified',
  key: `unverified:${id}@${host}`,
  value: `${name} for ${host}`,
});

/** The source and the server in such a key. */
export const parseUnverifiedKey = (
  key: string,
): { readonly id: string; readonly host: string } | undefined => {
  const [, id, host] = /^unverified:([^@]*)@(.*)$/.exec(key) ?? [];
  return id === undefined || host === undefined ? undefined : { id, host };
};

/** The CA files and client certificates in these options that need approval. */
export const listTlsSettings = (
  hash: Hash,
  { ca = [], clientCertificates = [] }: TlsOptions,
): readonly ReviewedSetting[] => [
  ...ca.map((file) => toCaSetting(hash, file)),
  ...clientCertificates.map((one) => toCertificateSetting(hash, one)),
];

/** Whether the approved exceptions `agreed` cover a proxy with `bypass`. */
export const isBypassCovered = (agreed: string | null, bypass: readonly string[] = []): boolean =>
  (agreed ?? '').split(',').every((entry) => entry === '' || bypass.includes(entry));
