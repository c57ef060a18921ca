import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { about, createOperation, createRow, place } from './builders.js';

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
