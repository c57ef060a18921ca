import { randomBytes } from 'node:crypto';

import type { AuthOf, HeaderList, OutgoingRequest } from '@tandem/core';

import type { ExchangeState, Head } from './ask.js';
import { createAuthenticateMessage, negotiateMessage, readChallenge } from './auth/ntlm-messages.js';
import { getErrorCode, UnsendableError } from './errors.js';
import type { Line } from './connection/line.js';
import { toWire } from './request/outgoing.js';

/** Maximum size of the body of a challenge, in bytes. The body is read so that its connection can be used again. */
const challengeBytes = 1024 * 1024;

/** The first request of the exchange: it carries the first NTLM message and no body. */
export const toNegotiateRequest = (request: OutgoingRequest): OutgoingRequest =>
  addNtlmMessage(removeBody(request), negotiateMessage);

const addNtlmMessage = (request: OutgoingRequest, message: Buffer): OutgoingRequest => ({
  ...request,
  headers: [...request.headers, ['authorization', `NTLM ${message.toString('base64')}`]],
});

const removeBody = (request: OutgoingRequest): OutgoingRequest => ({
  ...request,
  headers: request.headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
  body: { kind: 'none' },
});

const createAuthFailure = (message: string): UnsendableError =>
  new UnsendableError({ code: 'AUTH_FAILED', message });

/** Finds the NTLM challenge in a response. Undefined if the server does not ask for NTLM or rejects the first message. */
const findNtlmChallenge = (headers: HeaderList, host: string) => {
  const token = headers
    .filter(([name]) => name === 'www-authenticate')
    .map(([, value]) => /(?:^|,)\s*NTLM\s+([\w+/]+=*)\s*(?:,|$)/i.exec(value)?.[1])
    .find((one) => one !== undefined);
  if (token === undefined) return undefined;
  const challenge = readChallenge(Buffer.from(token, 'base64'));
  if (challenge !== undefined) return challenge;
  throw createAuthFailure(
    `${host} sent a challenge of NTLM that cannot be read. Check that it is a server with NTLM.`,
  );
};

const createConnectionLostFailure = (host: string): UnsendableError =>
  createAuthFailure(
    `${host} closed the connection between the messages of NTLM, which signs in a connection. Check that the server, and any proxy in between, keeps connections open.`,
  );

/** Splits off the domain, which a person may write before the user name as in Windows. */
const parseNtlmUser = ({ username, password, domain = '' }: AuthOf<'ntlm'>) => {
  const at = username.indexOf('\\');
  return domain === '' && at > 0 && at < username.length - 1
    ? { username: username.slice(at + 1), password, domain: username.slice(0, at) }
    : { username, password, domain };
};

/** Sends requests on a connection of its own, which NTLM authenticates. */
export interface NtlmExchange {
  readonly ask: (request: OutgoingRequest, line: Line) => Promise<Head>;
  readonly challenged: (head: Head, began: number) => void;
}

/**
 * Authenticates a new connection and sends the request on it (MS-NLMP; RFC 4559 does the same for Negotiate). The first message has no
 * body, because a server that answers with a challenge discards the body.
 * @throws UnsendableError with AUTH_FAILED if the connection or the challenge cannot be used
 */
export const askByNtlm = async (
  state: Pick<ExchangeState, 'networkFor' | 'signal'>,
  request: OutgoingRequest,
  auth: AuthOf<'ntlm'>,
  { ask, challenged }: NtlmExchange,
): Promise<Head> => {
  // Throws before the first message if the request itself cannot be sent.
  await toWire(request);
  const { host } = new URL(request.url);
  const line = state.networkFor(request.url).line();
  try {
    const began = performance.now();
    const first = await ask(toNegotiateRequest(request), line);
    const challenge = first.status === 401 ? findNtlmChallenge(first.headers, host) : undefined;
    const isComplete = first.status === 401 || request.body.kind === 'none';
    if (challenge === undefined && isComplete) return first;
    if (challenge !== undefined) {
      challenged(first, began);
      line.pin();
    }
    await first.discard(challengeBytes);
    // The server asks for no authentication, so it gets the request unchanged.
    if (challenge === undefined) return await ask(request, line);
    const user = { nonce: randomBytes(8), now: new Date() };
    return await ask(
      addNtlmMessage(request, await createAuthenticateMessage(challenge, parseNtlmUser(auth), user)),
      line,
    );
  } catch (error) {
    if (state.signal.aborted || !line.isLost(getErrorCode(error))) throw error;
    throw createConnectionLostFailure(host);
  } finally {
    line.leave();
  }
};
