import { oneOf, Int, struct, t } from '../codec/index.js';
import { ExecutionId } from '../ids.js';

const msOrNull = t.union([t.number, t.null], 'a number or null');

/** How long the parts of the last request took, in milliseconds; null for what did not happen, as on a reused connection. */
export const Timings = struct('the timings of a response', {
  dnsMs: msOrNull,
  connectMs: msOrNull,
  tlsMs: msOrNull,
  /** From the first byte of the request to the head of the response. */
  firstByteMs: t.number,
  downloadMs: t.number,
  /** From sending to the last byte, with all redirects. */
  totalMs: t.number,
});
export type Timings = t.TypeOf<typeof Timings>;

/** The connection that a response came over. */
export const Connection = struct(
  'a connection',
  {
    /** By its ALPN name. */
    protocol: t.string,
    /** Whether it had carried an earlier request. */
    reused: t.boolean,
    /** The IP address of the other end; null if it was closed at once. */
    remoteAddress: t.union([t.string, t.null], 'an address or null'),
    tls: t.union([
      t.null,
      struct('the TLS of a connection', {
        version: t.string,
        cipher: t.string,
        /** Of the certificate of the server. */
        subject: t.string,
        issuer: t.string,
        validTo: t.string,
      }),
    ]),
  },
  /** The URL of the proxy that it goes through, without credentials; `remoteAddress` is the address of the proxy then. */
  { proxy: t.string },
);
export type Connection = t.TypeOf<typeof Connection>;

/** A redirect that was followed, and where to. */
export const Hop = struct('a hop', { status: Int, url: t.string, location: t.string });
export type Hop = t.TypeOf<typeof Hop>;

const stepFields = {
  method: t.string,
  url: t.string,
  /** Null without a response. */
  status: t.union([Int, t.null], 'a status or null'),
  durationMs: t.number,
} as const;

/** A request that auth needed before the request itself: one for a token, or one that was answered with a challenge. */
export const AuthStep = struct('a step of auth', { step: oneOf('token', 'challenge'), ...stepFields });
export type AuthStep = t.TypeOf<typeof AuthStep>;

/** A request that was sent beside the request itself, for its auth or by its scripts. */
export const SentStep = struct(
  'a step of an execution',
  { step: oneOf('token', 'challenge', 'script'), ...stepFields },
  {
    /** The execution of a saved request that a script called. */
    executionId: ExecutionId,
    /** Why there was no response to a script. */
    error: t.string,
  },
);
export type SentStep = t.TypeOf<typeof SentStep>;
