import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { ResumeAnswer, ResumeChallenge, resumePath, formatSignedMessage } from '../contract/resume.js';

/** What a page needs to go on after a restart of its server. */
export interface ResumeEffects {
  /** Sends JSON to the server of the page; undefined unless it answers with a success. */
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

/** A key as the browser keeps it: it signs, and no script can read it. */
export const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64Url(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);

/**
 * Goes on at a server that was started again: the server shows first that it has the key, then the page does.
 * @returns the proof of the new start; undefined when the server is not that of the page, or does not know it
 */
export const resume = async (key: CryptoKey, { post, port }: ResumeEffects): Promise<string | undefined> => {
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
  const challenge = decode(ResumeChallenge)(await post(resumePath, { nonce }));
  if (E.isLeft(challenge)) return undefined;
  const nonces = { page: nonce, server: challenge.right.nonce };
  const text = (side: 'page' | 'server') => new TextEncoder().encode(formatSignedMessage(side, port, nonces));
  const signed = fromBase64Url(challenge.right.signature);
  if (!(await crypto.subtle.verify('HMAC', key, signed, text('server')))) return undefined;
  const signature = toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text('page'))));
  const answer = decode(ResumeAnswer)(await post(resumePath, { nonce, signature }));
  return E.isRight(answer) ? answer.right.proof : undefined;
};
