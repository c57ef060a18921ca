import { oneOf, t } from '../codec/index.js';

/** How a request is signed (RFC 5849, section 3.4); the methods with SHA-2 are in common use, but in no standard. */
export const oauth1Methods = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
] as const;
/** A signature method of OAuth 1.0. */
export type OAuth1Method = (typeof oauth1Methods)[number];

/** Where the parameters of OAuth 1.0 can be sent (RFC 5849, section 3.5). */
export const oauth1Places = ['header', 'query', 'body'] as const;

/** The fields of OAuth 1.0; all texts may hold `{{variables}}`. */
export const oauth1Fields = [
  { signatureMethod: oneOf(...oauth1Methods), consumerKey: t.string },
  {
    consumerSecret: t.string,
    accessToken: t.string,
    accessTokenSecret: t.string,
    /** PEM, for the methods with RSA. */
    privateKey: t.string,
    /** The file of the workspace folder with the private key, if `privateKey` is not set. */
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
    /** Whether the hash of a body that is not a form is signed as `oauth_body_hash`; default false. */
    includeBodyHash: t.boolean,
  },
] as const;
