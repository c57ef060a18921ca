import {
  createHostPattern,
  createSecretSearch,
  type Destination,
  type ExecutionFault,
  getDestination,
  isHostAllowed,
  listLegs,
  minRedactedLength,
  type Ports,
  type PreparedRequest,
  type Secret,
  type SendGuard,
} from '@tandem/core';
import type { ExecutionBoundSecret, ExecutionContext } from '../execution-state.js';
import { createFault } from '../fault.js';
import { type Connection, createConnectionGuard, isTlsConnection } from './connection-guard.js';

/** Maximum number of decompressed bytes of a body that are searched for secrets. The rest is not searched. */
const maxDecompressedBytes = 64 * 1024 * 1024;

/** Decodes bytes as UTF-16 from either of the first two bytes on, because such text can begin at any offset. */
const decodeUtf16Texts = (bytes: Uint8Array): readonly string[] => [
  new TextDecoder('utf-16le').decode(bytes),
  new TextDecoder('utf-16le').decode(bytes.subarray(1)),
  new TextDecoder('latin1').decode(bytes).replaceAll('\0', ''),
];

/** Decodes an NTLM message, which contains the user and domain in UTF-16. */
const decodeNtlmTexts = (value: string): readonly string[] => {
  const message = /^(?:ntlm|negotiate) +([A-Za-z0-9+/]+={0,2})/i.exec(value.trim())?.[1];
  if (message === undefined || message.length % 4 !== 0) return [];
  return decodeUtf16Texts(Uint8Array.from(atob(message), (one) => one.charCodeAt(0)));
};

/** Decodes a body in every way in which a secret could be read from it: as UTF-8, Latin-1 or UTF-16, and decompressed. */
const decodeBodyTexts = async (
  http: Ports['http'],
  body: PreparedRequest['body'],
): Promise<readonly string[]> => {
  if (body === null) return [];
  if (typeof body === 'string') return [body];
  const utf8 = new TextDecoder();
  const texts = [utf8.decode(body), new TextDecoder('latin1').decode(body)];
  if (body.includes(0)) texts.push(...decodeUtf16Texts(body));
  const decoder = new TextDecoder();
  let [read, plain] = [0, ''];
  for await (const chunk of http.decompress(body)) {
    read += chunk.length;
    if (read > maxDecompressedBytes) break;
    plain += decoder.decode(chunk, { stream: true });
  }
  return [...texts, plain];
};

/** Collects all text that a request sends, and the keys that it is signed with, to search them for secrets. */
export const collectRequestTexts = async (
  http: Ports['http'],
  { method, url, headers, body, signedWith = [] }: PreparedRequest,
): Promise<readonly string[]> => {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  const texts = await decodeBodyTexts(http, body);
  const messages = headers.flatMap(([, value]) => decodeNtlmTexts(value));
  const together = [method, url, ...fields, ...signedWith, ...texts.slice(0, 1)].join('\n');
  return [together, ...messages, ...texts.slice(1)];
};

/**
 * Collects the whole parts of a request: its fields, each word in them, its parameters and its body. A secret too short for a text search
 * is found only if it equals one of these.
 */
const collectRequestWords = ({
  url,
  headers,
  body,
  signedWith = [],
}: PreparedRequest): ReadonlySet<string> => {
  const query = [...new URL(url).searchParams].flat();
  const text = typeof body === 'string' && body.length < 65_536 ? body : '';
  const form = [...new URLSearchParams(text)].flat();
  const fields = headers.flatMap(([, value]) => [value, ...value.split(/[\s;,=]+/)]);
  return new Set([
    ...query,
    ...form,
    ...fields,
    ...signedWith,
    text.trim(),
    ...new URL(url).pathname.split('/'),
  ]);
};

/**
 * Creates a guard that refuses to send a host-bound secret to a server whose identity is not verified (RFC 9110, section 4.3.4), because
 * any server that answers could read the secret.
 */
const createUnverifiedGuard: GuardFactory = ({ bound, ports }, secrets) => {
  if (bound.length === 0 || ports.settingHash === undefined) return undefined;
  const nowhere = collectBoundSecrets(bound, secrets).map((one) => ({ ...one, hosts: [] }));
  return async (request) => {
    if (request.isUnverified !== true) return undefined;
    const found = await findMisdirectedSecret(
      {
        texts: () => collectRequestTexts(ports.http, request),
        words: () => collectRequestWords(request),
      },
      nowhere,
    );
    if (found === undefined) return undefined;
    const { name } = found;
    const message = `The secret ${name} may only be sent to its hosts, and with tls.verify: false nobody checks that the server is one of them, so it was not sent. Switch verification on, and let a person add the CA of the server to the connections of the workspace if it has one of its own.`;
    return createFault('TLS_UNVERIFIED_REFUSED', message, { secret: name, hop: request.hop });
  };
};

/** The sender of requests, and the workspace and environment in which they are sent. */
export type SendContext = Pick<
  ExecutionContext,
  'ports' | 'workspace' | 'environment' | 'bound' | 'by' | 'redactsSecrets' | 'permit' | 'unverifiedBy'
>;

/**
 * Creates one of the guards for the requests of an execution. Undefined if that guard has nothing to check in any of them.
 * @param secrets the secrets that the requests may contain
 */
type GuardFactory = (sending: SendContext, secrets: readonly Secret[]) => SendGuard | undefined;

/** A secret value, and the only hosts that it may be sent to. */
interface HostBoundSecret extends Secret {
  readonly hosts: readonly string[];
}

/** Collects the host-bound values: the stored ones, and those that this execution has set for the same names. */
const collectBoundSecrets = (
  bound: readonly ExecutionBoundSecret[],
  secrets: readonly Secret[],
): readonly HostBoundSecret[] => [
  ...bound.flatMap(({ name, hosts, values }) => values.map((value) => ({ name, hosts, value }))),
  ...bound
    .filter(({ isHere }) => isHere)
    .flatMap(({ name, hosts }) =>
      secrets.flatMap((one) => (one.name === name ? [{ name, hosts, value: one.value }] : [])),
    ),
];

/** The texts that one host receives. */
interface HostLoad {
  readonly to: Destination;
  readonly isProxy: boolean;
  readonly texts: () => Promise<readonly string[]>;
  readonly words: () => ReadonlySet<string>;
}

/** Lists what each host on the way receives. The Host header and other claims in a request do not change which server receives it. */
const listHostLoads = (request: PreparedRequest, texts: HostLoad['texts']): readonly HostLoad[] => {
  const words = () => collectRequestWords(request);
  return listLegs(request)
    .filter(({ role }) => role !== 'claim')
    .flatMap(({ role, to, readsRequest }): readonly HostLoad[] => {
      const isProxy = role === 'proxy';
      const whole = readsRequest ? [{ to, isProxy, texts, words }] : [];
      if (!isProxy) return whole;
      const shown = [getDestination(request.url).host, ...Object.values(request.proxy?.credentials ?? {})];
      const shownTexts = () => Promise.resolve([shown.join('\n')]);
      return [{ to, isProxy, texts: shownTexts, words: () => new Set(shown) }, ...whole];
    });
};

/** Finds a secret that would be sent to a host outside its host binding. */
const findMisdirectedSecret = async (
  { texts, words, to }: Pick<HostLoad, 'texts' | 'words'> & Partial<HostLoad>,
  bound: readonly HostBoundSecret[],
): Promise<HostBoundSecret | undefined> => {
  const away = bound.filter(({ hosts }) => to === undefined || !isHostAllowed(hosts, to));
  if (away.length === 0) return undefined;
  const { first } = createSecretSearch(away, { minLength: minRedactedLength, pieces: true });
  for (const text of await texts()) {
    const name = first(text);
    if (name !== undefined) return away.find((one) => one.name === name);
  }
  const short = away.filter(({ value }) => value !== '' && value.length < minRedactedLength);
  const found = words();
  return short.find(({ value }) => found.has(value));
};

const hopLabels = { first: '', redirect: ' after a redirect', auth: '', token: ' for a token' } as const;

const createHostFault = (
  { name, hosts }: HostBoundSecret,
  { hop, signedWith }: PreparedRequest,
  to: Destination,
  isProxy: boolean,
): ExecutionFault => {
  const host = createHostPattern(to);
  const destination = host === '' ? 'a Host header that is no host' : `${isProxy ? 'the proxy ' : ''}${host}`;
  const what = signedWith === undefined ? 'it' : 'it or a signature made with it';
  const message = `The secret ${name} may only be sent to ${hosts.join(', ')}, and this request would take ${what} to ${destination}${hopLabels[hop]}, so it was not sent. Send it without ${name}, or, if ${name} belongs there, let a person add ${host === '' ? 'that host' : host} to its hosts under Environments in the window.`;
  return createFault('SECRET_HOST_REFUSED', message, { secret: name, host, hop, hosts });
};

/** Creates a guard that refuses to send a host-bound secret to another host. */
export const createHostGuard: GuardFactory = ({ bound, ports }, secrets) => {
  if (bound.length === 0) return undefined;
  const values = collectBoundSecrets(bound, secrets);
  return async (request) => {
    let known: Promise<readonly string[]> | undefined;
    const texts = () => (known ??= collectRequestTexts(ports.http, request));
    for (const load of listHostLoads(request, texts)) {
      const found = await findMisdirectedSecret(load, values);
      if (found !== undefined) return createHostFault(found, request, load.to, load.isProxy);
    }
    return undefined;
  };
};

/** The guards in the order in which they are asked. The first refusal ends the check, so the guard that asks a person comes last. */
const guards: readonly GuardFactory[] = [createUnverifiedGuard, createHostGuard, ({ permit }) => permit];

/**
 * Combines the guards for all requests of an execution, including those of its scripts and for its tokens.
 * @param connection how these requests connect
 */
export const getGuard = (
  sending: SendContext,
  secrets: readonly Secret[],
  connection: Connection,
): SendGuard => {
  const ofConnection = createConnectionGuard(sending, connection);
  const ofRequest = guards.flatMap((guard) => guard(sending, secrets) ?? []);
  const asked = ofConnection === undefined ? ofRequest : [ofConnection, ...ofRequest];
  const isVerified = connection.tls?.verify !== false;
  return async (request, signal) => {
    const guarded =
      isVerified || !isTlsConnection(request) ? request : { ...request, isUnverified: true as const };
    for (const guard of asked) {
      const refusal = await guard(guarded, signal);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
};
