import { createHash, createHmac, createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthOf, OAuth1Method } from '@tandem/core';
import OAuth from 'oauth-1.0a';
import { UnsendableError } from '../errors.js';
import { decodePercent, toHeaderPairs, type Wire } from '../request/outgoing.js';

/** Maximum size of a key in bits, because signing with a longer key takes too long. */
const maxBits = 8192;

const refuse = (what: string): never => {
  const message = `The private key of OAuth 1.0 ${what}. Set auth.privateKey to an unencrypted RSA key in PEM with at most ${maxBits} bits.`;
  throw new UnsendableError({ code: 'AUTH_INVALID', message, details: { field: 'auth.privateKey' } });
};

const readPrivateKey = (pem: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch {
    return refuse('cannot be read');
  }
};

/**
 * Parses an RSA key in PEM text. A variable may contain `\n` instead of line breaks, as in Bruno.
 * @throws UnsendableError with AUTH_INVALID
 */
export const parseRsaKey = (pem: string): KeyObject => {
  const key = readPrivateKey(pem.replace(/\\n/g, '\n'));
  if (key.asymmetricKeyType !== 'rsa') refuse('is not an RSA key');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) > maxBits) refuse('is too long');
  return key;
};

/** Names and values, in the order in which they are sent. */
type Parameters = readonly (readonly [name: string, value: string])[];

const formContentType = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Whether the header fields declare that the body is a form. */
export const isForm = (headers: readonly string[]): boolean =>
  toHeaderPairs(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && formContentType.test(value),
  );

/** Decodes text in a form. Percent-encoding that is not UTF-8 is rare, so it is decoded in a slower way. */
const decodeFormText = (encoded: string): string => {
  const text = encoded.replaceAll('+', ' ');
  try {
    return decodeURIComponent(text);
  } catch {
    return decodePercent(Buffer.from(text).toString('latin1')).toString();
  }
};

/** Parses the parameters in a query or form (HTML 4.01, section 17.13.4). */
export const parseFormParameters = (encoded: string): Parameters =>
  encoded
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0
        ? [decodeFormText(pair), '']
        : [decodeFormText(pair.slice(0, at)), decodeFormText(pair.slice(at + 1))];
    });

type OAuth1 = AuthOf<'oauth1'>;

/** The hash function of each signature method. The hash of the body uses it too. */
const hashes: Readonly<Record<OAuth1Method, string>> = {
  'HMAC-SHA1': 'sha1',
  'HMAC-SHA256': 'sha256',
  'HMAC-SHA512': 'sha512',
  'RSA-SHA1': 'sha1',
  'RSA-SHA256': 'sha256',
  'RSA-SHA512': 'sha512',
  PLAINTEXT: 'sha1',
};

const signText = (text: string, key: string, { signatureMethod, privateKey }: OAuth1): string => {
  if (signatureMethod === 'PLAINTEXT') return key;
  const hash = hashes[signatureMethod];
  return signatureMethod.startsWith('RSA')
    ? sign(hash, Buffer.from(text), parseRsaKey(privateKey ?? refuse('is missing'))).toString('base64')
    : createHmac(hash, key).update(text).digest('base64');
};

const getQuery = ({ path }: Wire): string => path.replace(/^[^?]*\??/, '');
const getFormBody = ({ headers, body }: Wire): Buffer => Buffer.from((isForm(headers) ? body : null) ?? '');

/** Encodes names and values, and then sorts them by their bytes (RFC 5849, section 3.4.1.3.2). */
const normalizeParameters = (all: Parameters, encoded: (text: string) => string): string =>
  all
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? Number(x > y) - Number(x < y) : a > b ? 1 : -1))
    .map((pair) => pair.join('='))
    .join('&');

/** The base string URI: the scheme, the host in the Host header, and the path (RFC 5849, section 3.4.1.2). */
const getBaseUri = ({ origin, headers, path }: Wire): string => {
  const { protocol, host } = new URL(origin);
  const own = toHeaderPairs(headers).find(([name]) => name.toLowerCase() === 'host')?.[1] ?? host;
  const authority = own
    .trim()
    .toLowerCase()
    .replace(protocol === 'https:' ? /:443$/ : /:80$/, '');
  return `${protocol}//${authority}${path.replace(/\?.*/s, '')}`;
};

const createSigner = (auth: OAuth1): OAuth => {
  const { consumerKey, consumerSecret = '', realm, signatureMethod } = auth;
  return new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: signatureMethod,
    hash_function: (text, key) => signText(text, key, auth),
    ...(realm === undefined ? {} : { realm: realm.replace(/["\\]/g, '\\$&') }),
  });
};

const hashBody = ({ body, headers }: Wire, { signatureMethod }: OAuth1): string | undefined =>
  isForm(headers)
    ? undefined
    : createHash(hashes[signatureMethod])
        .update(body ?? '')
        .digest('base64');

/** The OAuth parameters that are set (RFC 5849, section 3.1), without the signature. */
const createProtocolParameters = (wire: Wire, auth: OAuth1, now: Date): OAuth.Data => {
  const all: Readonly<Record<string, string | undefined>> = {
    oauth_consumer_key: auth.consumerKey,
    oauth_token: auth.accessToken,
    oauth_signature_method: auth.signatureMethod,
    oauth_timestamp: auth.timestamp ?? String(Math.floor(now.getTime() / 1000)),
    oauth_nonce: auth.nonce ?? randomBytes(16).toString('hex'),
    oauth_version: auth.version ?? '1.0',
    oauth_callback: auth.callbackUrl,
    oauth_verifier: auth.verifier,
    oauth_body_hash: auth.includeBodyHash === true ? hashBody(wire, auth) : undefined,
  };
  const set = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return Object.fromEntries(set) as OAuth.Data;
};

/** @throws UnsendableError with AUTH_INVALID if the request has a body that is not a form, or cannot have a body */
const toFormWire = (wire: Wire): Wire => {
  if (isForm(wire.headers)) return wire;
  if (wire.body !== null || ['GET', 'HEAD'].includes(wire.method)) {
    const message =
      'The parameters of OAuth 1.0 can be sent in the body of a form only, and this request has none. Send a form, or set auth.sendIn to header or query.';
    throw new UnsendableError({ code: 'AUTH_INVALID', message, details: { field: 'auth.sendIn' } });
  }
  return { ...wire, headers: [...wire.headers, 'content-type', 'application/x-www-form-urlencoded'] };
};

/** Maximum size of what is sorted and signed, in bytes, because computing a signature blocks all other work. */
const maxBytes = 1024 * 1024;
const maxParameters = 20_000;

const refuseTooLong = (): never => {
  const message = `OAuth 1.0 signs each parameter of a query and a form, here at most ${maxParameters} with ${maxBytes} bytes. Send fewer, or a body that is not a form.`;
  throw new UnsendableError({
    code: 'AUTH_INVALID',
    message,
    details: { mostParameters: maxParameters, mostBytes: maxBytes },
  });
};

/** Collects the parameters of the request that the signature covers, except the OAuth parameters. */
const collectSignedParameters = (wire: Wire): Parameters => {
  const [query, form] = [getQuery(wire), getFormBody(wire)];
  if (query.length + form.length > maxBytes) refuseTooLong();
  const all = [...parseFormParameters(query), ...parseFormParameters(form.toString())];
  return all.length > maxParameters ? refuseTooLong() : all;
};

/** Computes the signature of a request with these OAuth parameters. */
export const signOAuth1Request = (wire: Wire, auth: OAuth1, own: OAuth.Data): string => {
  const request = { method: wire.method, url: getBaseUri(wire) };
  const others = collectSignedParameters(wire);
  const signer = createSigner(auth);
  // The package loses some names of parameters.
  signer.getParameterString = (_request, all) =>
    normalizeParameters([...(Object.entries(all) as [string, string][]), ...others], (text) =>
      /^[\w.~-]*$/.test(text) ? text : signer.percentEncode(text),
    );
  return signer.getSignature(request, auth.accessTokenSecret, own);
};

/**
 * Adds the OAuth 1.0 parameters and the signature to a request, where the auth says.
 * @throws UnsendableError with AUTH_INVALID
 */
export const addOAuth1 = (given: Wire, auth: OAuth1, now: Date): Wire => {
  const wire = auth.sendIn === 'body' ? toFormWire(given) : given;
  const own = createProtocolParameters(wire, auth, now);
  const signed: OAuth.Authorization = { ...own, oauth_signature: signOAuth1Request(wire, auth, own) };
  const signer = createSigner(auth);
  const pairs = Object.entries(signed)
    .map(([name, value]) => `${name}=${signer.percentEncode(String(value))}`)
    .join('&');
  switch (auth.sendIn) {
    case 'query':
      return { ...wire, path: `${wire.path}${wire.path.includes('?') ? '&' : '?'}${pairs}` };
    case 'body': {
      const before = getFormBody(wire);
      return {
        ...wire,
        body: Buffer.concat([before, Buffer.from(before.length === 0 ? pairs : `&${pairs}`)]),
      };
    }
    default:
      return { ...wire, headers: [...wire.headers, 'authorization', signer.toHeader(signed).Authorization] };
  }
};
