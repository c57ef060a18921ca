import { oneOf, t } from '../codec/index.js';

/** How a request is signed (RFC 5849, section 3.4). The SHA-2 methods are common but not standardized. */
export const oauth1Methods = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
] as const;
/** An OAuth 1.0 signature method. */
export type OAuth1Method = (typeof oauth1Methods)[number];

/** Where OAuth 1.0 parameters can be sent (RFC 5849, section 3.5). */
export const oauth1Places = ['header', 'query', 'body'] as const;

/** The fields of OAuth 1.0. All strings may contain `{{variables}}`. */
export const oauth1Fields = [
  { signatureMethod: oneOf(...oauth1Methods), consumerKey: t.string },
  {
    consumerSecret: t.string,
    accessToken: t.string,
    accessTokenSecret: t.string,
    /** PEM, for the RSA methods. */
    privateKey: t.string,
    /** The private key file in the workspace folder, if `privateKey` is not set. */
    privateKeyFile: t.string,
    /** For a request for temporary credentials (RFC 5849, section 2.1). */
    callbackUrl: t.string,
    /** For a request for token credentials (RFC 5849, section 2.3). */
    verifier: t.string,
    /** Default: the seconds since 1970. */
    timestamp: t.string,
    /** Default: a new random value for each request. */
    nonce: t.string,
    /** Default `1.0`. */
    version: t.string,
    realm: t.string,
    /** Where the parameters are sent; default `header`. */
    sendIn: oneOf(...oauth1Places),
    /** Whether the hash of a non-form body is signed as `oauth_body_hash`; default false. */
    includeBodyHash: t.boolean,
  },
] as const;
