import { toText } from '../text.js';
import { refuse } from './refusals.js';

interface WordArray {
  readonly toString: (encoding?: unknown) => string;
}

/** The parts of crypto-js that the shim uses. */
export interface CryptoJs {
  readonly HmacSHA256: (text: string, key: string) => WordArray;
  readonly HmacSHA384: (text: string, key: string) => WordArray;
  readonly HmacSHA512: (text: string, key: string) => WordArray;
  readonly enc: {
    readonly Utf8: { readonly parse: (text: string) => WordArray };
    readonly Base64url: { readonly parse: (text: string) => WordArray };
  };
}

type Claims = Readonly<Record<string, unknown>>;
type DoneCallback = (error: unknown, result?: unknown) => void;

const unitSeconds: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
  y: 31_557_600,
};

/** Converts a duration such as `60` or `"2 days"` to seconds. */
const parseSeconds = (given: unknown): number => {
  if (typeof given === 'number') return given;
  const [, count, unit = 'ms'] = /^\s*(-?\d*\.?\d+)\s*([a-z]*)\s*$/i.exec(String(given)) ?? [];
  const factor = /^(?:ms|msecs?|milliseconds?|)$/i.test(unit)
    ? 0.001
    : unitSeconds[unit.charAt(0).toLowerCase()];
  if (count === undefined || factor === undefined)
    throw new Error('"expiresIn" should be a number of seconds or string representing a timespan');
  return Math.floor(Number(count) * factor);
};

const claimNames: Readonly<Record<string, string>> = {
  audience: 'aud',
  issuer: 'iss',
  subject: 'sub',
  jwtid: 'jti',
};

type Crypto = () => CryptoJs;

const encode = (crypto: Crypto, text: string): string =>
  crypto().enc.Utf8.parse(text).toString(crypto().enc.Base64url);

const readClaims = (crypto: Crypto, part: string): Claims =>
  JSON.parse(crypto().enc.Base64url.parse(part).toString(crypto().enc.Utf8)) as Claims;

const createSignature = (crypto: Crypto, algorithm: unknown, text: string, secret: unknown): string => {
  const { HmacSHA256: HS256, HmacSHA384: HS384, HmacSHA512: HS512 } = crypto();
  const hmac = Object.entries({ HS256, HS384, HS512 }).find(([name]) => name === algorithm)?.[1];
  if (hmac === undefined) return refuse(`jsonwebtoken with the algorithm ${String(algorithm)}`);
  return hmac(text, String(secret)).toString(crypto().enc.Base64url);
};

const addTimeClaims = (payload: Claims, options: Claims, seconds: number): Claims => {
  const iat = (payload.iat as number | undefined) ?? seconds;
  return {
    ...payload,
    ...(options.noTimestamp === true ? {} : { iat }),
    ...(options.expiresIn === undefined ? {} : { exp: iat + parseSeconds(options.expiresIn) }),
    ...(options.notBefore === undefined ? {} : { nbf: iat + parseSeconds(options.notBefore) }),
    ...Object.fromEntries(
      Object.entries(claimNames).flatMap(([name, claim]) =>
        options[name] === undefined ? [] : [[claim, options[name]]],
      ),
    ),
  };
};

interface Token {
  readonly header: Claims;
  readonly payload: Claims;
  readonly signature: string;
}

const parseToken = (crypto: Crypto, token: unknown): Token | null => {
  const [header, payload, signature, ...more] = String(token).split('.');
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0)
    return null;
  try {
    return { header: readClaims(crypto, header), payload: readClaims(crypto, payload), signature };
  } catch {
    return null;
  }
};

/** Checks claims, and throws with the messages of jsonwebtoken. */
const checkClaims = (payload: Claims, options: Claims, seconds: number): void => {
  if (typeof payload.nbf === 'number' && payload.nbf > seconds) throw new Error('jwt not active');
  const isOver = typeof payload.exp === 'number' && payload.exp <= seconds;
  if (isOver && options.ignoreExpiration !== true) throw new Error('jwt expired');
  for (const name of ['audience', 'issuer', 'subject'] as const) {
    const wanted = options[name];
    const all = Array.isArray(wanted) ? (wanted as readonly unknown[]) : [wanted];
    if (wanted !== undefined && !all.includes(payload[claimNames[name] ?? '']))
      throw new Error(`jwt ${name} invalid. expected: ${all.join(' or ')}`);
  }
};

type Work = (a: unknown, b: unknown, options?: Claims) => unknown;

/** Wraps a function so that its last argument may be a callback. */
const allowCallback =
  (work: Work) =>
  (a: unknown, b: unknown, options?: unknown, done?: unknown): unknown => {
    const call = typeof options === 'function' ? options : done;
    const given = typeof options === 'object' && options !== null ? (options as Claims) : undefined;
    if (typeof call !== 'function') return work(a, b, given);
    let result: unknown;
    try {
      result = work(a, b, given);
    } catch (error) {
      (call as DoneCallback)(error);
      return undefined;
    }
    (call as DoneCallback)(null, result);
    return undefined;
  };

/** Creates `jsonwebtoken`, limited to algorithms with a shared secret. */
export const createJwt = (crypto: Crypto, now: () => number) => {
  const seconds = (): number => Math.floor(now() / 1_000);
  const sign: Work = (payload, secret, options = {}) => {
    if (secret === undefined || secret === null || secret === '')
      throw new Error('secretOrPrivateKey must have a value');
    const isObject = typeof payload === 'object' && payload !== null;
    const algorithm = options.algorithm ?? 'HS256';
    const header = {
      alg: algorithm,
      ...(isObject ? { typ: 'JWT' } : {}),
      ...(options.keyid === undefined ? {} : { kid: options.keyid }),
      ...(options.header as object | undefined),
    };
    const body = isObject
      ? JSON.stringify(addTimeClaims(payload as Claims, options, seconds()))
      : toText(payload);
    const text = `${encode(crypto, JSON.stringify(header))}.${encode(crypto, body)}`;
    return `${text}.${createSignature(crypto, algorithm, text, secret)}`;
  };
  const verify: Work = (token, secret, options = {}) => {
    const all = parseToken(crypto, token);
    if (all === null) throw new Error(token === undefined ? 'jwt must be provided' : 'jwt malformed');
    const { header, payload, signature } = all;
    const text = String(token).slice(0, -signature.length - 1);
    if (createSignature(crypto, header.alg, text, secret) !== signature) throw new Error('invalid signature');
    checkClaims(payload, options, seconds());
    return options.complete === true ? all : payload;
  };
  const decode = (token: unknown, options: Claims = {}): unknown => {
    const all = parseToken(crypto, token);
    return options.complete === true ? all : (all?.payload ?? null);
  };
  return { sign: allowCallback(sign), verify: allowCallback(verify), decode };
};
