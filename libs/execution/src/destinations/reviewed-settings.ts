import {
  type ClientCertificate,
  type ConnectionReview,
  type NamedFile,
  type ProxyOptions,
  type TlsOptions,
} from '@tandem/core';

/** A setting that a person has to agree to. */
export interface ReviewedSetting extends ConnectionReview {
  /** Of a proxy: the hosts that are reached without it. What a person agreed to has no more of them than what is in force. */
  readonly bypass?: readonly string[];
}

type Hash = (text: string) => string;

/** Chrome's word for a list that sends loopback through a proxy as well, so it is no exception. */
const isWider = (entry: string): boolean => entry.startsWith('<-');

const parseBypassEntries = (bypass: string): readonly string[] =>
  [...new Set(bypass.toLowerCase().split(/[\s,;]+/))].filter((entry) => entry !== '').sort();

/** A proxy by its address; who has its password reads nothing more. */
export const toProxySetting = (
  hash: Hash,
  { protocol, hostname, port, bypass }: ProxyOptions,
): ReviewedSetting => {
  const address = `${protocol.toLowerCase()}://${hostname.toLowerCase()}${port === '' ? '' : `:${port}`}`;
  const entries = parseBypassEntries(bypass);
  // What sends more through it makes it another one.
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

/** A client certificate, for the domain whose servers learn from it who asks. */
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

/** That a server is not verified, as a folder, the workspace or a request says. Who agreed to one server did not to another. */
export const toUnverifiedSetting = (
  { id, name }: { readonly id: string; readonly name: string },
  host: string,
): ReviewedSetting => ({
  kind: 'unverified',
  key: `unverified:${id}@${host}`,
  value: `${name} for ${host}`,
});

/** What says so, and for which server, of such a key. */
export const parseUnverifiedKey = (
  key: string,
): { readonly id: string; readonly host: string } | undefined => {
  const [, id, host] = /^unverified:([^@]*)@(.*)$/.exec(key) ?? [];
  return id === undefined || host === undefined ? undefined : { id, host };
};

/** What has to be agreed to before servers are verified, or shown a certificate, as these options say. */
export const listTlsSettings = (
  hash: Hash,
  { ca = [], clientCertificates = [] }: TlsOptions,
): readonly ReviewedSetting[] => [
  ...ca.map((file) => toCaSetting(hash, file)),
  ...clientCertificates.map((one) => toCertificateSetting(hash, one)),
];

/** Whether a person who agreed to `agreed` exceptions has agreed to a proxy with `bypass`. */
export const isBypassCovered = (agreed: string | null, bypass: readonly string[] = []): boolean =>
  (agreed ?? '').split(',').every((entry) => entry === '' || bypass.includes(entry));
