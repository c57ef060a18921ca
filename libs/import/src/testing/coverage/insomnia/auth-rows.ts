import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createAuthDocument } from './builders.js';

/** Kinds of auth. */
export const authRows: readonly Row[] = [
  createKeptRow('auth none', createAuthDocument('none'), { request: { auth: { type: 'none' } } }),
  createChangedRow('auth that is disabled', 'none', createAuthDocument('basic', { disabled: true }), {
    request: { auth: { type: 'none' } },
  }),
  createKeptRow('auth basic', createAuthDocument('basic', { username: 'u' }), {
    request: { auth: { type: 'basic', username: 'u' } },
  }),
  createListedRow(
    'auth basic in ISO 8859-1',
    createAuthDocument('basic', { useISO88591: true }),
    'r',
    'the encoding ISO 8859-1 of its login; it is sent as UTF-8',
  ),
  createKeptRow('auth bearer', createAuthDocument('bearer', { token: '{{t}}' }), {
    request: { auth: { type: 'bearer', token: '{{t}}' } },
  }),
  createChangedRow(
    'auth bearer with a prefix',
    'an API key',
    createAuthDocument('bearer', { token: '{{t}}', prefix: 'Token' }),
    {
      request: { auth: { type: 'api-key', name: 'Authorization', value: 'Token {{t}}' } },
    },
  ),
  createKeptRow(
    'auth apikey',
    createAuthDocument('apikey', { key: 'k', value: '{{v}}', addTo: 'queryParams' }),
    {
      request: { auth: { type: 'api-key', name: 'k', in: 'query' } },
    },
  ),
  createChangedRow(
    'auth apikey in a cookie',
    'a Cookie header',
    createAuthDocument('apikey', { key: 'k', value: '{{v}}', addTo: 'cookie' }),
    {
      request: { auth: { type: 'api-key', name: 'Cookie', value: 'k={{v}}' } },
    },
  ),
  createKeptRow('auth digest', createAuthDocument('digest'), { request: { auth: { type: 'digest' } } }),
  createKeptRow('auth ntlm', createAuthDocument('ntlm'), { request: { auth: { type: 'ntlm' } } }),
  createKeptRow('auth iam', createAuthDocument('iam'), { request: { auth: { type: 'aws-sigv4' } } }),
  createKeptRow(
    'auth oauth1',
    createAuthDocument('oauth1', {
      consumerKey: 'k',
      timestamp: '1',
      nonce: 'n',
      version: '1.1',
      includeBodyHash: true,
    }),
    {
      request: {
        auth: { type: 'oauth1', timestamp: '1', nonce: 'n', version: '1.1', includeBodyHash: true },
      },
    },
  ),
  createKeptRow(
    'auth oauth2',
    createAuthDocument('oauth2', { grantType: 'client_credentials', audience: 'a' }),
    {
      request: {
        auth: { type: 'oauth2', parameters: { token: [{ name: 'audience', value: 'a', in: 'body' }] } },
      },
    },
  ),
  createKeptRow(
    'auth oauth2, pkceMethod',
    createAuthDocument('oauth2', { usePkce: true, pkceMethod: 'plain' }),
    {
      request: { auth: { type: 'oauth2', pkce: 'plain' } },
    },
  ),
  createListedRow(
    'auth oauth2, responseType',
    createAuthDocument('oauth2', { responseType: 'id_token' }),
    'r',
    'the response type id_token of its sign-in',
  ),
  createListedRow(
    'auth oauth2, state',
    createAuthDocument('oauth2', { state: 's' }),
    'r',
    'the fixed state of its sign-in; a new one is made each time',
  ),
  createListedRow(
    'auth oauth2, origin',
    createAuthDocument('oauth2', { origin: 'https://o.example' }),
    'r',
    'the Origin header of its token requests',
  ),
  createListedRow(
    'auth oauth2, implicit',
    createAuthDocument('oauth2', { grantType: 'implicit' }),
    'r',
    'the auth “oauth2” has no counterpart; its auth is none',
  ),
  ...['hawk', 'asap', 'netrc', 'singleToken'].map((type) =>
    createListedRow(
      `auth ${type}`,
      createAuthDocument(type),
      'r',
      `the auth “${type}” has no counterpart; its auth is none`,
    ),
  ),
];
