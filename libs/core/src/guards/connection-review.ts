import { withDescription, oneOf, struct, t } from '../codec/index.js';

/** Settings that affect who can read what is sent: each lets a third party read it or impersonate somebody. */
export const connectionKinds = ['proxy', 'ca', 'clientCertificate', 'unverified'] as const;
/** A connection setting that needs approval, such as a proxy. */
export type ConnectionKind = (typeof connectionKinds)[number];

/** Such a setting, pending until a person approves its content. */
export const ConnectionReview = struct('a connection setting that waits for a person', {
  kind: oneOf(...connectionKinds),
  /** Identifies its content. */
  key: t.string,
  value: withDescription(t.string, 'The proxy, the file with its SHA-256, or what is not verified'),
});
export type ConnectionReview = t.TypeOf<typeof ConnectionReview>;

export const ConnectionReviews = struct('the connection settings that wait for a person', {
  /** Whether all of them are trusted without a decision. */
  isFixed: t.boolean,
  settings: t.readonlyArray(ConnectionReview),
});
export type ConnectionReviews = t.TypeOf<typeof ConnectionReviews>;

/** Replaces the path of a file: the key for everything known about settings of one kind. */
export const toReviewPlace = (kind: ConnectionKind): string => `connection:${kind}`;

/** Keys of settings contain a colon; hashes of scripts never do. */
export const isConnectionKey = (key: string): boolean =>
  connectionKinds.some((kind) => key.startsWith(`${kind}:`));
