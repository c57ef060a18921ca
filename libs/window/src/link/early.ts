import { keyPath, proofHeader, toSocketProtocols } from '../proof.js';
import { type Call, callEarly, type RawSocket } from './early-socket.js';

/**
 * What the page does while the browser loads its program: it enters the session, requests its first content, and opens
 * a socket. The program takes the responses when it needs them. So this module must not import anything large.
 */

/** The storage key of the proof. The proof survives a reload, and no other tab or port can read it. */
const proofKey = 'tandem.proof';

const readProof = (): string => sessionStorage.getItem(proofKey) ?? '';

/** Stores the proof of this session, which this tab sends with every later request. */
export const storeProof = (proof: string): void => {
  sessionStorage.setItem(proofKey, proof);
};

/** Finds the token in an address that Tandem has printed. */
export const parseToken = (address: string): string | undefined => /token=([\w-]+)/.exec(address)?.[1];

/**
 * Exchanges the token in the URL for the session's cookie and proof, and removes it from the URL; returns whether it
 * was valid.
 */
const exchangeToken = async (token: string): Promise<boolean> => {
  const answer = await fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  if (answer.ok) storeProof(((await answer.json()) as { readonly proof: string }).proof);
  window.history.replaceState(null, '', window.location.pathname);
  return answer.ok;
};

const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(path, { ...init, headers: { [proofHeader]: readProof() } });

const connect = (): RawSocket =>
  new WebSocket(`ws://${window.location.host}/rpc`, toSocketProtocols(readProof()));

/** The paths that the program requests first. */
const firstPaths = ['/status', keyPath, '/preferences', '/unsaved'] as const;

/** The calls that the program makes first, with the same parameters; short responses first. An end-to-end test compares them. */
const firstCalls: readonly Call[] = [
  { method: 'environments_list', params: {} },
  { method: 'approvals_list', params: {} },
  { method: 'prompts_list', params: {} },
  { method: 'folders_list', params: {} },
  { method: 'requests_list', params: { take: 10_000 } },
];

/** What was done early, until the program takes it. */
const early = {
  exchange: undefined as Promise<boolean> | undefined,
  responses: new Map<string, Promise<Response>>(),
  socket: undefined as RawSocket | undefined,
};

const requestFirstContent = (): void => {
  for (const path of firstPaths) {
    const response = request(path);
    // The program gets the rejection when it takes the response.
    response.catch(() => undefined);
    early.responses.set(path, response);
  }
  early.socket = callEarly(connect(), firstCalls);
};

/** Enters the session and requests the first content. The program then takes the results. */
export const startEarly = (): void => {
  const token = parseToken(window.location.hash);
  if (token === undefined) {
    if (readProof() !== '') requestFirstContent();
    return;
  }
  early.exchange = exchangeToken(token);
  early.exchange.then(
    (isKnown) => {
      if (isKnown) requestFirstContent();
    },
    () => undefined,
  );
};

/** Forgets what was done early. Call this before every attempt to connect after the first. */
export const forgetEarly = (): void => {
  early.exchange = undefined;
  early.responses.clear();
  early.socket = undefined;
};

/** Exchanges the token in the URL, unless that was begun early. Returns undefined if there is no token. */
export const enterWithToken = (): Promise<boolean> | undefined => {
  const token = parseToken(window.location.hash);
  return early.exchange ?? (token === undefined ? undefined : exchangeToken(token));
};

/** Requests a path of our own server, with the proof of this session, unless it was requested early. */
export const requestWithProof = (path: string, init: RequestInit = {}): Promise<Response> => {
  const response = early.responses.get(path);
  early.responses.delete(path);
  return response ?? request(path, init);
};

/** Opens a socket to our own server, unless it was opened early. */
export const openSocket = (): RawSocket => {
  const { socket } = early;
  early.socket = undefined;
  return socket !== undefined && socket.readyState <= WebSocket.OPEN ? socket : connect();
};
