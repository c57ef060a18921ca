import { changed, type Format, kept, listed, readWhole, type Row } from './row.js';

const about = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  servers: [{ url: 'https://a.example' }],
};

/** A document whose only operation is `GET /x`. */
const operation = (fields: object, more: object = {}) => ({
  ...{ ...about, ...more },
  paths: { '/x': { get: { responses: {}, ...fields } } },
});
const parameter = (fields: object) => operation({ parameters: [{ name: 'p', required: true, ...fields }] });
const body = (content: object, more: object = {}) => ({
  ...{ ...about, ...more },
  paths: { '/x': { post: { requestBody: { content }, responses: {} } } },
});
const secured = (scheme: object, scopes: readonly string[] = []) =>
  operation({ security: [{ s: scopes }] }, { components: { securitySchemes: { s: scheme } } });
const row = (value: string, enabled = true) => ({ name: 'p', value, enabled });
const json = (value: unknown) => ({ type: 'json', content: JSON.stringify(value, undefined, 2) });
const place = 'GET /x';

const documentRows: readonly Row[] = [
  kept('info.title', { ...operation({}) }, { name: 'A' }),
  kept(
    'info.description',
    { ...operation({}), info: { title: 'A', description: 'd' } },
    { root: { description: 'd' } },
  ),
  changed('info.version', 'is not needed to send', operation({}), { name: 'A' }),
  listed(
    'info.contact, license, termsOfService',
    {
      ...operation({}),
      info: { title: 'A', contact: { name: 'c' }, license: { name: 'l' }, termsOfService: 't' },
    },
    'info',
    'its contact, license, termsOfService',
  ),
  changed('servers', 'an environment for each, with `baseUrl`', operation({}), {
    environments: [{ variables: [{ name: 'baseUrl', value: 'https://a.example' }] }],
  }),
  kept(
    'servers.variables',
    operation({}, { servers: [{ url: 'https://{r}.example', variables: { r: { default: 'eu' } } }] }),
    { environments: [{ variables: [{ value: 'https://{{r}}.example' }, { name: 'r', value: 'eu' }] }] },
  ),
  kept(
    'servers of a path',
    { ...about, paths: { '/x': { servers: [{ url: 'https://b.example' }], get: {} } } },
    {
      request: { url: 'https://b.example/x' },
    },
  ),
  kept('servers of an operation', operation({ servers: [{ url: 'https://b.example' }] }), {
    request: { url: 'https://b.example/x' },
  }),
  listed(
    'further servers of a path or operation',
    operation({ servers: [{ url: 'https://b.example' }, { url: 'https://c.example' }] }),
    place,
    'its other servers, https://c.example; the request uses https://b.example',
  ),
  changed(
    'tags of a document',
    'a folder for each',
    operation({ tags: ['t'] }, { tags: [{ name: 't', description: 'd' }] }),
    {
      folder: { path: 't', description: 'd' },
    },
  ),
  changed(
    'externalDocs',
    'a link in the description',
    operation({ externalDocs: { url: 'https://d.example' } }),
    {
      request: { description: '[https://d.example](https://d.example)' },
    },
  ),
  listed(
    'webhooks',
    { ...operation({}), webhooks: { sold: { post: {} } } },
    'webhooks.sold',
    'a webhook, which the server sends',
  ),
  kept(
    '$ref within the document',
    operation(
      { parameters: [{ $ref: '#/components/parameters/P' }] },
      {
        components: { parameters: { P: { name: 'p', in: 'query', required: true, example: 'v' } } },
      },
    ),
    { request: { queryParams: [row('v')] } },
  ),
  listed(
    '$ref to another document that was not given',
    operation({ parameters: [{ $ref: 'https://b.example/p.json' }] }),
    'https://b.example/p.json',
    'the reference leads to another document, or to nothing in this one',
  ),
  listed(
    'a path without a slash',
    { ...about, paths: { x: { get: {} } } },
    'paths.x',
    'it does not begin with a slash, as paths do; it is read as /x',
  ),
  kept(
    'additionalOperations (3.2)',
    { ...about, paths: { '/x': { additionalOperations: { LINK: {} } } } },
    {
      request: { method: 'LINK' },
    },
  ),
  kept(
    'info.summary',
    { ...operation({}), info: { title: 'A', summary: 's' } },
    { root: { description: 's' } },
  ),
  kept(
    'description of a path',
    { ...about, paths: { '/x': { description: 'd', get: {} } } },
    { request: { description: 'd' } },
  ),
  listed(
    'tags.parent (3.2)',
    operation({ tags: ['t'] }, { tags: [{ name: 't', parent: 'u' }] }),
    'tags.t',
    'that it stands in “u”; its folder stands beside that',
  ),
  changed('x- fields', 'is not needed to send', operation({ 'x-a': 1 }), { request: { method: 'GET' } }),
  kept('query (3.2)', { ...about, paths: { '/x': { query: {} } } }, { request: { method: 'QUERY' } }),
];

const operationRows: readonly Row[] = [
  changed('summary', 'the name of the request', operation({ summary: 's' }), { request: { name: 's' } }),
  changed('operationId', 'the name, if there is no summary', operation({ operationId: 'o' }), {
    request: { name: 'o' },
  }),
  kept('description', operation({ description: 'd' }), { request: { description: 'd' } }),
  changed('deprecated', 'a word in the description', operation({ deprecated: true }), {
    request: { description: 'Deprecated.' },
  }),
  changed('the first tag', 'the folder of the request', operation({ tags: ['t'] }), {
    request: { folder: 't' },
  }),
  listed(
    'further tags',
    operation({ tags: ['t', 'u'] }),
    place,
    'its further tags, “u”; it stands in the folder of the first',
  ),
  listed(
    'callbacks',
    operation({ callbacks: { onEvent: {} } }),
    place,
    'the callback “onEvent”, which the server sends',
  ),
  listed(
    'links',
    operation({ responses: { 200: { description: '', links: { GetUser: {} } } } }),
    place,
    'the link “GetUser” of its responses; pass values on in onResponse',
  ),
  kept(
    'examples of responses',
    operation({
      responses: { 200: { description: 'ok', content: { 'application/json': { example: { a: 1 } } } } },
    }),
    { request: { examples: [{ name: 'ok', response: { status: 200 } }] } },
  ),
  listed(
    'schemas of responses',
    operation({ responses: { 200: { description: '', content: { 'application/json': { schema: {} } } } } }),
    'responses',
    'the schemas of 1 response; only their examples come along',
  ),
];

const parameterRows: readonly Row[] = [
  kept('in: query', parameter({ in: 'query', example: 'v' }), { request: { queryParams: [row('v')] } }),
  kept('in: header', parameter({ in: 'header', example: 'v' }), { request: { headers: [row('v')] } }),
  kept('in: cookie', parameter({ in: 'cookie', example: 'v' }), {
    request: { headers: [{ name: 'Cookie', value: 'p=v' }] },
  }),
  kept(
    'in: path',
    { ...about, paths: { '/{p}': { get: { parameters: [{ name: 'p', in: 'path', example: 'v' }] } } } },
    { request: { url: '{{baseUrl}}/:p', pathParams: [row('v')] } },
  ),
  changed(
    'in: path, as a part of a segment',
    'a variable of the request',
    { ...about, paths: { '/{p}.json': { get: { parameters: [{ name: 'p', in: 'path', example: 'v' }] } } } },
    { request: { url: '{{baseUrl}}/{{p}}.json', requestVariables: [row('v')] } },
  ),
  kept(
    'in: querystring (3.2)',
    parameter({
      in: 'querystring',
      content: { 'application/x-www-form-urlencoded': { example: { a: 1, b: 2 } } },
    }),
    { request: { queryParams: [{ name: 'a' }, { name: 'b' }] } },
  ),
  listed(
    'in: querystring in another media type',
    parameter({ in: 'querystring', content: { 'application/json': { example: {} } } }),
    place,
    'the query “p”, which is not made of names and values',
  ),
  changed(
    'required: false',
    'a row that is switched off',
    operation({ parameters: [{ name: 'p', in: 'query', example: 'v' }] }),
    {
      request: { queryParams: [row('v', false)] },
    },
  ),
  kept(
    'style and explode',
    parameter({ in: 'query', style: 'pipeDelimited', explode: false, example: ['a', 'b'] }),
    {
      request: { queryParams: [row('a|b')] },
    },
  ),
  kept('content', parameter({ in: 'query', content: { 'application/json': { example: [1] } } }), {
    request: { queryParams: [row('[1]')] },
  }),
  kept('allowReserved', parameter({ in: 'query', allowReserved: true, example: 'a/b' }), {
    request: { queryParams: [row('a/b')] },
  }),
  changed(
    'allowEmptyValue',
    'is not needed to send',
    parameter({ in: 'query', allowEmptyValue: true, example: '' }),
    {
      request: { queryParams: [row('')] },
    },
  ),
  listed(
    'description',
    parameter({ in: 'query', description: 'd' }),
    'parameters',
    'the descriptions of 1 parameter',
  ),
  listed(
    'examples after the first',
    parameter({ in: 'query', examples: { a: { value: 1 }, b: { value: 2 } } }),
    place,
    'the further examples “b” of “p”',
  ),
  changed(
    'Accept, Content-Type and Authorization',
    'what body and auth say',
    parameter({ in: 'header', name: 'Accept' }),
    {
      request: { headers: [] },
    },
  ),
];

const bodyRows: readonly Row[] = [
  kept('application/json', body({ 'application/json': { example: { a: 1 } } }), {
    request: { body: json({ a: 1 }) },
  }),
  kept('other media types of JSON', body({ 'application/vnd.api+json': { example: {} } }), {
    request: { body: json({}), headers: [{ name: 'Content-Type', value: 'application/vnd.api+json' }] },
  }),
  kept(
    'application/x-www-form-urlencoded',
    body({ 'application/x-www-form-urlencoded': { example: { p: 'v' } } }),
    {
      request: { body: { type: 'form-urlencoded', fields: [row('v')] } },
    },
  ),
  kept(
    'encoding of a form',
    body({
      'application/x-www-form-urlencoded': {
        example: { p: ['a', 'b'] },
        encoding: { p: { style: 'spaceDelimited', explode: false } },
      },
    }),
    { request: { body: { fields: [row('a b')] } } },
  ),
  kept('multipart/form-data', body({ 'multipart/form-data': { example: { p: 'v' } } }), {
    request: { body: { type: 'multipart', parts: [row('v')] } },
  }),
  kept(
    'application/xml',
    body({
      'application/xml': {
        schema: { xml: { name: 'a' }, type: 'object', properties: { b: { example: 1 } } },
      },
    }),
    {
      request: { body: { type: 'text', content: '<a>\n  <b>1</b>\n</a>', contentType: 'application/xml' } },
    },
  ),
  kept('application/x-ndjson', body({ 'application/x-ndjson': { example: [1, 2] } }), {
    request: { body: { type: 'text', content: '1\n2\n', contentType: 'application/x-ndjson' } },
  }),
  kept('text/plain', body({ 'text/plain': { example: 't' } }), {
    request: { body: { type: 'text', content: 't', contentType: 'text/plain' } },
  }),
  changed('*/*', 'the media type that fits the example', body({ '*/*': { example: { a: 1 } } }), {
    request: { body: json({ a: 1 }), headers: [] },
  }),
  listed(
    'application/octet-stream',
    body({ 'application/octet-stream': {} }),
    'POST /x',
    'the file that is the body; choose it there',
  ),
  listed(
    'further media types',
    body({ 'application/json': { example: 1 }, 'application/xml': { example: '<a/>' } }),
    'POST /x',
    'its body as application/xml; application/json is sent',
  ),
  listed(
    'examples after the first',
    body({ 'application/json': { examples: { a: { value: 1 }, b: { value: 2 } } } }),
    'POST /x',
    'the further examples “b” of its body',
  ),
  changed(
    'schema',
    'a value that it allows',
    body({ 'application/json': { schema: { type: 'integer', minimum: 3 } } }),
    {
      request: { body: json(3) },
    },
  ),
];

const securityRows: readonly Row[] = [
  kept('http, basic', secured({ type: 'http', scheme: 'basic' }), { request: { auth: { type: 'basic' } } }),
  kept('http, bearer', secured({ type: 'http', scheme: 'bearer' }), {
    request: { auth: { type: 'bearer' } },
  }),
  kept('http, digest', secured({ type: 'http', scheme: 'digest' }), {
    request: { auth: { type: 'digest' } },
  }),
  kept('apiKey in header', secured({ type: 'apiKey', in: 'header', name: 'k' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'header' } },
  }),
  kept('apiKey in query', secured({ type: 'apiKey', in: 'query', name: 'k' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'query' } },
  }),
  changed('apiKey in cookie', 'a Cookie header', secured({ type: 'apiKey', in: 'cookie', name: 'k' }), {
    request: { auth: { type: 'api-key', name: 'Cookie', value: 'k={{api_key}}' } },
  }),
  kept(
    'oauth2',
    secured({ type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t.example' } } }, ['a']),
    {
      request: { auth: { type: 'oauth2', grant: 'client_credentials', scope: 'a' } },
    },
  ),
  listed(
    'oauth2, implicit',
    secured({ type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://t.example' } } }),
    place,
    'the implicit flow of “s”; a token is sent that you enter as the secret token',
  ),
  changed(
    'openIdConnect',
    'OAuth 2 with the issuer',
    secured({
      type: 'openIdConnect',
      openIdConnectUrl: 'https://i.example/.well-known/openid-configuration',
    }),
    { request: { auth: { type: 'oauth2', issuer: 'https://i.example' } } },
  ),
  listed('mutualTLS', secured({ type: 'mutualTLS' }), place, 'the security scheme “s”'),
  listed(
    'several schemes at once',
    operation(
      { security: [{ a: [], b: [] }] },
      {
        components: { securitySchemes: { a: { type: 'http', scheme: 'basic' }, b: { type: 'mutualTLS' } } },
      },
    ),
    place,
    'the security scheme “b”, which is needed beside “a”',
  ),
  listed(
    'further alternatives',
    operation(
      { security: [{ a: [] }, { b: [] }] },
      {
        components: {
          securitySchemes: { a: { type: 'http', scheme: 'basic' }, b: { type: 'http', scheme: 'bearer' } },
        },
      },
    ),
    place,
    '“b”, which can be used instead of “a”',
  ),
  kept('security: []', operation({ security: [] }), { request: { auth: { type: 'none' } } }),
];

export const openapi: Format = {
  name: 'OpenAPI 3.0, 3.1 and 3.2',
  specification: 'https://spec.openapis.org/oas/',
  read: (input) => readWhole(input),
  rows: [...documentRows, ...operationRows, ...parameterRows, ...bodyRows, ...securityRows],
};

const swaggerOperation = (fields: object, more: object = {}) => ({
  ...{ swagger: '2.0', info: { title: 'A' }, host: 'a.example', schemes: ['https'], ...more },
  paths: { '/x': { post: { responses: {}, ...fields } } },
});
const swaggerParameter = (fields: object, more: object = {}) =>
  swaggerOperation({ parameters: [{ name: 'p', required: true, ...fields }], ...more });
const swaggerSecured = (scheme: object) =>
  swaggerOperation({ security: [{ s: [] }] }, { securityDefinitions: { s: scheme } });

export const swagger: Format = {
  name: 'Swagger 2.0',
  specification: 'https://spec.openapis.org/oas/v2.0.html',
  read: (input) => readWhole(input),
  rows: [
    changed(
      'host, basePath and schemes',
      'an environment for each scheme',
      swaggerOperation({}, { basePath: '/v1' }),
      {
        environments: [{ variables: [{ name: 'baseUrl', value: 'https://a.example/v1' }] }],
      },
    ),
    kept('schemes of an operation', swaggerOperation({ schemes: ['http'] }), {
      request: { url: 'http://a.example/x' },
    }),
    kept(
      'collectionFormat',
      swaggerParameter({ in: 'query', type: 'array', collectionFormat: 'multi', default: ['a', 'b'] }),
      {
        request: { queryParams: [row('a'), row('b')] },
      },
    ),
    kept('in: formData', swaggerParameter({ in: 'formData', type: 'string', default: 'v' }), {
      request: { body: { type: 'form-urlencoded', fields: [row('v')] } },
    }),
    listed(
      'type: file',
      swaggerParameter({ in: 'formData', type: 'file' }),
      'POST /x',
      'the file of the part “p”; choose it in the body',
    ),
    kept('in: body', swaggerParameter({ in: 'body', schema: { example: { a: 1 } } }), {
      request: { body: json({ a: 1 }) },
    }),
    kept(
      'consumes',
      swaggerParameter({ in: 'body', schema: { example: 'a' } }, { consumes: ['text/plain'] }),
      {
        request: { body: { type: 'text', contentType: 'text/plain' } },
      },
    ),
    listed(
      'further types of consumes',
      swaggerParameter({ in: 'body', schema: {} }, { consumes: ['application/json', 'application/xml'] }),
      'POST /x',
      'its body as application/xml; application/json is sent',
    ),
    kept('x-example', swaggerParameter({ in: 'query', type: 'string', 'x-example': 'v' }), {
      request: { queryParams: [row('v')] },
    }),
    kept(
      'examples of responses',
      swaggerOperation({ responses: { 200: { description: 'ok', examples: { 'text/plain': 'a' } } } }),
      {
        request: { examples: [{ name: 'ok' }] },
      },
    ),
    kept('securityDefinitions, basic', swaggerSecured({ type: 'basic' }), {
      request: { auth: { type: 'basic' } },
    }),
    kept('securityDefinitions, apiKey', swaggerSecured({ type: 'apiKey', in: 'header', name: 'k' }), {
      request: { auth: { type: 'api-key', name: 'k' } },
    }),
    kept(
      'securityDefinitions, oauth2',
      swaggerSecured({ type: 'oauth2', flow: 'application', tokenUrl: 'https://t.example' }),
      {
        request: { auth: { type: 'oauth2', grant: 'client_credentials' } },
      },
    ),
  ],
};
