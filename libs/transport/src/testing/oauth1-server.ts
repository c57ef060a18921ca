import { createHmac, createVerify, generateKeyPairSync } from 'node:crypto';

import type { AuthOf } from '@tandem/core';

type Auth = AuthOf<'oauth1'>;
type Pair = readonly [string, string];

/** The media type of a form. */
export const formType = 'application/x-www-form-urlencoded';

/** The RSA keys of the client. */
export const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A request as a server sees it. */
export interface RequestDescription {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** The value of a field. */
export const findHeader = ({ headers }: RequestDescription, wanted: string): string | undefined =>
  headers.find((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === wanted);

const encodeText = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

/** Parses the parameters of the Authorization header, except the realm. */
export const parseOAuthHeader = (seen: RequestDescription): readonly Pair[] =>
  [...(/^OAuth (.*)$/.exec(findHeader(seen, 'authorization') ?? '')?.[1] ?? '').matchAll(/(\w+)="([^"]*)"/g)]
    .map(([, name = '', value = '']): Pair => [name, decodeURIComponent(value)])
    .filter(([name]) => name !== 'realm');

/** Collects all parameters of a request, as a server does by RFC 5849, section 3.4.1.3.1. */
const collectParameters = (seen: RequestDescription): readonly Pair[] => [
  ...parseOAuthHeader(seen),
  ...new URL(seen.url, 'http://h').searchParams,
  ...(findHeader(seen, 'content-type')?.startsWith(formType) === true
    ? new URLSearchParams(Buffer.from(seen.body, 'latin1').toString())
    : []),
];

/** Whether a server with these secrets accepts a request. Written after RFC 5849, section 3.4, without the code under test. */
export const isSignatureValid = (
  seen: RequestDescription,
  { consumerSecret = '', accessTokenSecret = '' }: Partial<Auth>,
): boolean => {
  const all = collectParameters(seen);
  const of = (name: string) => all.filter(([one]) => one === name).map(([, value]) => value);
  const [method = '', hash = ''] =
    /^(\w+)(?:-(SHA\d+))?$/.exec(of('oauth_signature_method')[0] ?? '')?.slice(1) ?? [];
  const [signature = ''] = of('oauth_signature');
  const sorted = all
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]): Pair => [encodeText(name), encodeText(value)])
    .sort(
      (a, b) =>
        Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])) ||
        Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1])),
    )
    .map(([name, value]) => `${name}=${value}`);
  const [path = ''] = seen.url.split('?');
  const base = [seen.method, `http://${findHeader(seen, 'host')}${path}`, sorted.join('&')]
    .map(encodeText)
    .join('&');
  const key = `${encodeText(consumerSecret)}&${encodeText(accessTokenSecret)}`;
  if (method === 'PLAINTEXT') return signature === key;
  if (method === 'RSA') return createVerify(hash).update(base).verify(keys.publicKey, signature, 'base64');
  return signature === createHmac(hash, key).update(base).digest('base64');
};
