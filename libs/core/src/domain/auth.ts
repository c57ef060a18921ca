import { Json, t, tagged } from '../codec/index.js';

/** The authentication of a request, or of the requests of a folder. */
export const Auth = tagged('an auth', 'type', {
  none: [{}, {}],
  /** That of the nearest folder that has one. */
  inherit: [{}, {}],
  basic: [{ username: t.string, password: t.string }, {}],
  bearer: [{ token: t.string }, {}],
  'api-key': [
    { name: t.string, value: t.string, in: t.keyof({ header: null, query: null }, 'header or query') },
    {},
  ],
  /** A kind of a workspace folder that Tandem does not know: kept, but never sent without. */
  unsupported: [{ name: t.string, content: Json }, {}],
});
export type Auth = t.TypeOf<typeof Auth>;

export type AuthKind = Auth['type'];

/** The auth of one kind. */
export type AuthOf<K extends AuthKind> = Extract<Auth, { readonly type: K }>;

const authorization = (): string => 'authorization';
const noHeader = (): undefined => undefined;

const headers: { readonly [K in AuthKind]: (auth: AuthOf<K>) => string | undefined } = {
  none: noHeader,
  inherit: noHeader,
  basic: authorization,
  bearer: authorization,
  'api-key': (auth) => (auth.in === 'header' ? auth.name.trim().toLowerCase() : undefined),
  unsupported: noHeader,
};

/** The header that an auth sets, in lower case. */
export const headerOfAuth = (auth: Auth): string | undefined =>
  (headers[auth.type] as (auth: Auth) => string | undefined)(auth);
