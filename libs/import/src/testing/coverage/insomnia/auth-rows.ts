import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { auth } from './builders.js';

/** Kinds of auth. */
export const authRows: readonly Row[] = [
  createKeptRow('auth none', auth('none'), { request: { auth: { type: 'none' } } }),
  createChangedRow('auth that is disabled', 'none', auth('basic', { disabled: true }), {
    request: { auth: { type: 'none' } },
  }),
  createKeptRow('auth basic', auth('basic', { username: 'u' }), {
    request: { auth: { type: 'basic', username: 'u' } },
  }),
  createListedRow(
    'auth basic in ISO 8859-1',
    auth('basic', { useISO88591: true }),
    'r',
    'the encoding ISO 8859-1 of its login; it is sent as UTF-8',
  ),
  createKeptRow('auth bearer', auth('bearer', { token: '{{t}}' }), {
    request: { auth: { type: 'bearer', token: '{{t}}' } },
  }),
  createChangedRow(
    'auth bearer with a prefix',
    'an API key',
    auth('bearer', { token: '{{t}}', prefix: 'Token' }),
    {
      request: { auth: { type: 'api-key', name: 'Authorization', value: 'Token {{t}}' } },
    },
  ),
  createKeptRow('auth apikey', auth('apikey', { key: 'k', value: '{{v}}', addTo: 'queryParams' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'query' } },
  }),
  createChangedRow(
    'auth apikey in a cookie',
    'a Cookie header',
    auth('apikey', { key: 'k', value: '{{v}}', addTo: 'cookie' }),
    {
      request: { auth: { type: 'api-key', name: 'Cookie', value: 'k={{v}}' } },
    },
  ),
  createKeptRow('auth digest', auth('digest'), { request: { auth: { type: 'digest' } } }),
  createKeptRow('auth ntlm', auth('ntlm'), { request: { auth: { type: 'ntlm' } } }),
  createKeptRow('auth iam', auth('iam'), { request: { auth: { type: 'aws-sigv4' } } }),
  createKeptRow(
    'auth oauth1',
    auth('oauth1', { consumerKey: 'k', timestamp: '1', nonce: 'n', version: '1.1', includeBodyHash: true }),
    {
      request: {
        auth: { type: 'oauth1', timestamp: '1', nonce: 'n', version: '1.1', includeBodyHash: true },
      },
    },
  ),
  createKeptRow('auth oauth2', auth('oauth2', { grantType: 'client_credentials', audience: 'a' }), {
    request: {
      auth: { type: 'oauth2', parameters: { token: [{ name: 'audience', value: 'a', in: 'body' }] } },
    },
  }),
  createKeptRow('auth oauth2, pkceMethod', auth('oauth2', { usePkce: true, pkceMethod: 'plain' }), {
    request: { auth: { type: 'oauth2', pkce: 'plain' } },
  }),
  createListedRow(
    'auth oauth2, responseType',
    auth('oauth2', { responseType: 'id_token' }),
    'r',
    'the response type id_token of its sign-in',
  ),
  createListedRow(
    'auth oauth2, state',
    auth('oauth2', { state: 's' }),
    'r',
    'the fixed state of its sign-in; a new one is made each time',
  ),
  createListedRow(
    'auth oauth2, origin',
    auth('oauth2', { origin: 'https://o.example' }),
    'r',
    'the Origin header of its token requests',
  ),
  createListedRow(
    'auth oauth2, implicit',
    auth('oauth2', { grantType: 'implicit' }),
    'r',
    'the auth “oauth2” has no counterpart; its auth is none',
  ),
  ...['hawk', 'asap', 'netrc', 'singleToken'].map((type) =>
    createListedRow(
      `auth ${type}`,
      auth(type),
      'r',
      `the auth “${type}” has no counterpart; its auth is none`,
    ),
  ),
];
