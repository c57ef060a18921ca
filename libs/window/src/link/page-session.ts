import { keyPath } from '../contract/resume.js';
import { trustServer } from '../served/trust.js';
import { keepProof, fetchFromServer } from './own-fetch.js';
import { importKey, resume } from './resume.js';

/**
 * The key with which this page goes on after a restart, in memory only: whoever serves a page from this port while
 * Tandem is away can read everything that the browser keeps for it.
 */
let key: CryptoKey | undefined;

/** The only host on which nobody else can listen beside Tandem: a name may also mean ::1. */
const ownHost = '127.0.0.1';

const post = async (path: string, body: unknown): Promise<unknown> => {
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  return answer.ok ? ((await answer.json()) as unknown) : undefined;
};

/** The token in an address that Tandem printed. */
export const tokenIn = (address: string): string | undefined => /token=([\w-]+)/.exec(address)?.[1];

/** Trades the token of the address for the session's cookie and proof, and takes it out of the address; whether it was good. */
const trade = async (token: string): Promise<boolean> => {
  const answer = await fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  if (answer.ok) keepProof(((await answer.json()) as { readonly proof: string }).proof);
  window.history.replaceState(null, '', window.location.pathname);
  return answer.ok;
};

const isKnown = async (): Promise<boolean> => (await fetchFromServer('/status')).ok;

const readKey = async (): Promise<CryptoKey | undefined> => {
  if (window.location.hostname !== ownHost) return undefined;
  const answer = await fetchFromServer(keyPath);
  return answer.ok ? importKey(((await answer.json()) as { readonly key: string }).key) : undefined;
};

/** Opens the session of this page at whatever answers on its port; false when that does not know the page. */
export const enterSession = async (): Promise<boolean> => {
  const token = tokenIn(window.location.hash);
  let isTraded = false;
  if (token !== undefined) {
    key = undefined;
    isTraded = await trade(token);
  } else if (key !== undefined) {
    const proof = await resume(key, { post, port: Number(window.location.port) });
    if (proof === undefined) return false;
    keepProof(proof);
  }
  trustServer();
  const [isIn, found] = await Promise.all([isTraded || isKnown(), key ?? readKey()]);
  if (isIn) key = found;
  return isIn;
};
