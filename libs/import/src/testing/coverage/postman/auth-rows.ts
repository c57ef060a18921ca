import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createAuth, createCollection, createGet, createRow } from './builders.js';

/** Kinds of auth. */
export const authRows: readonly Row[] = [
  createKeptRow('auth.noauth', createGet({ auth: { type: 'noauth' } }), {
    request: { auth: { type: 'none' } },
  }),
  createKeptRow('no auth', createGet({}), { request: { auth: { type: 'inherit' } } }),
  createKeptRow(
    'auth of a collection',
    { ...createGet({}), auth: { type: 'basic', basic: [{ key: 'username', value: 'u' }] } },
    {
      root: { auth: { type: 'basic', username: 'u' } },
    },
  ),
  createKeptRow('auth.basic', createAuth('basic', { username: 'u', password: '{{p}}' }), {
    request: { auth: { type: 'basic', password: '{{p}}' } },
  }),
  createKeptRow(
    'auth as an object (2.0)',
    createGet({ auth: { type: 'bearer', bearer: { token: '{{t}}' } } }),
    {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    },
  ),
  createKeptRow('auth.bearer', createAuth('bearer', { token: '{{t}}' }), {
    request: { auth: { type: 'bearer', token: '{{t}}' } },
  }),
  createKeptRow('auth.apikey', createAuth('apikey', { key: 'k', value: '{{v}}', in: 'query' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'query' } },
  }),
  createKeptRow('auth.digest', createAuth('digest', { username: 'u', password: '{{p}}' }), {
    request: { auth: { type: 'digest' } },
  }),
  createKeptRow('auth.ntlm', createAuth('ntlm', { username: 'u', password: '{{p}}', domain: 'd' }), {
    request: { auth: { type: 'ntlm', domain: 'd' } },
  }),
  createKeptRow('auth.awsv4', createAuth('awsv4', { accessKey: 'a', secretKey: '{{s}}' }), {
    request: { auth: { type: 'aws-sigv4' } },
  }),
  createKeptRow(
    'auth.oauth1',
    createAuth('oauth1', { consumerKey: 'k', consumerSecret: '{{s}}', timestamp: '1', nonce: 'n' }),
    {
      request: { auth: { type: 'oauth1', timestamp: '1', nonce: 'n' } },
    },
  ),
  createKeptRow(
    'auth.oauth2',
    createAuth('oauth2', { grant_type: 'client_credentials', accessTokenUrl: 'https://t.example' }),
    {
      request: { auth: { type: 'oauth2', grant: 'client_credentials' } },
    },
  ),
  createChangedRow(
    'auth.oauth2 of a token alone',
    'a bearer token, which Postman sends',
    createAuth('oauth2', { accessToken: '{{t}}', addTokenTo: 'header' }),
    {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    },
  ),
  createChangedRow(
    'auth.oauth2 of a token alone, in the query',
    'an API key of the query',
    createAuth('oauth2', { accessToken: '{{t}}', addTokenTo: 'queryParams' }),
    {
      request: { auth: { type: 'api-key', name: 'access_token', value: '{{t}}', in: 'query' } },
    },
  ),
  createChangedRow(
    'auth.oauth2, implicit, with a token',
    'a bearer token, which Postman sends',
    createAuth('oauth2', { grant_type: 'implicit', authUrl: 'https://t.example', accessToken: '{{t}}' }),
    {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    },
  ),
  createListedRow(
    'auth.oauth2, accessToken beside accessTokenUrl',
    createAuth('oauth2', {
      grant_type: 'client_credentials',
      accessTokenUrl: 'https://t.example',
      accessToken: 't',
    }),
    'r',
    'the access token that it has; it signs in for a new one',
  ),
  createKeptRow(
    'auth.oauth2, challengeAlgorithm',
    createAuth('oauth2', {
      grant_type: 'authorization_code_with_pkce',
      accessTokenUrl: 'https://t.example',
      challengeAlgorithm: 'plain',
    }),
    { request: { auth: { type: 'oauth2', pkce: 'plain' } } },
  ),
  createListedRow(
    'another algorithm of auth.jwt',
    createAuth('jwt', { algorithm: 'XX1', secret: '{{s}}' }),
    'r',
    'the algorithm XX1 of its auth “jwt”',
  ),
  createListedRow(
    'another method of auth.oauth1',
    createAuth('oauth1', { consumerKey: 'k', consumerSecret: '{{s}}', signatureMethod: 'HMAC-MD5' }),
    'r',
    'the algorithm HMAC-MD5 of its auth “oauth1”',
  ),
  createListedRow(
    'auth.oauth2, state',
    createAuth('oauth2', {
      grant_type: 'authorization_code',
      accessTokenUrl: 'https://t.example',
      state: 's',
    }),
    'r',
    'state of its auth “oauth2”',
  ),
  createListedRow(
    'auth.digest, realm, nonce and other fields of the challenge',
    createAuth('digest', { username: 'u', password: '{{p}}', realm: 'a', nonce: 'b', algorithm: 'MD5' }),
    'r',
    'realm, nonce, algorithm of its auth “digest”',
  ),
  createListedRow(
    'auth.ntlm, workstation',
    createAuth('ntlm', { username: 'u', password: '{{p}}', workstation: 'w' }),
    'r',
    'workstation of its auth “ntlm”',
  ),
  createListedRow(
    'auth.oauth1, addEmptyParamsToSign',
    createAuth('oauth1', { consumerKey: 'k', consumerSecret: '{{s}}', addEmptyParamsToSign: true }),
    'r',
    'addEmptyParamsToSign of its auth “oauth1”',
  ),
  createKeptRow('auth.jwt', createAuth('jwt', { algorithm: 'HS256', secret: '{{s}}', payload: '{"a":1}' }), {
    request: { auth: { type: 'jwt', claims: '{"a":1}' } },
  }),
  createKeptRow(
    'auth.jwt in the query',
    createAuth('jwt', { algorithm: 'HS256', secret: '{{s}}', addTokenTo: 'queryParam' }),
    {
      request: { auth: { type: 'jwt', sendIn: 'query', queryName: 'token' } },
    },
  ),
  createKeptRow(
    'auth.jwt, empty headerPrefix',
    createAuth('jwt', { algorithm: 'HS256', secret: '{{s}}', headerPrefix: '' }),
    {
      request: { auth: { type: 'jwt', prefix: '' } },
    },
  ),
  createChangedRow(
    'auth.jwt without a key',
    'no auth, because Postman sends none',
    createAuth('jwt', { algorithm: 'RS256', secret: 'unused', privateKey: '' }),
    { request: { auth: { type: 'none' } } },
  ),
  createChangedRow(
    'auth.oauth2 of a token alone, with an empty headerPrefix',
    'a header without a prefix',
    createAuth('oauth2', { accessToken: '{{t}}', headerPrefix: '' }),
    { request: { auth: { type: 'api-key', name: 'Authorization', value: '{{t}}', in: 'header' } } },
  ),
  createListedRow(
    'auth of a folder without a counterpart',
    createCollection({ name: 'f', item: [], auth: { type: 'hawk', hawk: [] } }),
    'f',
    'the auth “hawk” has no counterpart; its auth is none',
  ),
  createChangedRow(
    'a header that the auth replaces',
    'switched off, because Postman does not send it',
    createGet({
      header: [
        { key: 'authorization', value: '{{old}}' },
        { key: 'A', value: '1' },
      ],
      auth: { type: 'basic', basic: [{ key: 'username', value: 'u' }] },
    }),
    { request: { headers: [createRow('authorization', '{{old}}', false), createRow('A', '1')] } },
  ),
  createChangedRow(
    'a header that the auth of a folder replaces',
    'switched off',
    createCollection({
      name: 'f',
      auth: { type: 'apikey', apikey: { key: 'X-Key', value: '{{k}}' } },
      item: [
        {
          name: 'r',
          request: { url: 'https://a.example', header: [{ key: 'x-key', value: '{{old}}' }] },
        },
      ],
    }),
    { request: { headers: [createRow('x-key', '{{old}}', false)] } },
  ),
  createChangedRow(
    'a parameter that the auth replaces',
    'switched off',
    createGet({
      url: 'https://a.example?k=1&l=2',
      auth: { type: 'apikey', apikey: { key: 'k', value: '{{v}}', in: 'query' } },
    }),
    { request: { queryParams: [createRow('k', '1', false), createRow('l', '2')] } },
  ),
  createKeptRow(
    'a header beside an auth without a value',
    createGet({
      header: [{ key: 'Authorization', value: '{{t}}' }],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '' }] },
    }),
    { request: { headers: [createRow('Authorization', '{{t}}')] } },
  ),
  ...['hawk', 'edgegrid', 'asap'].map((type) =>
    createListedRow(
      `auth.${type}`,
      createAuth(type, { id: 'a' }),
      'r',
      `the auth “${type}” has no counterpart; its auth is none`,
    ),
  ),
];
