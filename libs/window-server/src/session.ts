import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { ownValue } from '@tandem/core/codec';
import { proofHeader, proofIn, signedText } from '@tandem/window';

/** What a token is traded for; neither opens anything without the other. */
export interface Passes {
  /** The `Set-Cookie` of the answer. */
  readonly cookie: string;
  /** What the page sends itself, see {@link proofHeader}. */
  readonly proof: string;
}

/** The server's half of a resume: its nonce, and a signature that shows to the page that this is its server. */
export interface Challenge {
  readonly nonce: string;
  readonly signature: string;
}

/**
 * Who may use the page: whoever knows a token of this start, which is traded for a cookie and a proof, and a page that an
 * earlier start let in and that has the key.
 */
export interface PageSession {
  /** Good for the whole start, so that the printed address opens any browser. */
  readonly token: string;
  /** A token that is good once, for a place where others may read it, such as a command line. */
  readonly ticket: () => string;
  /** The passes to a server on `port` for whoever knows a token, else undefined. */
  readonly trade: (token: string, port: number) => Passes | undefined;
  /** What a page keeps in memory to go on after a restart. */
  readonly key: string;
  /** Answers the nonce of a page that wants to go on at a server on `port`. */
  readonly challenge: (pageNonce: string, port: number) => Challenge;
  /** The passes to a server on `port` for a page that has signed the challenge with the key, else undefined. */
  readonly resume: (pageNonce: string, signature: string, port: number) => Passes | undefined;
  /** Whether a request to a server on `port` carries the cookie and the proof of this start. */
  readonly isOpen: (request: Pick<IncomingMessage, 'headers'>, port: number) => boolean;
}

const secret = (): string => randomBytes(24).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes as long for a wrong value as for a right one, whatever its length. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** Cookies do not tell ports apart (RFC 6265, section 8.5), so the name does. */
const cookieName = (port: number): string => `tandem_${port}`;

const cookieOf = (header: string, name: string): string =>
  header
    .split(';')
    .map((piece) => piece.trim())
    .find((piece) => piece.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** The proof of a request: in its header, or for a WebSocket in the protocols that it offers. */
const proofOf = (headers: IncomingHttpHeaders): string => {
  const header = ownValue(headers, proofHeader.toLowerCase());
  return typeof header === 'string' ? header : proofIn(headers['sec-websocket-protocol'] ?? '');
};

/** A new session with a token, a cookie and a proof of its own; pages that have `key` may go on in it. */
export const createPageSession = (key: Uint8Array): PageSession => {
  const [token, cookie, proof, nonce] = [secret(), secret(), secret(), secret()];
  const sign = (side: 'page' | 'server', page: string, port: number): string =>
    createHmac('sha256', key)
      .update(signedText(side, port, { page, server: nonce }))
      .digest('base64url');
  const passesTo = (port: number): Passes => ({
    cookie: `${cookieName(port)}=${cookie}; Path=/; HttpOnly; SameSite=Strict`,
    proof,
  });
  const tickets = new Set<string>();
  const useTicket = (given: string): boolean => {
    const found = [...tickets].find((ticket) => same(ticket, given));
    return found !== undefined && tickets.delete(found);
  };
  return {
    token,
    ticket: () => {
      const ticket = secret();
      tickets.add(ticket);
      return ticket;
    },
    trade: (given, port) => (same(given, token) || useTicket(given) ? passesTo(port) : undefined),
    key: Buffer.from(key).toString('base64url'),
    challenge: (pageNonce, port) => ({ nonce, signature: sign('server', pageNonce, port) }),
    resume: (pageNonce, signature, port) =>
      same(signature, sign('page', pageNonce, port)) ? passesTo(port) : undefined,
    isOpen: ({ headers }, port) => {
      const hasCookie = same(cookieOf(headers.cookie ?? '', cookieName(port)), cookie);
      return same(proofOf(headers), proof) && hasCookie;
    },
  };
};
