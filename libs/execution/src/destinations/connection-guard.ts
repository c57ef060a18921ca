import {
  type ClientCertificate,
  type ConnectionReview,
  createHostPattern,
  type ExecutionFault,
  getDestination,
  isCertificateFor,
  type NamedFile,
  type PreparedRequest,
  type ProxyOptions,
  type ScriptReview,
  type SendGuard,
  type TlsOptions,
  getReviewPath,
} from '@tandem/core';
import { perform, pipe, T, taskEither, TE } from '@tandem/core/fp';
import type { ExecutionContext } from '../execution-state.js';
import { createFault } from '../fault.js';

/** A setting that has no effect until a person approves it. */
export interface ReviewedSetting extends ConnectionReview {
  /** For a proxy, the hosts that bypass it. An approval holds only while the proxy is bypassed for every host of the approved list. */
  readonly bypass?: readonly string[];
}

type Hash = (text: string) => string;

/** Whether an entry sends loopback requests through the proxy too, in Chrome's syntax, rather than naming a host that bypasses it. */
const isWider = (entry: string): boolean => entry.startsWith('<-');

const parseBypassEntries = (bypass: string): readonly string[] =>
  [...new Set(bypass.toLowerCase().split(/[\s,;]+/))].filter((entry) => entry !== '').sort();

/**
 * The setting for a proxy, identified by its address. The password is not part of the key, because it does not change who can read a
 * request.
 */
export const toProxySetting = (
  hash: Hash,
  { protocol, hostname, port, bypass }: ProxyOptions,
): ReviewedSetting => {
  const address = `${protocol.toLowerCase()}://${hostname.toLowerCase()}${port === '' ? '' : `:${port}`}`;
  const entries = parseBypassEntries(bypass);
  // A proxy that also receives loopback requests needs an approval of its own.
  const wider = entries.filter(isWider);
  const value = [address, ...wider].join(' ');
  return {
    ...{ kind: 'proxy', key: `proxy:${hash(value)}`, value },
    bypass: entries.filter((entry) => !isWider(entry)),
  };
};

const hashFile = (hash: Hash, { bytes }: NamedFile): string => hash(new TextDecoder('latin1').decode(bytes));

const toCaSetting = (hash: Hash, file: NamedFile): ReviewedSetting => {
  const content = hashFile(hash, file);
  return { kind: 'ca', key: `ca:${content}`, value: `${file.name} (SHA-256 ${content})` };
};

/**
 * The setting for a client certificate, identified together with its domain, because the servers of that domain learn the client's
 * identity.
 */
const toCertificateSetting = (hash: Hash, certificate: ClientCertificate): ReviewedSetting => {
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
 * The setting by which a request, folder or workspace disables the verification of one server. An approval does not cover other servers.
 */
export const toUnverifiedSetting = (
  { id, name }: { readonly id: string; readonly name: string },
  host: string,
): ReviewedSetting => ({
  kind: 'unverified',
  key: `unverified:${id}@${host}`,
  value: `${name} for ${host}`,
});

/** Parses the key of a setting that disables verification: the id of its owner, and the server. */
export const parseUnverifiedKey = (
  key: string,
): { readonly id: string; readonly host: string } | undefined => {
  const found = /^unverified:(?<id>[^@]*)@(?<host>.*)$/.exec(key);
  return found === null ? undefined : { ...(found.groups as { id: string; host: string }) };
};

/** The settings for the CA files and client certificates in these options, which need approval. */
export const listTlsSettings = (
  hash: Hash,
  { ca = [], clientCertificates = [] }: TlsOptions,
): readonly ReviewedSetting[] => [
  ...ca.map((file) => toCaSetting(hash, file)),
  ...clientCertificates.map((one) => toCertificateSetting(hash, one)),
];

/** Whether a proxy is still bypassed for every host in the approved list `agreed`. */
const isBypassCovered = (agreed: string | null, bypass: readonly string[] = []): boolean =>
  (agreed ?? '').split(',').every((entry) => entry === '' || bypass.includes(entry));

/** How the requests of an execution connect. */
export interface Connection {
  readonly tls?: TlsOptions;
  readonly proxy?: ProxyOptions | 'system';
}

/** The workspace whose settings are reviewed, and what disables verification in it. */
type ReviewContext = Pick<ExecutionContext, 'ports' | 'workspace' | 'unverifiedBy'>;

/** Whether the connection of a request uses TLS, to its server or to its proxy. */
export const isTlsConnection = ({ url, proxy }: PreparedRequest): boolean =>
  url.startsWith('https:') || proxy?.protocol === 'https';

/** The settings that decide who can read this request, each of which needs approval. */
const listReviewedSettings = (
  hash: (text: string) => string,
  { tls = {}, proxy }: Connection,
  { unverifiedBy }: ReviewContext,
  request: PreparedRequest,
): readonly ReviewedSetting[] => {
  const through =
    request.proxy !== undefined && proxy !== undefined && proxy !== 'system'
      ? [toProxySetting(hash, proxy)]
      : [];
  if (!isTlsConnection(request)) return through;
  const { ca = [], clientCertificates = [], verify } = tls;
  const origin = new URL(request.url);
  return [
    ...through,
    ...ca.map((file) => toCaSetting(hash, file)),
    ...clientCertificates
      .filter(({ domain }) => isCertificateFor(domain, origin))
      .map((one) => toCertificateSetting(hash, one)),
    ...(verify === false
      ? [
          toUnverifiedSetting(
            unverifiedBy ?? { id: '', name: 'the call' },
            createHostPattern(getDestination(request.url)),
          ),
        ]
      : []),
  ];
};

const describeSetting = ({ kind, value }: ReviewedSetting): string => {
  switch (kind) {
    case 'proxy':
      return `the proxy ${value}`;
    case 'ca':
      return `the CA file ${value}`;
    case 'clientCertificate':
      return `the client certificate ${value}`;
    case 'unverified':
      return `tls.verify: false of ${value}`;
  }
};

const createRefusal = (waiting: readonly ReviewedSetting[]): ExecutionFault =>
  createFault(
    'CONNECTION_NOT_APPROVED',
    `Nobody has agreed to ${waiting.map(describeSetting).join(', ')}, which an agent or a file has set and which decides who can read this request, so it was not sent. Ask the person you work for to look at it in Tandem's window, under Trust, and to agree to it there, or take it out of the settings.`,
    { waiting: waiting.map(({ kind, value }) => ({ kind, value })) },
  );

const refuseUnapproved = (
  { ports, workspace }: ReviewContext,
  settings: readonly ReviewedSetting[],
): TE.TaskEither<never, ExecutionFault | undefined> =>
  taskEither(function* () {
    if (settings.length === 0) return undefined;
    const { scriptReviews } = ports.store;
    const keys = settings.map(({ key }) => key);
    // If the reviews cannot be read, no setting counts as approved.
    const reviews = yield* perform(
      pipe(
        scriptReviews.find(workspace.id, keys),
        TE.getOrElse((): T.Task<readonly ScriptReview[]> => T.of([])),
      ),
    );
    const waiting = settings.filter(
      ({ key, bypass }) =>
        !reviews.some(
          ({ hash, isApproved, text }) => hash === key && isApproved && isBypassCovered(text, bypass),
        ),
    );
    if (waiting.length === 0) return undefined;
    const pending = waiting.map(({ kind, key }) => ({
      hash: key,
      isApproved: false,
      path: getReviewPath(kind),
      text: null,
    }));
    yield* perform(scriptReviews.add(workspace.id, pending));
    return createRefusal(waiting);
  });

/**
 * Creates a guard that refuses a request which others could read because of settings that nobody has approved, and records that these wait
 * for approval.
 */
export const createConnectionGuard = (
  reviewing: ReviewContext,
  connection: Connection,
): SendGuard | undefined => {
  const { settingHash } = reviewing.ports;
  if (settingHash === undefined) return undefined;
  return (request) => {
    const settings = listReviewedSettings(settingHash, connection, reviewing, request);
    const refusal = TE.toUnion(refuseUnapproved(reviewing, settings));
    return refusal();
  };
};
