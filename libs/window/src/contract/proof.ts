/**
 * The page's second proof, beside the cookie: a browser sends the cookie to every port of this machine, but the proof only
 * where the page itself sends it.
 */

/** The header with the proof, in every request that needs the session. */
export const proofHeader = 'X-Tandem-Proof';

/** The protocol of the page's WebSocket. */
export const socketProtocol = 'tandem.v1';

const prefix = 'tandem.proof.';

/** The WebSocket protocols that the page offers, because it cannot set a header; the server chooses the first. */
export const toSocketProtocols = (proof: string): string[] => [socketProtocol, `${prefix}${proof}`];

/** The proof in a `Sec-WebSocket-Protocol` header; empty if there is none. */
export const parseProof = (header: string): string =>
  header
    .split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(prefix))
    ?.slice(prefix.length) ?? '';
