import { oneOf, Int, struct, t } from '../codec/index.js';
import { ExecutionId } from '../ids.js';

const msOrNull = t.union([t.number, t.null], 'a number or null');

/** Timings of the last request, in milliseconds. Null for phases that did not happen, as on a reused connection. */
export const Timings = struct('the timings of a response', {
  dnsMs: msOrNull,
  connectMs: msOrNull,
  tlsMs: msOrNull,
  /** From the first byte of the request to the response headers. */
  firstByteMs: t.number,
  downloadMs: t.number,
  /** From sending to the last byte, including redirects. */
  totalMs: t.number,
});
export type Timings = t.TypeOf<typeof Timings>;

/** The connection of a response. */
export const Connection = struct(
  'a connection',
  {
    /** The ALPN name. */
    protocol: t.string,
    /** Whether the connection was reused. */
    reused: t.boolean,
    /** The remote IP address; null if the connection was closed at once. */
    remoteAddress: t.union([t.string, t.null], 'an address or null'),
    tls: t.union([
      t.null,
      struct('the TLS of a connection', {
        version: t.string,
        cipher: t.string,
        /** From the server's certificate. */
        subject: t.string,
        issuer: t.string,
        validTo: t.string,
      }),
    ]),
  },
  /** The proxy's URL, without credentials. `remoteAddress` is then the proxy's address. */
  { proxy: t.string },
);
export type Connection = t.TypeOf<typeof Connection>;

/** A followed redirect and its target. */
export const Hop = struct('a hop', { status: Int, url: t.string, location: t.string });
export type Hop = t.TypeOf<typeof Hop>;

const stepFields = {
  method: t.string,
  url: t.string,
  /** Null without a response. */
  status: t.union([Int, t.null], 'a status or null'),
  durationMs: t.number,
} as const;

/** A request that auth needed first: a token request, or one that received a challenge. */
export const AuthStep = struct('a step of auth', { step: oneOf('token', 'challenge'), ...stepFields });
export type AuthStep = t.TypeOf<typeof AuthStep>;

/** A request sent in addition to the request itself, by its auth or its scripts. */
export const SentStep = struct(
  'a step of an execution',
  { step: oneOf('token', 'challenge', 'script'), ...stepFields },
  {
    /** The execution of a saved request, called by a script. */
    executionId: ExecutionId,
    /** Why a script got no response. */
    error: t.string,
  },
);
export type SentStep = t.TypeOf<typeof SentStep>;
