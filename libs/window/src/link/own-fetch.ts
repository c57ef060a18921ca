import { offeredProtocols, proofHeader } from '../contract/proof.js';

/** Where the proof outlives a reload; no other tab and no other port can read it. */
const key = 'tandem.proof';

const proof = (): string => sessionStorage.getItem(key) ?? '';

/** Keeps the proof of this session, which every later request of this tab brings. */
export const keepProof = (given: string): void => {
  sessionStorage.setItem(key, given);
};

/** Whether the connection was lost, so that another program may have the port of this page by now. */
let isInDoubt = false;

/** Makes `ownFetch` reject until `trustServer` is called. */
export const doubtServer = (): void => {
  isInDoubt = true;
};

/** Makes `ownFetch` send again. */
export const trustServer = (): void => {
  isInDoubt = false;
};

/** `fetch` from our own server, with the proof. Rejects while it is not known who has the port of this page. */
export const ownFetch = (path: string, init: RequestInit = {}): Promise<Response> =>
  isInDoubt
    ? Promise.reject(new Error('Tandem is not responding.'))
    : fetch(path, { ...init, headers: { [proofHeader]: proof() } });

/** The protocols that our own WebSocket offers, the proof among them. */
export const ownProtocols = (): string[] => offeredProtocols(proof());
