import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { getOwnValue, decode } from '@tandem/core/codec';
import { proofHeader, parseProof, formatSignedMessage, ResumeCall, resumePath } from '@tandem/window';
import { E } from '@tandem/core/fp';
import type { Context } from 'koa';
import { readFile, stat } from 'node:fs/promises';
import { keepPrivate, replaceFile } from '@tandem/node';

import { respondWithError, readValue } from './routes.js';

const keyBytes = 32;

/** Maximum age of the stored key. A start replaces an older key, so that access granted to a page ends eventually. */
const maxKeyAgeMs = 30 * 24 * 60 * 60 * 1_000;

const readKey = async (path: string, now: number): Promise<Buffer | undefined> => {
  try {
    const [key, { mtimeMs }] = [await readFile(path), await stat(path)];
    return key.length === keyBytes && now - mtimeMs < maxKeyAgeMs ? key : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Loads the key with which open pages resume after a restart. Only the owner of the data folder can read its file. Deleting the file
 * locks out every page at the next start.
 */
export const loadWindowKey = async (path: string, now: number = Date.now()): Promise<Uint8Array> => {
  const known = await readKey(path, now);
  if (known !== undefined) {
    await keepPrivate(path, 0o600);
    return known;
  }
  const key = randomBytes(keyBytes);
  await replaceFile(path, key);
  return key;
};

/** The cookie and the proof issued for a token. Each is useless without the other. */
export interface Passes {
  /** The `Set-Cookie` of the response. */
  readonly cookie: string;
  /** Sent by the page itself, see {@link proofHeader}. */
  readonly proof: string;
}

/** The server's part of a resume: its nonce, and a signature with which the page can verify the server. */
export interface Challenge {
  readonly nonce: string;
  readonly signature: string;
}

/**
 * Decides who may use the page: anyone with a token of this start, which is exchanged for a cookie and a proof, and pages of earlier
 * starts that have the key.
 */
export interface PageSession {
  /** The token that is valid for the whole start, so that the printed address works in any browser. */
  readonly token: string;
  /** Returns a single-use token for places that others can read, such as a command line. */
  readonly ticket: () => string;
  /** Exchanges a token for the cookie and proof of a server on `port`; undefined if the token is wrong. */
  readonly exchangeToken: (token: string, port: number) => Passes | undefined;
  /** The key that a page keeps in memory in order to resume after a restart. */
  readonly key: string;
  /** Answers the nonce of a page that wants to resume at a server on `port`. */
  readonly challenge: (pageNonce: string, port: number) => Challenge;
  /** Issues the cookie and proof for a server on `port` if the page has signed the challenge with the key; otherwise undefined. */
  readonly resume: (pageNonce: string, signature: string, port: number) => Passes | undefined;
  /** Whether a request to a server on `port` has the cookie and the proof of this start. */
  readonly isAuthorized: (request: Pick<IncomingMessage, 'headers'>, port: number) => boolean;
}

const createSecret = (): string => randomBytes(24).toString('base64url');

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, for values of any length. */
const isTimingSafeEqual = (a: string, b: string): boolean => timingSafeEqual(hashText(a), hashText(b));

/** Returns the name of the cookie. It contains the port, because cookies are shared between ports (RFC 6265, section 8.5). */
const getCookieName = (port: number): string => `tandem_${port}`;

const findCookie = (header: string, name: string): string =>
  header
    .split(';')
    .map((piece) => piece.trim())
    .find((piece) => piece.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** Reads the proof in a request: in its header, or for a WebSocket in the offered protocols. */
const readProof = (headers: IncomingHttpHeaders): string => {
  const header = getOwnValue(headers, proofHeader.toLowerCase());
  return typeof header === 'string' ? header : parseProof(headers['sec-websocket-protocol'] ?? '');
};

/** Creates a session with a new token, cookie and proof. Pages that have `key` can resume in it. */
export const createPageSession = (key: Uint8Array): PageSession => {
  const [token, cookie, proof, nonce] = [createSecret(), createSecret(), createSecret(), createSecret()];
  const sign = (side: 'page' | 'server', page: string, port: number): string =>
    createHmac('sha256', key)
      .update(formatSignedMessage(side, port, { page, server: nonce }))
      .digest('base64url');
  const passesTo = (port: number): Passes => ({
    cookie: `${getCookieName(port)}=${cookie}; Path=/; HttpOnly; SameSite=Strict`,
    proof,
  });
  const tickets = new Set<string>();
  const useTicket = (candidate: string): boolean => {
    const found = [...tickets].find((ticket) => isTimingSafeEqual(ticket, candidate));
    return found !== undefined && tickets.delete(found);
  };
  return {
    token,
    ticket: () => {
      const ticket = createSecret();
      tickets.add(ticket);
      return ticket;
    },
    exchangeToken: (candidate, port) =>
      isTimingSafeEqual(candidate, token) || useTicket(candidate) ? passesTo(port) : undefined,
    key: Buffer.from(key).toString('base64url'),
    challenge: (pageNonce, port) => ({ nonce, signature: sign('server', pageNonce, port) }),
    resume: (pageNonce, signature, port) =>
      isTimingSafeEqual(signature, sign('page', pageNonce, port)) ? passesTo(port) : undefined,
    isAuthorized: ({ headers }, port) => {
      const hasCookie = isTimingSafeEqual(findCookie(headers.cookie ?? '', getCookieName(port)), cookie);
      return isTimingSafeEqual(readProof(headers), proof) && hasCookie;
    },
  };
};

/** Maximum size of a resume call, in bytes. */
const maxResumeBytes = 4_096;

const respondWithPasses = (ctx: Context, passes: Passes | undefined, why: string): void => {
  if (passes === undefined) respondWithError(ctx, 401, why);
  else {
    ctx.set('Set-Cookie', passes.cookie);
    ctx.body = { proof: passes.proof };
  }
};

/** Exchanges a bearer token for the cookie and the proof. */
const exchangeBearerToken = (ctx: Context, session: PageSession, port: number): void => {
  const token = /^Bearer (\S+)$/.exec(ctx.get('authorization'))?.[1] ?? '';
  const why = 'The token is from an earlier start. Use the address that Tandem printed.';
  respondWithPasses(ctx, session.exchangeToken(token, port), why);
};

/** Issues a cookie and a proof to a page of an earlier start that sends a valid signature. */
const resume = async (ctx: Context, session: PageSession, port: number): Promise<void> => {
  const call = decode(ResumeCall)(await readValue(ctx, maxResumeBytes));
  if (E.isLeft(call)) respondWithError(ctx, 400, 'The body is not a valid resume call.');
  else if (call.right.signature === undefined) ctx.body = session.challenge(call.right.nonce, port);
  else {
    const { nonce, signature } = call.right;
    const why = 'The page has the key of another Tandem. Use the address that Tandem printed.';
    respondWithPasses(ctx, session.resume(nonce, signature, port), why);
  }
};

/** Handles the calls that start a page session; returns false for any other request. */
export const handleSessionCall = async (
  ctx: Context,
  session: PageSession,
  port: number,
): Promise<boolean> => {
  if (ctx.method !== 'POST') return false;
  if (ctx.path === '/session') exchangeBearerToken(ctx, session, port);
  else if (ctx.path === resumePath) await resume(ctx, session, port);
  else return false;
  return true;
};
