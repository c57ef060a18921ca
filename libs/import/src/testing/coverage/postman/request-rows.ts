import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createAuth, createGet, createItem, createPost, createRow } from './builders.js';

/** URLs. */
export const urlRows: readonly Row[] = [
  createKeptRow('url.raw', createGet({ url: { raw: 'https://a.example/b' } }), {
    request: { url: 'https://a.example/b' },
  }),
  createKeptRow(
    'url.protocol, host, port and path',
    createGet({ url: { protocol: 'https', host: ['a', 'example'], port: '1', path: ['b'] } }),
    {
      request: { url: 'https://a.example:1/b' },
    },
  ),
  createKeptRow(
    'url.query',
    createGet({ url: { raw: 'https://a.example?q=1', query: [{ key: 'q', value: '1', disabled: true }] } }),
    {
      request: { queryParams: [createRow('q', '1', false)] },
    },
  ),
  createKeptRow(
    'url.variable',
    createGet({ url: { raw: 'https://a.example/:id', variable: [{ key: 'id', value: '7' }] } }),
    {
      request: { pathParams: [createRow('id', '7')] },
    },
  ),
  createKeptRow(
    'url.variable with an id alone',
    createGet({ url: { raw: 'https://a.example/:id', variable: [{ id: 'id', value: '7' }] } }),
    {
      request: { pathParams: [createRow('id', '7')] },
    },
  ),
  createListedRow(
    'url.variable that the URL does not have',
    createGet({ url: { raw: 'https://a.example/{{id}}', variable: [{ key: 'id', value: '7' }] } }),
    'r',
    '“id” of its path variables, which its URL does not have',
  ),
  createListedRow(
    'url.hash',
    createGet({ url: { raw: 'https://a.example/#h', hash: 'h' } }),
    'r',
    'the fragment #h of its URL, which is never sent',
  ),
  createKeptRow('a URL without a scheme', createGet({ url: 'localhost:8080/x' }), {
    request: { url: 'localhost:8080/x' },
  }),
];

/** Bodies. */
export const bodyRows: readonly Row[] = [
  createKeptRow('body.raw', createPost({ mode: 'raw', raw: 'a', options: { raw: { language: 'xml' } } }), {
    request: { body: { type: 'text', content: 'a', contentType: 'application/xml' } },
  }),
  createKeptRow(
    'body.raw as JSON',
    createPost({ mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } }),
    {
      request: { body: { type: 'json', content: '{}' } },
    },
  ),
  createKeptRow(
    'body.urlencoded',
    createPost({ mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] }),
    {
      request: { body: { type: 'form-urlencoded', fields: [createRow('a', '1')] } },
    },
  ),
  createKeptRow('body.urlencoded as a text', createPost({ mode: 'urlencoded', urlencoded: 'a=1&b=2' }), {
    request: { body: { type: 'form-urlencoded', fields: [createRow('a', '1'), createRow('b', '2')] } },
  }),
  createKeptRow(
    'body.formdata',
    createPost({ mode: 'formdata', formdata: [{ key: 'a', type: 'text', value: '1' }] }),
    {
      request: { body: { type: 'multipart', parts: [createRow('a', '1')] } },
    },
  ),
  createKeptRow(
    'body.formdata of files',
    createPost({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: ['b.txt', 'c.txt'] }] }),
    {
      request: {
        body: {
          parts: [
            { name: 'a', file: 'b.txt' },
            { name: 'a', file: 'c.txt' },
          ],
        },
      },
    },
  ),
  createChangedRow(
    'body.formdata of a file that was never chosen',
    'a part that is switched off',
    createPost({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: [] }] }),
    {
      request: { body: { parts: [{ name: 'a', file: '', enabled: false }] } },
    },
  ),
  createKeptRow(
    'Content-Type beside a form',
    createItem({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded; charset=utf-8' }],
      body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
    }),
    {
      request: { headers: [createRow('Content-Type', 'application/x-www-form-urlencoded; charset=utf-8')] },
    },
  ),
  createChangedRow(
    'Content-Type of something else beside a form',
    'the type of the form, which Postman sends',
    createItem({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
    }),
    {
      request: { headers: [], body: { type: 'form-urlencoded' } },
    },
  ),
  createKeptRow(
    'Content-Type that is switched off',
    createItem({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'text/plain', disabled: true }],
      body: { mode: 'formdata', formdata: [{ key: 'a', type: 'text', value: '1' }] },
    }),
    {
      request: { headers: [createRow('Content-Type', 'text/plain', false)] },
    },
  ),
  createListedRow(
    'another method of body.graphql',
    createItem({
      method: 'PUT',
      url: 'https://a.example',
      body: { mode: 'graphql', graphql: { query: '{ a }' } },
    }),
    'r',
    'the method PUT of its GraphQL query, which is sent with POST',
  ),
  createKeptRow('body.file.src', createPost({ mode: 'file', file: { src: 'a.bin' } }), {
    request: { body: { type: 'binary', file: 'a.bin' } },
  }),
  createChangedRow('body.file.content', 'a text', createPost({ mode: 'file', file: { content: 'a' } }), {
    request: { body: { type: 'text', content: 'a' } },
  }),
  createKeptRow(
    'body.graphql',
    createPost({ mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } }),
    {
      request: { kind: 'graphql', query: '{ a }' },
    },
  ),
  createKeptRow('body.graphql as a text', createPost({ mode: 'graphql', graphql: '{"query":"{ a }"}' }), {
    request: { kind: 'graphql', query: '{ a }' },
  }),
  createChangedRow(
    'path variables of body.graphql',
    'a part of the URL',
    createItem({
      method: 'POST',
      url: { raw: 'https://a.example/:id', variable: [{ key: 'id', value: '7' }] },
      body: { mode: 'graphql', graphql: { query: '{ a }' } },
    }),
    { request: { kind: 'graphql', url: 'https://a.example/7' } },
  ),
  createListedRow(
    'rows of the query of body.graphql that are switched off',
    createItem({
      method: 'POST',
      url: { raw: 'https://a.example', query: [{ key: 'q', value: '1', disabled: true }] },
      body: { mode: 'graphql', graphql: { query: '{ a }' } },
    }),
    'r',
    'the row “q” of its query, which is switched off',
  ),
  createChangedRow(
    'body.file of a file that was never chosen',
    'no body',
    createPost({ mode: 'file', file: {} }),
    {
      request: { body: { type: 'none' } },
    },
  ),
  createListedRow(
    'a body without a mode',
    createPost({ raw: 'a' }),
    'r',
    'its body, which has no mode, so that Postman does not send it',
  ),
  createChangedRow('body.disabled', 'no body', createPost({ mode: 'raw', raw: 'a', disabled: true }), {
    request: { body: { type: 'none' } },
  }),
  createListedRow('other modes', createPost({ mode: 'binary' }), 'r', 'its body of the mode “binary”'),
  createListedRow(
    'a body of GET',
    createGet({ body: { mode: 'raw', raw: 'a' } }),
    'r',
    'its body, which Postman does not send with GET',
  ),
];

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
  ...['hawk', 'edgegrid', 'asap'].map((type) =>
    createListedRow(
      `auth.${type}`,
      createAuth(type, { id: 'a' }),
      'r',
      `the auth “${type}” has no counterpart; its auth is none`,
    ),
  ),
];
