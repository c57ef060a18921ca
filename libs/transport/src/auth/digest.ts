import { createHash, randomBytes } from 'node:crypto';
import type { AuthOf, HeaderList } from '@tandem/core';
import type { Wire } from '../request/outgoing.js';

/** A challenge of a server (RFC 9110, section 11.6.1): its scheme in lower case, and its parameters by lowercase name. */
interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Matches a list element, which may be empty (RFC 9110, section 5.6.1.2). */
const part =
  /[\s,]*(?:([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+))|([!#$%&'*+.^_`|~\w-]+)(?:\s+([\w\-.~+/]+=*)(?=\s*(?:,|$)))?)\s*(,|(?=\s)|$)/gy;

const parseChallenges = (field: string): readonly Challenge[] => {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  part.lastIndex = 0;
  for (let match = part.exec(field); match !== null && match[0] !== ''; match = part.exec(field)) {
    const [, name, quoted, token, scheme] = match;
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    else if (name !== undefined)
      found.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
  }
  return found;
};

/** Lists the challenges of a response, in order. */
export const listChallenges = (headers: HeaderList, field = 'www-authenticate'): readonly Challenge[] =>
  headers.flatMap(([name, value]) => (name === field ? parseChallenges(value) : []));

type DigestAuth = AuthOf<'digest'>;

/** The hash functions of RFC 7616, section 6.1, strongest first. */
const hashes = [
  ['sha-512-256', 'sha512-256'],
  ['sha-256', 'sha256'],
  ['md5', 'md5'],
] as const;

/** Maximum number of servers whose challenges are remembered. */
const maxCachedChallenges = 256;

/** A challenge, and how often it has been answered. */
interface CachedChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** The algorithm as the server wrote it. Undefined if the server named none: the answer then uses MD5 and names none either. */
  readonly algorithm: string | undefined;
  readonly hash: string;
  readonly isSession: boolean;
  readonly qop: 'auth' | 'auth-int' | undefined;
  readonly isUserHashed: boolean;
  readonly cnonce: string;
  count: number;
}

const createNonce = (): string => randomBytes(16).toString('base64url');

const getHash = (algorithm: string): { readonly rank: number; readonly hash: string } | undefined => {
  const name = algorithm.toLowerCase().replace(/-sess$/, '');
  const rank = hashes.findIndex(([one]) => one === name);
  const found = hashes[rank];
  return found === undefined ? undefined : { rank, hash: found[1] };
};

const chooseQop = (offered: string | undefined): CachedChallenge['qop'] | null => {
  if (offered === undefined) return undefined;
  const words = offered.toLowerCase().split(/\s*,\s*/);
  if (words.includes('auth')) return 'auth';
  return words.includes('auth-int') ? 'auth-int' : null;
};

/** The strongest challenge that Tandem supports, and whether the server sent it only because the nonce was stale. */
const findStrongestChallenge = (
  headers: HeaderList,
): { readonly kept: CachedChallenge; readonly isStale: boolean } | undefined => {
  const all = listChallenges(headers).flatMap(({ scheme, parameters }) => {
    const [algorithm, nonce] = [parameters.get('algorithm'), parameters.get('nonce')];
    const usedAlgorithm = algorithm ?? 'md5';
    const known = getHash(usedAlgorithm);
    const qop = chooseQop(parameters.get('qop'));
    if (scheme !== 'digest' || nonce === undefined || known === undefined || qop === null) return [];
    const kept: CachedChallenge = {
      realm: parameters.get('realm') ?? '',
      nonce,
      opaque: parameters.get('opaque'),
      algorithm,
      hash: known.hash,
      isSession: /-sess$/i.test(usedAlgorithm),
      qop,
      isUserHashed: parameters.get('userhash')?.toLowerCase() === 'true',
      count: 0,
      cnonce: createNonce(),
    };
    return [{ rank: known.rank, kept, isStale: parameters.get('stale')?.toLowerCase() === 'true' }];
  });
  return all.sort((a, b) => a.rank - b.rank)[0];
};

const quoteString = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Formats the user name. If it is not ASCII, it has another form (RFC 7616, section 3.4; RFC 8187). */
const formatUserField = (username: string): string =>
  /^[ -~]*$/.test(username)
    ? `username=${quoteString(username)}`
    : `username*=UTF-8''${encodeURIComponent(username).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;

const formatDigestAnswer = (
  kept: CachedChallenge,
  { method, path, body }: Wire,
  { username, password }: DigestAuth,
): string => {
  const hash = (text: string | Uint8Array): string => createHash(kept.hash).update(text).digest('hex');
  const { realm, nonce, qop, cnonce } = kept;
  kept.count += 1;
  const count = kept.count.toString(16).padStart(8, '0');
  const secret = hash(`${username}:${realm}:${password}`);
  const session = kept.isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const what = hash(`${method}:${path}${qop === 'auth-int' ? `:${hash(body ?? '')}` : ''}`);
  const response =
    qop === undefined
      ? hash(`${session}:${nonce}:${what}`)
      : hash(`${session}:${nonce}:${count}:${cnonce}:${qop}:${what}`);
  return [
    kept.isUserHashed ? `username=${quoteString(hash(`${username}:${realm}`))}` : formatUserField(username),
    `realm=${quoteString(realm)}`,
    `nonce=${quoteString(nonce)}`,
    `uri=${quoteString(path)}`,
    `response="${response}"`,
    ...(kept.algorithm === undefined ? [] : [`algorithm=${kept.algorithm}`]),
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${count}`, `cnonce="${cnonce}"`]),
    ...(qop === undefined && kept.isSession ? [`cnonce="${cnonce}"`] : []),
    ...(kept.opaque === undefined ? [] : [`opaque=${quoteString(kept.opaque)}`]),
    ...(kept.isUserHashed ? ['userhash=true'] : []),
  ].join(', ');
};

/** Remembers the challenges of servers. Each request answers the last challenge of its server (RFC 7616). */
export interface Digests {
  /** The fields to add to a request. Empty until its server has sent a challenge. */
  readonly fields: (wire: Wire, auth: DigestAuth) => readonly (readonly [string, string])[];
  /** The nonce with which the next request will answer. Undefined without a challenge. */
  readonly nonce: (url: string, auth: DigestAuth) => string | undefined;
  /**
   * Remembers the challenge in a response. If the request should be sent again, says whether the reason is a stale nonce; otherwise returns
   * undefined.
   * @param before the nonce with which the request answered
   */
  readonly receive: (
    url: string,
    auth: DigestAuth,
    response: { readonly status: number; readonly headers: HeaderList },
    before: string | undefined,
  ) => { readonly isStale: boolean } | undefined;
}

const toChallengeKey = (origin: string, { username }: DigestAuth): string =>
  JSON.stringify([origin, username]);

export const createDigests = (): Digests => {
  const kept = new Map<string, CachedChallenge>();
  const keep = (key: string, one: CachedChallenge): void => {
    kept.delete(key);
    kept.set(key, one);
    for (const oldest of kept.keys()) if (kept.size > maxCachedChallenges) kept.delete(oldest);
  };
  return {
    fields: (wire, auth) => {
      const found = kept.get(toChallengeKey(wire.origin, auth));
      return found === undefined
        ? []
        : [['authorization', `Digest ${formatDigestAnswer(found, wire, auth)}`]];
    },
    nonce: (url, auth) => kept.get(toChallengeKey(new URL(url).origin, auth))?.nonce,
    receive: (url, auth, { status, headers }, before) => {
      const key = toChallengeKey(new URL(url).origin, auth);
      if (status !== 401) {
        const info = headers.find(([name]) => name === 'authentication-info')?.[1] ?? '';
        const next = /(?:^|,)\s*nextnonce\s*=\s*"([^"]*)"/i.exec(info)?.[1];
        const found = kept.get(key);
        if (next !== undefined && found !== undefined) keep(key, { ...found, nonce: next, count: 0 });
        return undefined;
      }
      const challenge = findStrongestChallenge(headers);
      if (challenge === undefined) return undefined;
      keep(key, challenge.kept);
      const { isStale, kept: next } = challenge;
      return before === undefined || isStale || before !== next.nonce ? { isStale } : undefined;
    },
  };
};
