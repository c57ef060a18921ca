import { toSocketProtocols, proofHeader } from '../contract/proof.js';
import { isInDoubt } from '../served/trust.js';

/** Where the proof outlives a reload; no other tab or port can read it. */
const key = 'tandem.proof';

const readProof = (): string => sessionStorage.getItem(key) ?? '';

/** Keeps the proof of this session, which every later request of this tab includes. */
export const keepProof = (given: string): void => {
  sessionStorage.setItem(key, given);
};

/** `fetch` from our own server, with the proof. Rejects while it is unknown which program owns this page's port. */
export const fetchFromServer = (path: string, init: RequestInit = {}): Promise<Response> =>
  isInDoubt()
    ? Promise.reject(new Error('Tandem is not responding.'))
    : fetch(path, { ...init, headers: { [proofHeader]: readProof() } });

/** The protocols that our own WebSocket offers, including the proof. */
export const getSocketProtocols = (): string[] => toSocketProtocols(readProof());
