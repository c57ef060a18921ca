/**
 * The page's second proof, in addition to the cookie: a browser sends the cookie to every port of this machine, but only the page itself
 * can send the proof.
 */

/** The header that contains the proof, in every request that needs the session. */
export const proofHeader = 'X-Tandem-Proof';

/** The protocol of the page's WebSocket. */
export const socketProtocol = 'tandem.v1';

const prefix = 'tandem.proof.';

/**
 * The WebSocket protocols that the page offers. One of them carries its proof, because a page cannot set headers. The server chooses the
 * first.
 */
export const toSocketProtocols = (proof: string): string[] => [socketProtocol, `${prefix}${proof}`];

/** Finds the proof in a `Sec-WebSocket-Protocol` header; empty if the header contains none. */
export const parseProof = (header: string): string =>
  header
    .split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(prefix))
    ?.slice(prefix.length) ?? '';

/** The route from which a reloaded page gets the key with which it resumes its session. */
export const keyPath = '/session/key';
