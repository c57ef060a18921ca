import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createAuthDocument, createRequestDocument, createRow, describeTag } from './builders.js';

/** The fields of a request. */
export const requestRows: readonly Row[] = [
  createKeptRow('name, method and url', createRequestDocument(), {
    request: { name: 'r', method: 'GET', url: 'https://a.example' },
  }),
  createKeptRow('description', createRequestDocument({ meta: { id: 'req_1', description: 'd' } }), {
    request: { description: 'd' },
  }),
  createKeptRow('headers', createRequestDocument({ headers: [{ name: 'a', value: '1', disabled: true }] }), {
    request: { headers: [createRow('a', '1', false)] },
  }),
  createListedRow(
    'descriptions of rows',
    createRequestDocument({
      headers: [{ name: 'a', value: '1', description: 'd' }],
      parameters: [{ name: 'b', description: 'e' }],
    }),
    'r',
    'the descriptions of 2 rows',
  ),
  createKeptRow('parameters', createRequestDocument({ parameters: [{ name: 'a', value: '1' }] }), {
    request: { queryParams: [createRow('a', '1')] },
  }),
  createKeptRow(
    'pathParameters',
    createRequestDocument({ url: 'https://a.example/:id', pathParameters: [{ name: 'id', value: '7' }] }),
    {
      request: { pathParams: [createRow('id', '7')] },
    },
  ),
  createKeptRow(
    'body of JSON',
    createRequestDocument({ body: { mimeType: 'application/json', text: '{}' } }),
    {
      request: { body: { type: 'json', content: '{}' } },
    },
  ),
  createKeptRow(
    'body of another type of JSON',
    createRequestDocument({ body: { mimeType: 'application/merge-patch+json', text: '{}' } }),
    {
      request: {
        body: { type: 'json' },
        headers: [createRow('Content-Type', 'application/merge-patch+json')],
      },
    },
  ),
  createKeptRow('body of text', createRequestDocument({ body: { mimeType: 'text/xml', text: '<a/>' } }), {
    request: { body: { type: 'text', content: '<a/>', contentType: 'text/xml' } },
  }),
  createKeptRow(
    'body of a form',
    createRequestDocument({
      body: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }] },
    }),
    {
      request: { body: { type: 'form-urlencoded', fields: [createRow('a', '1')] } },
    },
  ),
  createKeptRow(
    'body of parts',
    createRequestDocument({
      body: { mimeType: 'multipart/form-data', params: [{ name: 'a', type: 'file', fileName: 'b' }] },
    }),
    {
      request: { body: { type: 'multipart', parts: [{ name: 'a', file: 'b' }] } },
    },
  ),
  createKeptRow(
    'body of a file',
    createRequestDocument({ body: { mimeType: 'application/octet-stream', fileName: 'b' } }),
    {
      request: { body: { type: 'binary', file: 'b' } },
    },
  ),
  createKeptRow(
    'body of GraphQL',
    createRequestDocument({
      method: 'POST',
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' },
    }),
    {
      request: { kind: 'graphql', query: '{ a }' },
    },
  ),
  createKeptRow(
    'parameters of GraphQL',
    createRequestDocument({
      method: 'POST',
      parameters: [{ name: 'a', value: '1' }],
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' },
    }),
    {
      request: { kind: 'graphql', url: 'https://a.example?a=1' },
    },
  ),
  createListedRow(
    'another method of a body of GraphQL',
    createRequestDocument({
      method: 'PUT',
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' },
    }),
    'r',
    'the method PUT of its GraphQL query, which is sent with POST',
  ),
  createListedRow(
    'extensions of GraphQL',
    createRequestDocument({
      method: 'POST',
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }","extensions":{}}' },
    }),
    'r',
    'the extensions of its GraphQL query',
  ),
  createKeptRow('settings.followRedirects', createRequestDocument({ settings: { followRedirects: 'off' } }), {
    request: { settings: { followRedirects: false } },
  }),
  createKeptRow(
    'settings.cookies.send',
    createRequestDocument({ settings: { cookies: { send: false, store: false } } }),
    {
      request: { settings: { cookies: false } },
    },
  ),
  createListedRow(
    'settings.cookies.store',
    createRequestDocument({ settings: { cookies: { send: true, store: false } } }),
    'r',
    'that the cookies of its response are not stored',
  ),
  createListedRow(
    'settings.encodeUrl',
    createRequestDocument({ settings: { encodeUrl: false } }),
    'r',
    'that its URL is not encoded',
  ),
  createListedRow(
    'settings.rebuildPath',
    createRequestDocument({ settings: { rebuildPath: false } }),
    'r',
    'that “..” stays in the path of its URL',
  ),
  createKeptRow(
    'settings.validateCertificates',
    createRequestDocument({ settings: { validateCertificates: false } }),
    {
      request: { settings: { tls: { verify: false } } },
    },
  ),
  createListedRow(
    'other settings',
    createRequestDocument({ settings: { other: 'a' } }),
    'r',
    'its setting settingOther: a',
  ),
  createListedRow(
    'settings.renderRequestBody',
    createRequestDocument({ settings: { renderRequestBody: false } }),
    'r',
    'that templates in its body are not filled in; variables in it are',
  ),
  createListedRow(
    'scripts',
    createRequestDocument({ scripts: { preRequest: 'a()' } }),
    'r',
    'its pre-request script does not run here; it is a comment in the script',
  ),
  createKeptRow('templates of variables', createRequestDocument({ url: "{{ _.base }}/{{ _['a b'] }}" }), {
    request: { url: '{{base}}/{{a b}}' },
  }),
  createKeptRow(
    'quoted keys in templates',
    createRequestDocument({ url: `{{ _.base }}/{{ _.desk['name'] }}/{{ _['a']["b c"][0].d }}` }),
    { request: { url: '{{base}}/{{desk.name}}/{{a.b c[0].d}}' } },
  ),
  createListedRow(
    'template tags',
    createRequestDocument({ url: "{% uuid 'v4' %}" }),
    'r',
    describeTag("{% uuid 'v4' %}"),
  ),
  createKeptRow('list access in templates', createRequestDocument({ url: '{{ _.users[0].name }}' }), {
    request: { url: '{{users[0].name}}' },
  }),
  createListedRow(
    'template tags in an API key',
    createRequestDocument({ authentication: { type: 'apikey', key: 'k', value: "{% response 'body' %}" } }),
    'r',
    describeTag("{% response 'body' %}"),
  ),
  createListedRow(
    'template tags that are long',
    createRequestDocument({ url: `https://a.example/{% code '${'x'.repeat(5_000)}' %}` }),
    'r',
    describeTag(`{% code '${'x'.repeat(191)}…`),
  ),
  createListedRow(
    'comments in templates',
    createRequestDocument({ url: 'https://a.example/{# note #}' }),
    'r',
    describeTag('{# note #}'),
  ),
  createListedRow(
    'filters in templates',
    createRequestDocument({ url: '{{ _.name | upper }}' }),
    'r',
    describeTag('{{ _.name | upper }}'),
  ),
];

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
