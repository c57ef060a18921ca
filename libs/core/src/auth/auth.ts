import { Json, t, taggedUnion } from '../codec/index.js';
import { jwtFields } from './jwt.js';
import { oauth1Fields } from './oauth1.js';
import { oauth2Fields } from './oauth2.js';

/** The authentication of a request, or of the requests of a folder. */
export const Auth = taggedUnion('an auth', 'type', {
  none: [{}, {}],
  /** The auth of the nearest folder that has one. */
  inherit: [{}, {}],
  basic: [{ username: t.string, password: t.string }, {}],
  bearer: [{ token: t.string }, {}],
  'api-key': [
    { name: t.string, value: t.string, in: t.keyof({ header: null, query: null }, 'header or query') },
    {},
  ],
  oauth2: oauth2Fields,
  jwt: jwtFields,
  digest: [{ username: t.string, password: t.string }, {}],
  wsse: [{ username: t.string, password: t.string }, {}],
  /** AWS Signature Version 4. */
  'aws-sigv4': [
    { accessKeyId: t.string, secretAccessKey: t.string, region: t.string, service: t.string },
    { sessionToken: t.string },
  ],
  oauth1: oauth1Fields,
  /** The domain can also precede the user: `DOMAIN\\user`. */
  ntlm: [{ username: t.string, password: t.string }, { domain: t.string }],
  /**
   * An auth kind in a workspace folder that Tandem does not know. It is kept, and the request is never sent without
   * it.
   */
  unsupported: [{ name: t.string, content: Json }, {}],
});
export type Auth = t.TypeOf<typeof Auth>;

/** A kind of auth, such as `bearer`. */
export type AuthKind = Auth['type'];

/** The auth of one kind. */
export type AuthOf<K extends AuthKind> = Extract<Auth, { readonly type: K }>;

/** An auth that is applied to each request once its bytes are known. Its variables are filled in. */
export type OutgoingAuth = AuthOf<'aws-sigv4' | 'digest' | 'ntlm' | 'oauth1' | 'wsse'>;

const getAuthorizationHeader = (): string => 'authorization';
const omitHeader = (): undefined => undefined;
const getTokenHeader = ({
  sendIn,
}: {
  readonly sendIn?: 'header' | 'query' | 'body' | 'variable';
}): string | undefined => ((sendIn ?? 'header') === 'header' ? 'authorization' : undefined);

const headers: { readonly [K in AuthKind]: (auth: AuthOf<K>) => string | undefined } = {
  none: omitHeader,
  inherit: omitHeader,
  basic: getAuthorizationHeader,
  bearer: getAuthorizationHeader,
  'api-key': (auth) => (auth.in === 'header' ? auth.name.trim().toLowerCase() : undefined),
  oauth2: getTokenHeader,
  jwt: getTokenHeader,
  digest: getAuthorizationHeader,
  wsse: () => 'x-wsse',
  'aws-sigv4': getAuthorizationHeader,
  oauth1: getTokenHeader,
  ntlm: getAuthorizationHeader,
  unsupported: omitHeader,
};

/** The header that an auth sets, in lowercase. */
export const getAuthHeader = (auth: Auth): string | undefined =>
  (headers[auth.type] as (auth: Auth) => string | undefined)(auth);
