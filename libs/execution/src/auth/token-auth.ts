import type { ExecutionFault } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { Fill } from '../filling/filler.js';
import { type Grammar, jsonGrammar } from '../filling/interpolate-grammar.js';
import type { PreparedRequest, TokenAuth } from '../execution-state.js';

/** The auth fields that contain JSON, with the grammar for filling them in. */
const grammars: ReadonlyMap<string, Grammar> = new Map([
  ['auth.claims', jsonGrammar],
  ['auth.header', jsonGrammar],
]);

const fillValue = (fill: Fill, value: unknown, where: string): unknown => {
  if (typeof value === 'string') return fill(value, where, grammars.get(where));
  if (Array.isArray(value)) return value.map((one) => fillValue(fill, one, where));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fillValue(fill, one, `${where}.${name}`)]),
  );
};

/** Fills in the variables of an auth with a token. */
export const fillTokenAuth = (fill: Fill, auth: TokenAuth): TokenAuth =>
  fillValue(fill, auth, 'auth') as TokenAuth;

/** Fills in the fields. The token itself is added after `onRequest`, unless the request refers to it by a variable. */
export const prepareToken = (
  fill: Fill,
  auth: TokenAuth,
): E.Either<ExecutionFault, { readonly token?: TokenAuth }> =>
  // Such a token is already in the request, because its variables have been filled in.
  auth.sendIn === 'variable' ? E.right({}) : E.right({ token: fillTokenAuth(fill, auth) });

/** Whether the request has an Authorization header of its own, which overrides the auth. */
export const hasOwnAuthorization = (
  { headers }: PreparedRequest,
  { sendIn = 'header' }: TokenAuth,
): boolean => sendIn === 'header' && headers.some(([name]) => name.toLowerCase() === 'authorization');

const addQueryParameter = (url: string, name: string, value: string): string => {
  const pair = `${encodeURIComponent(name)}=${value}`;
  return url.replace(/^[^#]*/, (before) => `${before}${before.includes('?') ? '&' : '?'}${pair}`);
};

const getQueryName = ({ queryName = '' }: TokenAuth): string =>
  queryName === '' ? 'access_token' : queryName;

/** Says where in the request an auth puts its token. */
export const getTokenLocation = (auth: TokenAuth): string =>
  auth.sendIn === 'query' ? `query.${getQueryName(auth)}` : 'headers.authorization';

/** Adds a token to a header or to the query, as the auth specifies. */
const placeToken = (
  prepared: PreparedRequest,
  auth: TokenAuth,
  token: string,
  inQuery: string,
): PreparedRequest => {
  const { sendIn = 'header', prefix = 'Bearer' } = auth;
  if (sendIn === 'query')
    return { ...prepared, url: addQueryParameter(prepared.url, getQueryName(auth), inQuery) };
  const value = prefix.trim() === '' ? token : `${prefix.trim()} ${token}`;
  return {
    ...prepared,
    headers: [...prepared.headers, ['authorization', value]],
    credentials: [...prepared.credentials, 'authorization'],
  };
};

/** Adds a token to a header or the query of the request (RFC 6750, section 2). */
export const addToken = (prepared: PreparedRequest, auth: TokenAuth, token: string): PreparedRequest =>
  placeToken(prepared, auth, token, encodeURIComponent(token));

/** The name of the placeholder for a token that is known only when the request is sent. */
const getPlaceholderName = (auth: TokenAuth): string =>
  auth.type === 'jwt' ? 'jwt' : (auth.token ?? 'access_token');

/** The name of the token that the request will send. Undefined if its auth has none. */
export const findTokenName = (prepared: PreparedRequest): string | undefined =>
  prepared.token === undefined || hasOwnAuthorization(prepared, prepared.token)
    ? undefined
    : getPlaceholderName(prepared.token);

/** Adds a placeholder for the token, to show a request without sending it. */
export const addTokenPlaceholder = (
  prepared: PreparedRequest,
  mark: (name: string) => string,
): PreparedRequest => {
  const name = findTokenName(prepared);
  if (name === undefined || prepared.token === undefined) return prepared;
  return placeToken(prepared, prepared.token, mark(name), mark(name));
};

/** Creates the error of an auth with invalid settings. */
export const createAuthFault = (message: string, field: string): ExecutionFault => ({
  code: 'AUTH_FAILED',
  message,
  details: { field },
});
