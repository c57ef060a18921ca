import { decode, type t } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';

import { ResumeAnswer, ResumeChallenge, resumePath, formatSignedMessage } from '../contract.js';
import { keyPath } from '../proof.js';
import { trustServer, isInDoubt } from '../served/trust.js';
import { enterWithToken, forgetEarly, requestWithProof, storeProof } from './early.js';

/**
 * Calls `fetch` for a path of our own server, with the proof. Rejects while it is unknown which program listens on
 * this page's port.
 */
export const fetchFromServer = (path: string, init: RequestInit = {}): Promise<Response> =>
  isInDoubt() ? Promise.reject(new Error('Tandem is not responding.')) : requestWithProof(path, init);

/** The effects that a page needs in order to resume after a restart of its server. */
interface ResumeEffects {
  /** Sends JSON to the page's server; undefined unless it responds with success. */
  readonly post: (path: string, body: unknown) => Promise<unknown>;
  readonly port: number;
}

const fromBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Imports a key as non-extractable: the browser can sign with it, but no script can read it. */
const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64Url(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);

/** Decodes the server's response; undefined if it is not valid. */
const decodeAnswer = <A>(codec: t.Type<A, unknown>, answer: unknown): A | undefined =>
  pipe(
    decode(codec)(answer),
    E.match(
      (): A | undefined => undefined,
      (value) => value,
    ),
  );

/**
 * Resumes the session after a server restart. First the server proves that it has the key, then the page.
 * @returns the proof of the new start; undefined if this is not the page's server, or if the server does not know the
 * page
 */
const resume = async (key: CryptoKey, { post, port }: ResumeEffects): Promise<string | undefined> => {
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
  const challenge = decodeAnswer(ResumeChallenge, await post(resumePath, { nonce }));
  if (challenge === undefined) return undefined;
  const nonces = { page: nonce, server: challenge.nonce };
  const text = (side: 'page' | 'server') => new TextEncoder().encode(formatSignedMessage(side, port, nonces));
  const signed = fromBase64Url(challenge.signature);
  if (!(await crypto.subtle.verify('HMAC', key, signed, text('server')))) return undefined;
  const signature = toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text('page'))));
  return decodeAnswer(ResumeAnswer, await post(resumePath, { nonce, signature }))?.proof;
};

/**
 * The key with which this page resumes after a restart. It is kept in memory only: while Tandem is not running, another program on this
 * port could read everything that the browser stores for the page.
 */
let key: CryptoKey | undefined;

/** The only host name on which another program cannot listen on the same port. Other names may also resolve to ::1. */
const ownHost = '127.0.0.1';

const postToServer = async (path: string, body: unknown): Promise<unknown> => {
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  return answer.ok ? ((await answer.json()) as unknown) : undefined;
};

const isKnown = async (): Promise<boolean> => (await fetchFromServer('/status')).ok;

const readKey = async (): Promise<CryptoKey | undefined> => {
  if (window.location.hostname !== ownHost) return undefined;
  const answer = await fetchFromServer(keyPath);
  return answer.ok ? importKey(((await answer.json()) as { readonly key: string }).key) : undefined;
};

let hasTried = false;

/** Opens this page's session at the server on its port. Returns false if the server does not know the page. */
export const enterSession = async (): Promise<boolean> => {
  if (hasTried) forgetEarly();
  hasTried = true;
  const exchange = enterWithToken();
  let isExchanged = false;
  if (exchange !== undefined) {
    key = undefined;
    isExchanged = await exchange;
  } else if (key !== undefined) {
    const proof = await resume(key, { post: postToServer, port: Number(window.location.port) });
    if (proof === undefined) return false;
    storeProof(proof);
  }
  trustServer();
  const [isIn, found] = await Promise.all([isExchanged || isKnown(), key ?? readKey()]);
  if (isIn) key = found;
  return isIn;
};
