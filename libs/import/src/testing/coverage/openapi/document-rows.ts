import {
  createChangedRow,
  createKeptRow,
  createListedRow,
  type Format,
  readWhole,
  type Row,
} from '../row.js';
import {
  about,
  createJsonBody,
  createOperation,
  createRow,
  createSecuredOperation,
  place,
} from './builders.js';

export const documentRows: readonly Row[] = [
  createKeptRow('info.title', { ...createOperation({}) }, { name: 'A' }),
  createKeptRow(
    'info.description',
    { ...createOperation({}), info: { title: 'A', description: 'd' } },
    { root: { description: 'd' } },
  ),
  createChangedRow('info.version', 'is not needed to send', createOperation({}), { name: 'A' }),
  createListedRow(
    'info.contact, license, termsOfService',
    {
      ...createOperation({}),
      info: { title: 'A', contact: { name: 'c' }, license: { name: 'l' }, termsOfService: 't' },
    },
    'info',
    'its contact, license, termsOfService',
  ),
  createChangedRow('servers', 'an environment for each, with `baseUrl`', createOperation({}), {
    environments: [{ variables: [{ name: 'baseUrl', value: 'https://a.example' }] }],
  }),
  createKeptRow(
    'servers.variables',
    createOperation({}, { servers: [{ url: 'https://{r}.example', variables: { r: { default: 'eu' } } }] }),
    { environments: [{ variables: [{ value: 'https://{{r}}.example' }, { name: 'r', value: 'eu' }] }] },
  ),
  createKeptRow(
    'servers of a path',
    { ...about, paths: { '/x': { servers: [{ url: 'https://b.example' }], get: {} } } },
    {
      request: { url: 'https://b.example/x' },
    },
  ),
  createKeptRow('servers of an operation', createOperation({ servers: [{ url: 'https://b.example' }] }), {
    request: { url: 'https://b.example/x' },
  }),
  createListedRow(
    'further servers of a path or operation',
    createOperation({ servers: [{ url: 'https://b.example' }, { url: 'https://c.example' }] }),
    place,
    'its other servers, https://c.example; the request uses https://b.example',
  ),
  createChangedRow(
    'tags of a document',
    'a folder for each',
    createOperation({ tags: ['t'] }, { tags: [{ name: 't', description: 'd' }] }),
    {
      folder: { path: 't', description: 'd' },
    },
  ),
  createChangedRow(
    'externalDocs',
    'a link in the description',
    createOperation({ externalDocs: { url: 'https://d.example' } }),
    {
      request: { description: '[https://d.example](https://d.example)' },
    },
  ),
  createListedRow(
    'webhooks',
    { ...createOperation({}), webhooks: { sold: { post: {} } } },
    'webhooks.sold',
    'a webhook, which the server sends',
  ),
  createKeptRow(
    '$ref within the document',
    createOperation(
      { parameters: [{ $ref: '#/components/parameters/P' }] },
      {
        components: { parameters: { P: { name: 'p', in: 'query', required: true, example: 'v' } } },
      },
    ),
    { request: { queryParams: [createRow('v')] } },
  ),
  createListedRow(
    '$ref to another document that was not given',
    createOperation({ parameters: [{ $ref: 'https://b.example/p.json' }] }),
    'https://b.example/p.json',
    'the reference leads to another document, or to nothing in this one',
  ),
  createListedRow(
    'a path without a slash',
    { ...about, paths: { x: { get: {} } } },
    'paths.x',
    'it does not begin with a slash, as paths do; it is read as /x',
  ),
  createKeptRow(
    'additionalOperations (3.2)',
    { ...about, paths: { '/x': { additionalOperations: { LINK: {} } } } },
    {
      request: { method: 'LINK' },
    },
  ),
  createKeptRow(
    'info.summary',
    { ...createOperation({}), info: { title: 'A', summary: 's' } },
    { root: { description: 's' } },
  ),
  createKeptRow(
    'summary and description of a path beside a description of the operation',
    { ...about, paths: { '/x': { summary: 's', description: 'd', get: { description: 'o' } } } },
    { request: { description: 'o\n\ns\n\nd' } },
  ),
  createListedRow(
    'servers.variables, enum',
    createOperation(
      {},
      { servers: [{ url: 'https://{r}.example', variables: { r: { default: 'eu', enum: ['eu', 'us'] } } }] },
    ),
    'servers',
    'the other values of its variable “r”: us',
  ),
  createListedRow(
    'servers.variables, description',
    createOperation(
      {},
      { servers: [{ url: 'https://{r}.example', variables: { r: { default: 'eu', description: 'd' } } }] },
    ),
    'servers',
    'the description of its variable “r”',
  ),
  createKeptRow(
    'description of a path',
    { ...about, paths: { '/x': { description: 'd', get: {} } } },
    { request: { description: 'd' } },
  ),
  createListedRow(
    'tags.parent (3.2)',
    createOperation({ tags: ['t'] }, { tags: [{ name: 't', parent: 'u' }] }),
    'tags.t',
    'that it stands in “u”; its folder stands beside that',
  ),
  createChangedRow('x- fields', 'is not needed to send', createOperation({ 'x-a': 1 }), {
    request: { method: 'GET' },
  }),
  createKeptRow(
    'query (3.2)',
    { ...about, paths: { '/x': { query: {} } } },
    { request: { method: 'QUERY' } },
  ),
];

export const securityRows: readonly Row[] = [
  createKeptRow('http, basic', createSecuredOperation({ type: 'http', scheme: 'basic' }), {
    request: { auth: { type: 'basic' } },
  }),
  createKeptRow('http, bearer', createSecuredOperation({ type: 'http', scheme: 'bearer' }), {
    request: { auth: { type: 'bearer' } },
  }),
  createKeptRow('http, digest', createSecuredOperation({ type: 'http', scheme: 'digest' }), {
    request: { auth: { type: 'digest' } },
  }),
  createKeptRow('apiKey in header', createSecuredOperation({ type: 'apiKey', in: 'header', name: 'k' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'header' } },
  }),
  createKeptRow('apiKey in query', createSecuredOperation({ type: 'apiKey', in: 'query', name: 'k' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'query' } },
  }),
  createChangedRow(
    'apiKey in cookie',
    'a Cookie header',
    createSecuredOperation({ type: 'apiKey', in: 'cookie', name: 'k' }),
    {
      request: { auth: { type: 'api-key', name: 'Cookie', value: 'k={{api_key}}' } },
    },
  ),
  createKeptRow(
    'oauth2',
    createSecuredOperation(
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t.example' } } },
      ['a'],
    ),
    {
      request: { auth: { type: 'oauth2', grant: 'client_credentials', scope: 'a' } },
    },
  ),
  createListedRow(
    'oauth2, implicit',
    createSecuredOperation({
      type: 'oauth2',
      flows: { implicit: { authorizationUrl: 'https://t.example' } },
    }),
    place,
    'the implicit flow of “s”; a token is sent that you enter as the secret token',
  ),
  createChangedRow(
    'openIdConnect',
    'OAuth 2 with the issuer',
    createSecuredOperation({
      type: 'openIdConnect',
      openIdConnectUrl: 'https://i.example/.well-known/openid-configuration',
    }),
    { request: { auth: { type: 'oauth2', issuer: 'https://i.example' } } },
  ),
  createListedRow(
    'mutualTLS',
    createSecuredOperation({ type: 'mutualTLS' }),
    place,
    'the security scheme “s”',
  ),
  createListedRow(
    'several schemes at once',
    createOperation(
      { security: [{ a: [], b: [] }] },
      {
        components: { securitySchemes: { a: { type: 'http', scheme: 'basic' }, b: { type: 'mutualTLS' } } },
      },
    ),
    place,
    'the security scheme “b”, which is needed beside “a”',
  ),
  createListedRow(
    'further alternatives',
    createOperation(
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
  createKeptRow('security: []', createOperation({ security: [] }), { request: { auth: { type: 'none' } } }),
];

const createSwaggerOperation = (fields: object, more: object = {}) => ({
  ...{ swagger: '2.0', info: { title: 'A' }, host: 'a.example', schemes: ['https'], ...more },
  paths: { '/x': { post: { responses: {}, ...fields } } },
});
const createSwaggerParameter = (fields: object, more: object = {}) =>
  createSwaggerOperation({ parameters: [{ name: 'p', required: true, ...fields }], ...more });
const createSecuredSwaggerOperation = (scheme: object) =>
  createSwaggerOperation({ security: [{ s: [] }] }, { securityDefinitions: { s: scheme } });

export const swagger: Format = {
  name: 'Swagger 2.0',
  specification: 'https://spec.openapis.org/oas/v2.0.html',
  read: (input) => readWhole(input),
  rows: [
    createChangedRow(
      'host, basePath and schemes',
      'an environment for each scheme',
      createSwaggerOperation({}, { basePath: '/v1' }),
      {
        environments: [{ variables: [{ name: 'baseUrl', value: 'https://a.example/v1' }] }],
      },
    ),
    createKeptRow('schemes of an operation', createSwaggerOperation({ schemes: ['http'] }), {
      request: { url: 'http://a.example/x' },
    }),
    createKeptRow(
      'collectionFormat',
      createSwaggerParameter({ in: 'query', type: 'array', collectionFormat: 'multi', default: ['a', 'b'] }),
      {
        request: { queryParams: [createRow('a'), createRow('b')] },
      },
    ),
    createKeptRow('in: formData', createSwaggerParameter({ in: 'formData', type: 'string', default: 'v' }), {
      request: { body: { type: 'form-urlencoded', fields: [createRow('v')] } },
    }),
    createListedRow(
      'type: file',
      createSwaggerParameter({ in: 'formData', type: 'file' }),
      'POST /x',
      'the file of the part “p”; choose it in the body',
    ),
    createKeptRow('in: body', createSwaggerParameter({ in: 'body', schema: { example: { a: 1 } } }), {
      request: { body: createJsonBody({ a: 1 }) },
    }),
    createKeptRow(
      'consumes',
      createSwaggerParameter({ in: 'body', schema: { example: 'a' } }, { consumes: ['text/plain'] }),
      {
        request: { body: { type: 'text', contentType: 'text/plain' } },
      },
    ),
    createListedRow(
      'further types of consumes',
      createSwaggerParameter(
        { in: 'body', schema: {} },
        { consumes: ['application/json', 'application/xml'] },
      ),
      'POST /x',
      'its body as application/xml; application/json is sent',
    ),
    createKeptRow('x-example', createSwaggerParameter({ in: 'query', type: 'string', 'x-example': 'v' }), {
      request: { queryParams: [createRow('v')] },
    }),
    createKeptRow(
      'examples of responses',
      createSwaggerOperation({ responses: { 200: { description: 'ok', examples: { 'text/plain': 'a' } } } }),
      {
        request: { examples: [{ name: 'ok' }] },
      },
    ),
    createKeptRow('securityDefinitions, basic', createSecuredSwaggerOperation({ type: 'basic' }), {
      request: { auth: { type: 'basic' } },
    }),
    createKeptRow(
      'securityDefinitions, apiKey',
      createSecuredSwaggerOperation({ type: 'apiKey', in: 'header', name: 'k' }),
      {
        request: { auth: { type: 'api-key', name: 'k' } },
      },
    ),
    createKeptRow(
      'securityDefinitions, oauth2',
      createSecuredSwaggerOperation({ type: 'oauth2', flow: 'application', tokenUrl: 'https://t.example' }),
      {
        request: { auth: { type: 'oauth2', grant: 'client_credentials' } },
      },
    ),
  ],
};
