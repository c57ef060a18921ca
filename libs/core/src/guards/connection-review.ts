import { withDescription, oneOf, struct, t } from '../codec/index.js';

/** Settings that decide who can read what is sent: each lets others than the server of a request read it, or passes for somebody. */
export const connectionKinds = ['proxy', 'ca', 'clientCertificate', 'unverified'] as const;
/** A connection setting that waits for a person, such as a proxy. */
export type ConnectionKind = (typeof connectionKinds)[number];

/** Such a setting, which waits until a person agrees to its content. */
export const ConnectionReview = struct('a connection setting that waits for a person', {
  kind: oneOf(...connectionKinds),
  /** By which its content is known. */
  key: t.string,
  value: withDescription(t.string, 'The proxy, the file with its SHA-256, or what is not verified'),
});
export type ConnectionReview = t.TypeOf<typeof ConnectionReview>;

export const ConnectionReviews = struct('the connection settings that wait for a person', {
  /** Whether all of them are trusted, whatever a person decides. */
  isFixed: t.boolean,
  settings: t.readonlyArray(ConnectionReview),
});
export type ConnectionReviews = t.TypeOf<typeof ConnectionReviews>;

/** In place of the path of a file: what is known of all settings of a kind is found by it. */
export const placeOfKind = (kind: ConnectionKind): string => `connection:${kind}`;

/** Keys of settings have a colon, which hashes of scripts have not. */
export const isConnectionKey = (key: string): boolean =>
  connectionKinds.some((kind) => key.startsWith(`${kind}:`));
