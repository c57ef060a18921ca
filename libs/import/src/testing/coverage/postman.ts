import { changed, type Format, kept, listed, readWhole, type Row } from './row.js';

const collection = (item: unknown, more: object = {}) => ({
  info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [item],
  ...more,
});
const item = (request: unknown, more: object = {}) => collection({ name: 'r', request, ...more });
const get = (fields: object, more: object = {}) =>
  item({ method: 'GET', url: 'https://a.example', ...fields }, more);
const post = (body: object, more: object = {}) =>
  item({ method: 'POST', url: 'https://a.example', body, ...more });
const behavior = (fields: object) => get({}, { protocolProfileBehavior: fields });
const auth = (type: string, fields: Readonly<Record<string, unknown>>) =>
  get({ auth: { type, [type]: Object.entries(fields).map(([key, value]) => ({ key, value })) } });
const row = (name: string, value: string, enabled = true) => ({ name, value, enabled });

const itemRows: readonly Row[] = [
  kept('info.name', get({}), { name: 'C' }),
  kept(
    'info.description',
    { ...get({}), info: { name: 'C', description: 'd', schema: 'https://schema.postman.com' } },
    {
      root: { description: 'd' },
    },
  ),
  kept('item groups', collection({ name: 'f', item: [], description: 'd' }), {
    folder: { path: 'f', description: 'd' },
  }),
  kept('item.name', get({}), { request: { name: 'r' } }),
  kept('request as a URL', item('https://a.example'), {
    request: { method: 'GET', url: 'https://a.example' },
  }),
  kept('request.method', post({}), { request: { method: 'POST' } }),
  kept('request.description', get({ description: { content: 'd' } }), { request: { description: 'd' } }),
  kept('request.header', get({ header: [{ key: 'a', value: '1', disabled: true }] }), {
    request: { headers: [row('a', '1', false)] },
  }),
  kept('request.header as a text', get({ header: 'a: 1\nb: 2' }), {
    request: { headers: [row('a', '1'), row('b', '2')] },
  }),
  listed(
    'descriptions of rows',
    get({ header: [{ key: 'a', value: '1', description: 'd' }] }),
    'C',
    'the descriptions of 1 row, such as parameters and headers',
  ),
  listed(
    'request.proxy',
    get({ proxy: { host: 'p.example', port: 8080 } }),
    'r',
    'its proxy p.example; set one for the environment or the workspace',
  ),
  listed(
    'request.certificate',
    get({ certificate: { name: 'c' } }),
    'r',
    'its client certificate c; choose its files in the settings of the workspace',
  ),
  kept('response', get({}, { response: [{ name: 'e', code: 200, body: '{}' }] }), {
    request: { examples: [{ name: 'e', response: { status: 200 } }] },
  }),
  kept('event, prerequest', get({}, { event: [{ listen: 'prerequest', script: { exec: ['a()'] } }] }), {
    request: { foreign: { dialect: 'postman', beforeRequest: 'a()' } },
  }),
  kept('event, test', get({}, { event: [{ listen: 'test', script: { exec: 'a()' } }] }), {
    request: { foreign: { dialect: 'postman', tests: 'a()' } },
  }),
  changed(
    'event, disabled',
    'is not needed',
    get({}, { event: [{ listen: 'test', disabled: true, script: { exec: 'a()' } }] }),
    {
      request: { foreign: null },
    },
  ),
  listed(
    'event.script.src',
    get({}, { event: [{ listen: 'test', script: { src: 'https://s.example/a.js' } }] }),
    'r',
    'its script at https://s.example/a.js, which is not fetched; paste it',
  ),
  listed(
    'other events',
    get({}, { event: [{ listen: 'load', script: { exec: 'a()' } }] }),
    'r',
    'its script for “load”',
  ),
  changed(
    'variable',
    'variables of the workspace',
    { ...get({}), variable: [{ key: 'v', value: '1' }] },
    {
      root: { variables: [row('v', '1')] },
    },
  ),
  listed(
    'variable of a request',
    collection({ name: 'r', request: { url: 'https://a.example' }, variable: [{ key: 'v', value: '1' }] }),
    'r',
    'its own variable “v”; folders and collections have variables',
  ),
  kept(
    'variable with an id alone',
    { ...get({}), variable: [{ id: 'v', value: '1' }] },
    { root: { variables: [row('v', '1')] } },
  ),
];

const urlRows: readonly Row[] = [
  kept('url.raw', get({ url: { raw: 'https://a.example/b' } }), { request: { url: 'https://a.example/b' } }),
  kept(
    'url.protocol, host, port and path',
    get({ url: { protocol: 'https', host: ['a', 'example'], port: '1', path: ['b'] } }),
    {
      request: { url: 'https://a.example:1/b' },
    },
  ),
  kept(
    'url.query',
    get({ url: { raw: 'https://a.example?q=1', query: [{ key: 'q', value: '1', disabled: true }] } }),
    {
      request: { queryParams: [row('q', '1', false)] },
    },
  ),
  kept(
    'url.variable',
    get({ url: { raw: 'https://a.example/:id', variable: [{ key: 'id', value: '7' }] } }),
    {
      request: { pathParams: [row('id', '7')] },
    },
  ),
  kept(
    'url.variable with an id alone',
    get({ url: { raw: 'https://a.example/:id', variable: [{ id: 'id', value: '7' }] } }),
    {
      request: { pathParams: [row('id', '7')] },
    },
  ),
  listed(
    'url.variable that the URL does not have',
    get({ url: { raw: 'https://a.example/{{id}}', variable: [{ key: 'id', value: '7' }] } }),
    'r',
    '“id” of its path variables, which its URL does not have',
  ),
  listed(
    'url.hash',
    get({ url: { raw: 'https://a.example/#h', hash: 'h' } }),
    'r',
    'the fragment #h of its URL, which is never sent',
  ),
  kept('a URL without a scheme', get({ url: 'localhost:8080/x' }), { request: { url: 'localhost:8080/x' } }),
];

const bodyRows: readonly Row[] = [
  kept('body.raw', post({ mode: 'raw', raw: 'a', options: { raw: { language: 'xml' } } }), {
    request: { body: { type: 'text', content: 'a', contentType: 'application/xml' } },
  }),
  kept('body.raw as JSON', post({ mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } }), {
    request: { body: { type: 'json', content: '{}' } },
  }),
  kept('body.urlencoded', post({ mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] }), {
    request: { body: { type: 'form-urlencoded', fields: [row('a', '1')] } },
  }),
  kept('body.urlencoded as a text', post({ mode: 'urlencoded', urlencoded: 'a=1&b=2' }), {
    request: { body: { type: 'form-urlencoded', fields: [row('a', '1'), row('b', '2')] } },
  }),
  kept('body.formdata', post({ mode: 'formdata', formdata: [{ key: 'a', type: 'text', value: '1' }] }), {
    request: { body: { type: 'multipart', parts: [row('a', '1')] } },
  }),
  kept(
    'body.formdata of files',
    post({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: ['b.txt', 'c.txt'] }] }),
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
  changed(
    'body.formdata of a file that was never chosen',
    'a part that is switched off',
    post({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: [] }] }),
    {
      request: { body: { parts: [{ name: 'a', file: '', enabled: false }] } },
    },
  ),
  kept(
    'Content-Type beside a form',
    item({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded; charset=utf-8' }],
      body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
    }),
    {
      request: { headers: [row('Content-Type', 'application/x-www-form-urlencoded; charset=utf-8')] },
    },
  ),
  changed(
    'Content-Type of something else beside a form',
    'the type of the form, which Postman sends',
    item({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
    }),
    {
      request: { headers: [], body: { type: 'form-urlencoded' } },
    },
  ),
  kept(
    'Content-Type that is switched off',
    item({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'text/plain', disabled: true }],
      body: { mode: 'formdata', formdata: [{ key: 'a', type: 'text', value: '1' }] },
    }),
    {
      request: { headers: [row('Content-Type', 'text/plain', false)] },
    },
  ),
  listed(
    'another method of body.graphql',
    item({ method: 'PUT', url: 'https://a.example', body: { mode: 'graphql', graphql: { query: '{ a }' } } }),
    'r',
    'the method PUT of its GraphQL query, which is sent with POST',
  ),
  kept('body.file.src', post({ mode: 'file', file: { src: 'a.bin' } }), {
    request: { body: { type: 'binary', file: 'a.bin' } },
  }),
  changed('body.file.content', 'a text', post({ mode: 'file', file: { content: 'a' } }), {
    request: { body: { type: 'text', content: 'a' } },
  }),
  kept('body.graphql', post({ mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } }), {
    request: { kind: 'graphql', query: '{ a }' },
  }),
  changed('body.disabled', 'no body', post({ mode: 'raw', raw: 'a', disabled: true }), {
    request: { body: { type: 'none' } },
  }),
  listed('other modes', post({ mode: 'binary' }), 'r', 'its body of the mode “binary”'),
  listed(
    'a body of GET',
    get({ body: { mode: 'raw', raw: 'a' } }),
    'r',
    'its body, which Postman does not send with GET',
  ),
];

const authRows: readonly Row[] = [
  kept('auth.noauth', get({ auth: { type: 'noauth' } }), { request: { auth: { type: 'none' } } }),
  kept('no auth', get({}), { request: { auth: { type: 'inherit' } } }),
  kept(
    'auth of a collection',
    { ...get({}), auth: { type: 'basic', basic: [{ key: 'username', value: 'u' }] } },
    {
      root: { auth: { type: 'basic', username: 'u' } },
    },
  ),
  kept('auth.basic', auth('basic', { username: 'u', password: '{{p}}' }), {
    request: { auth: { type: 'basic', password: '{{p}}' } },
  }),
  kept('auth as an object (2.0)', get({ auth: { type: 'bearer', bearer: { token: '{{t}}' } } }), {
    request: { auth: { type: 'bearer', token: '{{t}}' } },
  }),
  kept('auth.bearer', auth('bearer', { token: '{{t}}' }), {
    request: { auth: { type: 'bearer', token: '{{t}}' } },
  }),
  kept('auth.apikey', auth('apikey', { key: 'k', value: '{{v}}', in: 'query' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'query' } },
  }),
  kept('auth.digest', auth('digest', { username: 'u', password: '{{p}}' }), {
    request: { auth: { type: 'digest' } },
  }),
  kept('auth.ntlm', auth('ntlm', { username: 'u', password: '{{p}}', domain: 'd' }), {
    request: { auth: { type: 'ntlm', domain: 'd' } },
  }),
  kept('auth.awsv4', auth('awsv4', { accessKey: 'a', secretKey: '{{s}}' }), {
    request: { auth: { type: 'aws-sigv4' } },
  }),
  kept('auth.oauth1', auth('oauth1', { consumerKey: 'k', consumerSecret: '{{s}}' }), {
    request: { auth: { type: 'oauth1' } },
  }),
  kept(
    'auth.oauth2',
    auth('oauth2', { grant_type: 'client_credentials', accessTokenUrl: 'https://t.example' }),
    {
      request: { auth: { type: 'oauth2', grant: 'client_credentials' } },
    },
  ),
  changed(
    'auth.oauth2 of a token alone',
    'a bearer token, which Postman sends',
    auth('oauth2', { accessToken: '{{t}}', addTokenTo: 'header' }),
    {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    },
  ),
  changed(
    'auth.oauth2 of a token alone, in the query',
    'an API key of the query',
    auth('oauth2', { accessToken: '{{t}}', addTokenTo: 'queryParams' }),
    {
      request: { auth: { type: 'api-key', name: 'access_token', value: '{{t}}', in: 'query' } },
    },
  ),
  changed(
    'auth.oauth2, implicit, with a token',
    'a bearer token, which Postman sends',
    auth('oauth2', { grant_type: 'implicit', authUrl: 'https://t.example', accessToken: '{{t}}' }),
    {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    },
  ),
  listed(
    'auth.oauth2, accessToken beside accessTokenUrl',
    auth('oauth2', {
      grant_type: 'client_credentials',
      accessTokenUrl: 'https://t.example',
      accessToken: 't',
    }),
    'r',
    'the access token that it has; it signs in for a new one',
  ),
  listed(
    'auth.oauth2, state',
    auth('oauth2', { grant_type: 'authorization_code', accessTokenUrl: 'https://t.example', state: 's' }),
    'r',
    'state of its auth “oauth2”',
  ),
  listed(
    'auth.digest, realm, nonce and other fields of the challenge',
    auth('digest', { username: 'u', password: '{{p}}', realm: 'a', nonce: 'b', algorithm: 'MD5' }),
    'r',
    'realm, nonce, algorithm of its auth “digest”',
  ),
  listed(
    'auth.ntlm, workstation',
    auth('ntlm', { username: 'u', password: '{{p}}', workstation: 'w' }),
    'r',
    'workstation of its auth “ntlm”',
  ),
  listed(
    'auth.oauth1, addEmptyParamsToSign',
    auth('oauth1', { consumerKey: 'k', consumerSecret: '{{s}}', addEmptyParamsToSign: true }),
    'r',
    'addEmptyParamsToSign of its auth “oauth1”',
  ),
  kept('auth.jwt', auth('jwt', { algorithm: 'HS256', secret: '{{s}}', payload: '{"a":1}' }), {
    request: { auth: { type: 'jwt', claims: '{"a":1}' } },
  }),
  ...['hawk', 'edgegrid', 'asap'].map((type) =>
    listed(
      `auth.${type}`,
      auth(type, { id: 'a' }),
      'r',
      `the auth “${type}” has no counterpart; its auth is none`,
    ),
  ),
];

const behaviorRows: readonly Row[] = [
  kept('followRedirects', behavior({ followRedirects: false }), {
    request: { settings: { followRedirects: false } },
  }),
  kept('maxRedirects', behavior({ maxRedirects: 3 }), { request: { settings: { maxRedirects: 3 } } }),
  kept('strictSSL', behavior({ strictSSL: false }), { request: { settings: { tls: { verify: false } } } }),
  kept('disableCookies', behavior({ disableCookies: true }), { request: { settings: { cookies: false } } }),
  ...(
    [
      ['followOriginalHttpMethod', 'that redirects keep the method'],
      ['followAuthorizationHeader', 'that the Authorization header is sent to other hosts after a redirect'],
      ['removeRefererHeaderOnRedirect', 'that redirects are followed without a Referer'],
      ['disableUrlEncoding', 'that its URL is not encoded'],
      ['insecureFileRead', 'that files outside of the folder are read'],
      ['tlsPreferServerCiphers', 'that the server chooses the cipher'],
    ] as const
  ).map(([key, what]) => listed(key, behavior({ [key]: true }), 'r', `its setting ${key}, ${what}`)),
  listed(
    'disabledSystemHeaders',
    behavior({ disabledSystemHeaders: { 'user-agent': true } }),
    'r',
    'its setting disabledSystemHeaders, the headers that are not sent by themselves',
  ),
  listed(
    'tlsDisabledProtocols',
    behavior({ tlsDisabledProtocols: ['TLSv1'] }),
    'r',
    'its setting tlsDisabledProtocols, the versions of TLS that are switched off',
  ),
  listed(
    'tlsCipherSelection',
    behavior({ tlsCipherSelection: ['A'] }),
    'r',
    'its setting tlsCipherSelection, the ciphers of TLS',
  ),
].map((one) => ({ ...one, construct: `protocolProfileBehavior.${one.construct}` }));

export const postman: Format = {
  name: 'Postman collections 2.0 and 2.1',
  specification: 'https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html',
  read: (input) => readWhole(input),
  rows: [...itemRows, ...urlRows, ...bodyRows, ...authRows, ...behaviorRows],
};
