import type { Auth, AuthKind, AuthOf, ExecutionFault, OutgoingAuth } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { TokenAuth } from '../execution-state.js';
import { createFault } from '../fault.js';
import type { Fill } from '../filling/filler.js';
import { prepareToken } from './token-auth.js';

/** The parts that an auth adds when the request is prepared. */
export interface PreparedAuth {
  readonly header?: readonly [name: string, value: string];
  readonly query?: readonly [name: string, value: string];
  /** The auth of a kind with a token, with its variables filled in. A later step gets the token. */
  readonly token?: TokenAuth;
  /** The auth that the transport applies, with its variables filled in. */
  readonly outgoing?: OutgoingAuth;
}

/** Fills in the fields of one kind of auth, or says why the auth cannot be used. */
type PrepareAuth<K extends Auth['type']> = (
  fill: Fill,
  auth: AuthOf<K>,
) => E.Either<ExecutionFault, PreparedAuth>;

/** Adds nothing, for a kind of auth that needs no preparation. */
const addNothing = (): E.Either<ExecutionFault, PreparedAuth> => E.right({});

/** Puts an API key in a header or in the query. */
const prepareApiKey: PrepareAuth<'api-key'> = (fill, { name, value, in: where }) => {
  const pair = [fill(name, 'auth.name'), fill(value, 'auth.value')] as const;
  if (pair[0].trim() === '') {
    const message = 'The API key has no name, so nothing was sent. Set auth.name, for example to X-API-Key.';
    return E.left(createFault('AUTH_INVALID', message, { field: 'auth.name' }));
  }
  return E.right(where === 'header' ? { header: pair } : { query: pair });
};

/** For each required field, its label and what to set it to, for error messages. */
const requiredFields = {
  accessKeyId: ['access key ID', 'the id of an access key'],
  secretAccessKey: ['secret access key', 'the secret of the access key'],
  region: ['region', 'a region such as us-east-1'],
  service: ['service', 'a service such as s3 or execute-api'],
} as const;

/** Fills in the keys. The transport signs each request when it sends it, because the signature covers its bytes and the time. */
const prepareAwsSigv4: PrepareAuth<'aws-sigv4'> = (fill, auth) => {
  const filled = {
    accessKeyId: fill(auth.accessKeyId, 'auth.accessKeyId').trim(),
    secretAccessKey: fill(auth.secretAccessKey, 'auth.secretAccessKey').trim(),
    region: fill(auth.region, 'auth.region').trim(),
    service: fill(auth.service, 'auth.service').trim(),
  };
  for (const [field, [name, what]] of Object.entries(requiredFields)) {
    if (filled[field as keyof typeof filled] !== '') continue;
    const message = `The AWS signature has no ${name}, so nothing was sent. Set auth.${field} to ${what}.`;
    return E.left(createFault('AUTH_INVALID', message, { field: `auth.${field}` }));
  }
  const token = fill(auth.sessionToken ?? '', 'auth.sessionToken').trim();
  return E.right({
    outgoing: { type: 'aws-sigv4', ...filled, ...(token === '' ? {} : { sessionToken: token }) },
  });
};

/** Encodes bytes of any length as base64 (RFC 4648, section 4). */
export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Creates the header of Basic auth (RFC 7617), with user and password in UTF-8. */
const prepareBasic: PrepareAuth<'basic'> = (fill, { username, password }) => {
  const pair = `${fill(username, 'auth.username')}:${fill(password, 'auth.password')}`;
  return E.right({ header: ['authorization', `Basic ${encodeBase64(new TextEncoder().encode(pair))}`] });
};

/** Creates the header of Bearer auth (RFC 6750, section 2.1). */
const prepareBearer: PrepareAuth<'bearer'> = (fill, { token }) =>
  E.right({ header: ['authorization', `Bearer ${fill(token, 'auth.token')}`] });

type OAuth1 = AuthOf<'oauth1'>;

const refuseInvalidAuth = (field: string, message: string): E.Either<ExecutionFault, PreparedAuth> =>
  E.left(createFault('AUTH_INVALID', message, { field: `auth.${field}` }));

/** Fills in the fields of OAuth 1.0. Leaves out empty ones. */
const fillOAuth1 = (fill: Fill, auth: OAuth1): OAuth1 => {
  const fields = Object.entries(auth).flatMap(([key, value]) => {
    if (key === 'type' || key === 'consumerKey' || typeof value !== 'string') return [[key, value]];
    const text = fill(value, `auth.${key}`).toWellFormed();
    return text === '' ? [] : [[key, text]];
  });
  return {
    ...(Object.fromEntries(fields) as OAuth1),
    consumerKey: fill(auth.consumerKey, 'auth.consumerKey').toWellFormed(),
  };
};

/** Fills in the fields. The transport signs each request when it sends it, because the signature covers its bytes and the time. */
const prepareOAuth1: PrepareAuth<'oauth1'> = (fill, auth) => {
  const filled = fillOAuth1(fill, auth);
  const { signatureMethod, consumerKey, privateKey, privateKeyFile, timestamp, realm } = filled;
  if (consumerKey === '') {
    return refuseInvalidAuth(
      'consumerKey',
      'OAuth 1.0 has no consumer key, so nothing was sent. Set auth.consumerKey.',
    );
  }
  if (signatureMethod.startsWith('RSA') && privateKey === undefined && privateKeyFile === undefined) {
    return refuseInvalidAuth(
      'privateKey',
      `${signatureMethod} needs a private key, so nothing was sent. Set auth.privateKey or auth.privateKeyFile.`,
    );
  }
  if (timestamp !== undefined && !/^\d+$/.test(timestamp)) {
    return refuseInvalidAuth(
      'timestamp',
      'The timestamp of OAuth 1.0 is not a number of seconds since 1970. Change auth.timestamp, or leave it empty for the current time.',
    );
  }
  if (realm !== undefined && !/^[ -~]+$/.test(realm)) {
    return refuseInvalidAuth(
      'realm',
      'The realm of OAuth 1.0 has characters that a header cannot contain. Use printable ASCII in auth.realm.',
    );
  }
  return E.right({ outgoing: filled });
};

/** Refuses to send a request if its file asks for an unsupported auth. */
const refuseUnsupported: PrepareAuth<'unsupported'> = (_fill, { name }) =>
  E.left(
    createFault(
      'AUTH_UNSUPPORTED',
      `The auth "${name}" is not supported yet, so nothing was sent. Set another auth for the request, or none to send it without.`,
      { name },
    ),
  );

type Kind = 'digest' | 'wsse' | 'ntlm';

/** Fills in the user and password with which the transport answers the server's challenge. */
const prepareUser = (fill: Fill, auth: AuthOf<Kind>): E.Either<ExecutionFault, PreparedAuth> => {
  const domain = auth.type === 'ntlm' ? fill(auth.domain ?? '', 'auth.domain') : '';
  const filled: AuthOf<Kind> = {
    type: auth.type,
    username: fill(auth.username, 'auth.username'),
    password: fill(auth.password, 'auth.password'),
    ...(domain === '' ? {} : { domain }),
  };
  if (filled.username !== '') return E.right({ outgoing: filled });
  const message = 'The auth has no user, so nothing was sent. Set auth.username.';
  return E.left(createFault('AUTH_INVALID', message, { field: 'auth.username' }));
};

const kinds: { readonly [K in AuthKind]: PrepareAuth<K> } = {
  none: addNothing,
  inherit: addNothing,
  basic: prepareBasic,
  bearer: prepareBearer,
  'api-key': prepareApiKey,
  oauth2: prepareToken,
  jwt: prepareToken,
  digest: prepareUser,
  wsse: prepareUser,
  'aws-sigv4': prepareAwsSigv4,
  oauth1: prepareOAuth1,
  ntlm: prepareUser,
  unsupported: refuseUnsupported,
};

const user = ['username', 'password'] as const;

/** For each kind of auth, the fields that say who sends the request. If all of them are empty, the auth adds nothing. */
const identifyingFields: Readonly<Record<AuthKind, readonly string[]>> = {
  none: [],
  inherit: [],
  basic: user,
  bearer: ['token'],
  'api-key': ['name', 'value'],
  oauth2: ['accessTokenUrl', 'authorizationUrl', 'issuer', 'clientId', 'clientSecret', ...user],
  jwt: ['secret', 'claims'],
  digest: user,
  wsse: user,
  'aws-sigv4': ['accessKeyId', 'secretAccessKey', 'sessionToken'],
  oauth1: [
    ...['consumerKey', 'consumerSecret', 'accessToken', 'accessTokenSecret'],
    ...['privateKey', 'privateKeyFile'],
  ],
  ntlm: user,
  unsupported: [],
};

/** Whether the claims of a token are empty. */
const isBlank = (value: string): boolean => /^\s*(?:\{\s*\})?\s*$/.test(value);

/**
 * Fills in the auth of a request, or says why it cannot be used. If all fields that say who sends the request are empty, the auth adds
 * nothing, as in Postman: a login request often has a bearer auth without a token.
 */
export const prepareAuth: PrepareAuth<AuthKind> = (fill, auth) => {
  const identifying = identifyingFields[auth.type].map((field) => `auth.${field}`);
  let isEmpty = identifying.length > 0;
  const fillWatched: Fill = (text, where, grammar) => {
    const value = fill(text, where, grammar);
    if (identifying.includes(where) && !isBlank(value)) isEmpty = false;
    return value;
  };
  const prepared = (kinds[auth.type] as PrepareAuth<Auth['type']>)(fillWatched, auth);
  return isEmpty ? E.right({}) : prepared;
};
