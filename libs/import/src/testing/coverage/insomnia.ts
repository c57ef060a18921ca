import { changed, type Format, kept, listed, readWhole, type Row } from './row.js';

const row = (name: string, value: string, enabled = true) => ({ name, value, enabled });
const request = (fields: object = {}) => ({
  ...{ url: 'https://a.example', name: 'r', method: 'GET', meta: { id: 'req_1' } },
  ...fields,
});
const document = (fields: object) => ({
  ...{ type: 'collection.insomnia.rest/5.0', name: 'I', meta: { id: 'wrk_1' } },
  ...fields,
});
const one = (fields: object = {}, more: object = {}) => document({ collection: [request(fields)], ...more });
const folder = (fields: object) =>
  document({ collection: [{ name: 'f', meta: { id: 'fld_1' }, children: [], ...fields }] });
const auth = (type: string, fields: object = {}) => one({ authentication: { type, ...fields } });
const tag = (text: string): string =>
  `the template tag ${text} stays as it is; compute its value in onRequest`;

const shared: readonly Row[] = [
  kept('name, method and url', one(), { request: { name: 'r', method: 'GET', url: 'https://a.example' } }),
  kept('description', one({ meta: { id: 'req_1', description: 'd' } }), { request: { description: 'd' } }),
  kept('headers', one({ headers: [{ name: 'a', value: '1', disabled: true }] }), {
    request: { headers: [row('a', '1', false)] },
  }),
  listed(
    'descriptions of rows',
    one({
      headers: [{ name: 'a', value: '1', description: 'd' }],
      parameters: [{ name: 'b', description: 'e' }],
    }),
    'r',
    'the descriptions of 2 rows',
  ),
  kept('parameters', one({ parameters: [{ name: 'a', value: '1' }] }), {
    request: { queryParams: [row('a', '1')] },
  }),
  kept(
    'pathParameters',
    one({ url: 'https://a.example/:id', pathParameters: [{ name: 'id', value: '7' }] }),
    {
      request: { pathParams: [row('id', '7')] },
    },
  ),
  kept('body of JSON', one({ body: { mimeType: 'application/json', text: '{}' } }), {
    request: { body: { type: 'json', content: '{}' } },
  }),
  kept(
    'body of another type of JSON',
    one({ body: { mimeType: 'application/merge-patch+json', text: '{}' } }),
    {
      request: { body: { type: 'json' }, headers: [row('Content-Type', 'application/merge-patch+json')] },
    },
  ),
  kept('body of text', one({ body: { mimeType: 'text/xml', text: '<a/>' } }), {
    request: { body: { type: 'text', content: '<a/>', contentType: 'text/xml' } },
  }),
  kept(
    'body of a form',
    one({ body: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }] } }),
    {
      request: { body: { type: 'form-urlencoded', fields: [row('a', '1')] } },
    },
  ),
  kept(
    'body of parts',
    one({ body: { mimeType: 'multipart/form-data', params: [{ name: 'a', type: 'file', fileName: 'b' }] } }),
    {
      request: { body: { type: 'multipart', parts: [{ name: 'a', file: 'b' }] } },
    },
  ),
  kept('body of a file', one({ body: { mimeType: 'application/octet-stream', fileName: 'b' } }), {
    request: { body: { type: 'binary', file: 'b' } },
  }),
  kept('body of GraphQL', one({ body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' } }), {
    request: { kind: 'graphql', query: '{ a }' },
  }),
  kept(
    'parameters of GraphQL',
    one({
      parameters: [{ name: 'a', value: '1' }],
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' },
    }),
    {
      request: { kind: 'graphql', url: 'https://a.example?a=1' },
    },
  ),
  kept('settings.followRedirects', one({ settings: { followRedirects: 'off' } }), {
    request: { settings: { followRedirects: false } },
  }),
  kept('settings.cookies.send', one({ settings: { cookies: { send: false, store: false } } }), {
    request: { settings: { cookies: false } },
  }),
  listed(
    'settings.cookies.store',
    one({ settings: { cookies: { send: true, store: false } } }),
    'r',
    'that the cookies of its response are not stored',
  ),
  listed('settings.encodeUrl', one({ settings: { encodeUrl: false } }), 'r', 'that its URL is not encoded'),
  listed(
    'settings.renderRequestBody',
    one({ settings: { renderRequestBody: false } }),
    'r',
    'that templates in its body are not filled in; variables in it are',
  ),
  listed(
    'scripts',
    one({ scripts: { preRequest: 'a()' } }),
    'r',
    'its pre-request script does not run here; it is a comment in the script',
  ),
  kept('templates of variables', one({ url: "{{ _.base }}/{{ _['a b'] }}" }), {
    request: { url: '{{base}}/{{a b}}' },
  }),
  listed('template tags', one({ url: "{% uuid 'v4' %}" }), 'r', tag("{% uuid 'v4' %}")),
  kept('list access in templates', one({ url: '{{ _.users[0].name }}' }), {
    request: { url: '{{users[0].name}}' },
  }),
  listed('filters in templates', one({ url: '{{ _.name | upper }}' }), 'r', tag('{{ _.name | upper }}')),
];

const folders: readonly Row[] = [
  kept('folders', folder({ meta: { id: 'fld_1', description: 'd' } }), {
    folder: { path: 'f', description: 'd' },
  }),
  kept('environment of a folder', folder({ environment: { a: { b: 1 } } }), {
    folder: { variables: [row('a.b', '1')] },
  }),
  kept('headers of a folder', folder({ headers: [{ name: 'a', value: '1' }] }), {
    folder: { headers: [row('a', '1')] },
  }),
  kept('auth of a folder', folder({ authentication: { type: 'basic', username: 'u' } }), {
    folder: { auth: { type: 'basic' } },
  }),
  listed(
    'unknown auth of a folder',
    folder({ authentication: { type: 'hawk' } }),
    'f',
    'the auth “hawk” has no counterpart',
  ),
  listed(
    'template tags of a folder',
    folder({ headers: [{ name: 'a', value: '{% now %}' }] }),
    'f',
    tag('{% now %}'),
  ),
];

const auths: readonly Row[] = [
  kept('auth none', auth('none'), { request: { auth: { type: 'none' } } }),
  changed('auth that is disabled', 'none', auth('basic', { disabled: true }), {
    request: { auth: { type: 'none' } },
  }),
  kept('auth basic', auth('basic', { username: 'u' }), {
    request: { auth: { type: 'basic', username: 'u' } },
  }),
  listed(
    'auth basic in ISO 8859-1',
    auth('basic', { useISO88591: true }),
    'r',
    'the encoding ISO 8859-1 of its login; it is sent as UTF-8',
  ),
  kept('auth bearer', auth('bearer', { token: '{{t}}' }), {
    request: { auth: { type: 'bearer', token: '{{t}}' } },
  }),
  changed('auth bearer with a prefix', 'an API key', auth('bearer', { token: '{{t}}', prefix: 'Token' }), {
    request: { auth: { type: 'api-key', name: 'Authorization', value: 'Token {{t}}' } },
  }),
  kept('auth apikey', auth('apikey', { key: 'k', value: '{{v}}', addTo: 'queryParams' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'query' } },
  }),
  changed(
    'auth apikey in a cookie',
    'a Cookie header',
    auth('apikey', { key: 'k', value: '{{v}}', addTo: 'cookie' }),
    {
      request: { auth: { type: 'api-key', name: 'Cookie', value: 'k={{v}}' } },
    },
  ),
  kept('auth digest', auth('digest'), { request: { auth: { type: 'digest' } } }),
  kept('auth ntlm', auth('ntlm'), { request: { auth: { type: 'ntlm' } } }),
  kept('auth iam', auth('iam'), { request: { auth: { type: 'aws-sigv4' } } }),
  kept('auth oauth1', auth('oauth1', { consumerKey: 'k' }), { request: { auth: { type: 'oauth1' } } }),
  kept('auth oauth2', auth('oauth2', { grantType: 'client_credentials', audience: 'a' }), {
    request: {
      auth: { type: 'oauth2', parameters: { token: [{ name: 'audience', value: 'a', in: 'body' }] } },
    },
  }),
  listed(
    'auth oauth2, implicit',
    auth('oauth2', { grantType: 'implicit' }),
    'r',
    'the auth “oauth2” has no counterpart; its auth is none',
  ),
  ...['hawk', 'asap', 'netrc', 'singleToken'].map((type) =>
    listed(`auth ${type}`, auth(type), 'r', `the auth “${type}” has no counterpart; its auth is none`),
  ),
];

const wholes: readonly Row[] = [
  changed(
    'environments',
    'an environment, which the others extend',
    one({}, { environments: { name: 'Base', data: { a: 1 } } }),
    {
      environments: [{ name: 'I', variables: [row('a', '1')] }],
    },
  ),
  kept('meta.description', one({}, { meta: { id: 'wrk_1', description: 'd' } }), {
    root: { description: 'd' },
  }),
  kept(
    'environments.subEnvironments',
    one({}, { environments: { name: 'Base', subEnvironments: [{ name: 's', data: { a: 1 } }] } }),
    {
      environments: [{ name: 's', variables: [row('a', '1')] }],
    },
  ),
  listed(
    'template tags of an environment',
    one({}, { environments: { name: 'Base', data: { a: '{% now %}' } } }),
    'environments',
    tag('{% now %}'),
  ),
  listed('cookieJar', one({}, { cookieJar: { cookies: [{ key: 'a' }] } }), 'cookieJar', '1 cookie'),
  listed(
    'spec',
    one({}, { spec: { contents: 'openapi: 3.1.0' } }),
    'spec',
    'the text of its API specification; import it by itself',
  ),
  listed(
    'certificates',
    one({}, { certificates: [{ host: 'a.example' }] }),
    'certificates',
    'its client certificates; choose their files in the settings of the workspace',
  ),
  listed('testSuites', one({}, { testSuites: [{ name: 't' }] }), 'testSuites', 'its unit tests'),
  listed('WebSocket requests', one({ meta: { id: 'ws-req_1' } }), 'r', 'it is a WebSocket request'),
  listed('gRPC requests', one({ meta: { id: 'greq_1' }, protoFileId: 'pf' }), 'r', 'it is a gRPC request'),
  listed('Socket.IO requests', one({ meta: { id: 'socketio-req_1' } }), 'r', 'it is a Socket.IO request'),
];

/** Documents that have something beside what is left out, since one with nothing is refused. */
const beside = (row5: Row): Row => {
  const given = row5.input as { readonly collection?: readonly object[] };
  return row5.outcome === 'listed'
    ? {
        ...row5,
        input: {
          ...given,
          collection: [...(given.collection ?? []), request({ name: 'other', meta: { id: 'req_9' } })],
        },
      }
    : row5;
};

export const insomnia5: Format = {
  name: 'Insomnia 5',
  specification: 'https://github.com/Kong/insomnia/tree/develop/packages/insomnia-schemas',
  read: (input) => readWhole(input),
  rows: [...shared, ...folders, ...auths, ...wholes].map(beside),
};

const workspace = { _id: 'wrk_1', _type: 'workspace', name: 'I', parentId: null };
const resources = (...given: readonly object[]) => ({
  ...{ _type: 'export', __export_format: 4 },
  resources: [workspace, ...given],
});
const request4 = (fields: object = {}) => ({
  ...{
    _id: 'req_1',
    _type: 'request',
    parentId: 'wrk_1',
    name: 'r',
    method: 'GET',
    url: 'https://a.example',
  },
  ...fields,
});
const other = (type: string, fields: object = {}) =>
  resources(request4(), { _id: 'o_1', _type: type, parentId: 'wrk_1', name: 'o', ...fields });

export const insomnia4: Format = {
  name: 'Insomnia 4',
  specification: 'https://docs.insomnia.rest/insomnia/import-export-data',
  read: (input) => readWhole(input),
  rows: [
    kept('request', resources(request4()), { request: { name: 'r', url: 'https://a.example' } }),
    kept('request_group', resources({ _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'f' }), {
      folder: { path: 'f' },
    }),
    kept(
      'workspace.description',
      {
        ...{ _type: 'export', __export_format: 4 },
        resources: [{ _id: 'wrk_1', _type: 'workspace', name: 'I', description: 'd' }, request4()],
      },
      { root: { description: 'd' } },
    ),
    kept(
      'environment',
      resources(request4(), {
        _id: 'env_1',
        _type: 'environment',
        parentId: 'wrk_1',
        name: 'E',
        data: { a: 1 },
      }),
      {
        environments: [{ variables: [row('a', '1')] }],
      },
    ),
    kept('settingFollowRedirects', resources(request4({ settingFollowRedirects: 'off' })), {
      request: { settings: { followRedirects: false } },
    }),
    kept('settingSendCookies', resources(request4({ settingSendCookies: false })), {
      request: { settings: { cookies: false } },
    }),
    listed(
      'settingStoreCookies',
      resources(request4({ settingStoreCookies: false })),
      'r',
      'that the cookies of its response are not stored',
    ),
    listed(
      'settingEncodeUrl',
      resources(request4({ settingEncodeUrl: false })),
      'r',
      'that its URL is not encoded',
    ),
    listed(
      'settingDisableRenderRequestBody',
      resources(request4({ settingDisableRenderRequestBody: true })),
      'r',
      'that templates in its body are not filled in; variables in it are',
    ),
    listed(
      'preRequestScript',
      resources(request4({ preRequestScript: 'a()' })),
      'r',
      'its pre-request script does not run here; it is a comment in the script',
    ),
    listed(
      'a parent that is not in the document',
      resources(request4({ parentId: 'fld_9' })),
      'r',
      'the folder fld_9 that it is in is not in the document; it stands at the root',
    ),
    listed(
      'cookie_jar',
      other('cookie_jar', { cookies: [{ key: 'a' }] }),
      'o',
      'it is a cookie jar with cookies',
    ),
    listed('api_spec', other('api_spec', { contents: 'a' }), 'o', 'it is the text of its API specification'),
    listed('unit_test_suite', other('unit_test_suite'), 'o', 'it is a suite of unit tests'),
    listed('proto_file', other('proto_file'), 'o', 'it is a file of Protocol Buffers'),
    listed('grpc_request', other('grpc_request'), 'o', 'it is a gRPC request'),
    listed('websocket_request', other('websocket_request'), 'o', 'it is a WebSocket request'),
    listed('mock_server', other('mock_server'), 'o', 'it is a mock server'),
  ],
};
