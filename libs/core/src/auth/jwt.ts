import { integer, oneOf, t } from '../codec/index.js';

/** How a JSON Web Token is signed (RFC 7518, section 3.1; RFC 8037). */
export const jwtAlgorithms = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

/** The fields of a JSON Web Token signed for each request. All strings may contain `{{variables}}`. */
export const jwtFields = [
  {
    algorithm: oneOf(...jwtAlgorithms),
    /** A shared secret, or a private key in PEM. */
    secret: t.string,
    /** A JSON object. */
    claims: t.string,
  },
  {
    /** A JSON object, added to the token's header. */
    header: t.string,
    /** Whether the shared secret is Base64-encoded; default false. */
    secretIsBase64: t.boolean,
    /** Seconds until the token expires: adds `iat` and `exp` to the claims. */
    expiresIn: integer(1, 31_536_000),
    /** Where the token is sent; default `header`. */
    sendIn: oneOf('header', 'query'),
    /** The prefix of the token in the Authorization header, by default `Bearer`. */
    prefix: t.string,
    /** The name of the query parameter, by default `access_token`. */
    queryName: t.string,
  },
] as const;
