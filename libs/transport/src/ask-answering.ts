import { type AuthStep, type OutgoingRequest, type SendOptions, addCookies } from '@tandem/core';

import { ask, type ExchangeState, type Head } from './ask.js';
import { askByNtlm } from './ask-ntlm.js';
import type { Line } from './connection/line.js';

/** The state of an exchange in which the server may ask for credentials. */
export interface AuthExchangeState extends ExchangeState {
  readonly options: Pick<SendOptions, 'cookies'>;
  /** The requests that the server answered with a challenge. */
  readonly steps: AuthStep[];
}

const hasAuthorization = ({ headers }: OutgoingRequest): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'authorization');

/**
 * Sends the request with the cookies of the jar. They are not part of `request`, because after a redirect the next request may need others.
 */
const askWithCookies = async (
  state: AuthExchangeState,
  request: OutgoingRequest,
  line?: Line,
): Promise<Head> => {
  const jar = state.options.cookies;
  if (jar === undefined) return ask(state, request, line);
  const headers = addCookies(request.headers, jar.sentTo(request.url));
  const head = await ask(state, { ...request, headers }, line);
  const received = head.headers.flatMap(([name, value]) => (name === 'set-cookie' ? [value] : []));
  jar.receive(request.url, received);
  return head;
};

/**
 * Sends the request. If the server answers with a challenge for digest (RFC 7616, section 3.3) or NTLM, sends the request again with the
 * credentials.
 * @param drop discards the body of the response with the challenge
 */
export const askAnswering = async (
  state: AuthExchangeState,
  request: OutgoingRequest,
  drop: (head: Head) => void,
): Promise<Head> => {
  const { auth, method, url } = request;
  const note = ({ status }: Head, began: number): void => {
    state.at.hop = 'auth';
    state.steps.push({ step: 'challenge', method, url, status, durationMs: performance.now() - began });
  };
  if (auth?.type === 'ntlm' && !hasAuthorization(request)) {
    const asking = (one: OutgoingRequest, line: Line) => askWithCookies(state, one, line);
    return askByNtlm(state, request, auth, { ask: asking, challenged: note });
  }
  if (auth?.type !== 'digest') return askWithCookies(state, request);
  const [before, began] = [state.digests.nonce(url, auth), performance.now()];
  const head = await askWithCookies(state, request);
  if (hasAuthorization(request) || state.digests.receive(url, auth, head, before) === undefined) return head;
  note(head, began);
  drop(head);
  const answer = async () => {
    const nonce = state.digests.nonce(url, auth);
    const answered = await askWithCookies(state, request);
    return { answered, again: state.digests.receive(url, auth, answered, nonce) };
  };
  const since = performance.now();
  const { answered, again } = await answer();
  // The nonce may be stale by the time the answer arrives. A challenge for that reason is answered once more. Any other is not, because the
  // password may be wrong.
  if (again?.isStale !== true) return answered;
  note(answered, since);
  drop(answered);
  return (await answer()).answered;
};
