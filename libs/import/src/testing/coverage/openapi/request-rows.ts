import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import {
  about,
  createBody,
  createJsonBody,
  createOperation,
  createParameter,
  createRow,
  place,
} from './builders.js';

export const operationRows: readonly Row[] = [
  createChangedRow('summary', 'the name of the request', createOperation({ summary: 's' }), {
    request: { name: 's' },
  }),
  createChangedRow('operationId', 'the name, if there is no summary', createOperation({ operationId: 'o' }), {
    request: { name: 'o' },
  }),
  createKeptRow('description', createOperation({ description: 'd' }), { request: { description: 'd' } }),
  createChangedRow('deprecated', 'a word in the description', createOperation({ deprecated: true }), {
    request: { description: 'Deprecated.' },
  }),
  createChangedRow('the first tag', 'the folder of the request', createOperation({ tags: ['t'] }), {
    request: { folder: 't' },
  }),
  createListedRow(
    'further tags',
    createOperation({ tags: ['t', 'u'] }),
    place,
    'its further tags, “u”; it stands in the folder of the first',
  ),
  createListedRow(
    'callbacks',
    createOperation({ callbacks: { onEvent: {} } }),
    place,
    'the callback “onEvent”, which the server sends',
  ),
  createListedRow(
    'links',
    createOperation({ responses: { 200: { description: '', links: { GetUser: {} } } } }),
    place,
    'the link “GetUser” of its responses; pass values on in onResponse',
  ),
  createKeptRow(
    'examples of responses',
    createOperation({
      responses: { 200: { description: 'ok', content: { 'application/json': { example: { a: 1 } } } } },
    }),
    { request: { examples: [{ name: 'ok', response: { status: 200 } }] } },
  ),
  createListedRow(
    'schemas of responses',
    createOperation({
      responses: { 200: { description: '', content: { 'application/json': { schema: {} } } } },
    }),
    'responses',
    'the schemas of 1 response; only their examples come along',
  ),
];

export const parameterRows: readonly Row[] = [
  createListedRow(
    'in, another place',
    createParameter({ in: 'file' }),
    'GET /x',
    'the parameter “p”, which is in “file”',
  ),
  createKeptRow('in: query', createParameter({ in: 'query', example: 'v' }), {
    request: { queryParams: [createRow('v')] },
  }),
  createKeptRow('in: header', createParameter({ in: 'header', example: 'v' }), {
    request: { headers: [createRow('v')] },
  }),
  createKeptRow('in: cookie', createParameter({ in: 'cookie', example: 'v' }), {
    request: { headers: [{ name: 'Cookie', value: 'p=v' }] },
  }),
  createKeptRow(
    'in: path',
    { ...about, paths: { '/{p}': { get: { parameters: [{ name: 'p', in: 'path', example: 'v' }] } } } },
    { request: { url: '{{baseUrl}}/:p', pathParams: [createRow('v')] } },
  ),
  createChangedRow(
    'in: path, as a part of a segment',
    'a variable of the request',
    { ...about, paths: { '/{p}.json': { get: { parameters: [{ name: 'p', in: 'path', example: 'v' }] } } } },
    { request: { url: '{{baseUrl}}/{{p}}.json', requestVariables: [createRow('v')] } },
  ),
  createKeptRow(
    'in: querystring (3.2)',
    createParameter({
      in: 'querystring',
      content: { 'application/x-www-form-urlencoded': { example: { a: 1, b: 2 } } },
    }),
    { request: { queryParams: [{ name: 'a' }, { name: 'b' }] } },
  ),
  createListedRow(
    'in: querystring in another media type',
    createParameter({ in: 'querystring', content: { 'application/json': { example: {} } } }),
    place,
    'the query “p”, which is not made of names and values',
  ),
  createChangedRow(
    'required: false',
    'a row that is switched off',
    createOperation({ parameters: [{ name: 'p', in: 'query', example: 'v' }] }),
    {
      request: { queryParams: [createRow('v', false)] },
    },
  ),
  createKeptRow(
    'style and explode',
    createParameter({ in: 'query', style: 'pipeDelimited', explode: false, example: ['a', 'b'] }),
    {
      request: { queryParams: [createRow('a|b')] },
    },
  ),
  createKeptRow(
    'content',
    createParameter({ in: 'query', content: { 'application/json': { example: [1] } } }),
    {
      request: { queryParams: [createRow('[1]')] },
    },
  ),
  createKeptRow('allowReserved', createParameter({ in: 'query', allowReserved: true, example: 'a/b' }), {
    request: { queryParams: [createRow('a/b')] },
  }),
  createChangedRow(
    'allowEmptyValue',
    'is not needed to send',
    createParameter({ in: 'query', allowEmptyValue: true, example: '' }),
    {
      request: { queryParams: [createRow('')] },
    },
  ),
  createListedRow(
    'description',
    createParameter({ in: 'query', description: 'd' }),
    'parameters',
    'the descriptions of 1 parameter',
  ),
  createListedRow(
    'examples after the first',
    createParameter({ in: 'query', examples: { a: { value: 1 }, b: { value: 2 } } }),
    place,
    'the further examples “b” of “p”',
  ),
  createChangedRow(
    'Accept, Content-Type and Authorization',
    'what body and auth say',
    createParameter({ in: 'header', name: 'Accept' }),
    {
      request: { headers: [] },
    },
  ),
];

export const bodyRows: readonly Row[] = [
  createListedRow(
    'requestBody.description',
    {
      ...about,
      paths: { '/x': { post: { requestBody: { description: 'd', content: { 'text/plain': {} } } } } },
    },
    'requestBodies',
    'the descriptions of 1 body',
  ),
  createKeptRow('application/json', createBody({ 'application/json': { example: { a: 1 } } }), {
    request: { body: createJsonBody({ a: 1 }) },
  }),
  createKeptRow('other media types of JSON', createBody({ 'application/vnd.api+json': { example: {} } }), {
    request: {
      body: createJsonBody({}),
      headers: [{ name: 'Content-Type', value: 'application/vnd.api+json' }],
    },
  }),
  createKeptRow(
    'application/x-www-form-urlencoded',
    createBody({ 'application/x-www-form-urlencoded': { example: { p: 'v' } } }),
    {
      request: { body: { type: 'form-urlencoded', fields: [createRow('v')] } },
    },
  ),
  createKeptRow(
    'encoding of a form',
    createBody({
      'application/x-www-form-urlencoded': {
        example: { p: ['a', 'b'] },
        encoding: { p: { style: 'spaceDelimited', explode: false } },
      },
    }),
    { request: { body: { fields: [createRow('a b')] } } },
  ),
  createKeptRow('multipart/form-data', createBody({ 'multipart/form-data': { example: { p: 'v' } } }), {
    request: { body: { type: 'multipart', parts: [createRow('v')] } },
  }),
  createKeptRow(
    'application/xml',
    createBody({
      'application/xml': {
        schema: { xml: { name: 'a' }, type: 'object', properties: { b: { example: 1 } } },
      },
    }),
    {
      request: { body: { type: 'text', content: '<a>\n  <b>1</b>\n</a>', contentType: 'application/xml' } },
    },
  ),
  createKeptRow('application/x-ndjson', createBody({ 'application/x-ndjson': { example: [1, 2] } }), {
    request: { body: { type: 'text', content: '1\n2\n', contentType: 'application/x-ndjson' } },
  }),
  createKeptRow('text/plain', createBody({ 'text/plain': { example: 't' } }), {
    request: { body: { type: 'text', content: 't', contentType: 'text/plain' } },
  }),
  createChangedRow(
    '*/*',
    'the media type that fits the example',
    createBody({ '*/*': { example: { a: 1 } } }),
    {
      request: { body: createJsonBody({ a: 1 }), headers: [] },
    },
  ),
  createListedRow(
    'application/octet-stream',
    createBody({ 'application/octet-stream': {} }),
    'POST /x',
    'the file that is the body; choose it there',
  ),
  createListedRow(
    'further media types',
    createBody({ 'application/json': { example: 1 }, 'application/xml': { example: '<a/>' } }),
    'POST /x',
    'its body as application/xml; application/json is sent',
  ),
  createListedRow(
    'examples after the first',
    createBody({ 'application/json': { examples: { a: { value: 1 }, b: { value: 2 } } } }),
    'POST /x',
    'the further examples “b” of its body',
  ),
  createChangedRow(
    'schema',
    'a value that it allows',
    createBody({ 'application/json': { schema: { type: 'integer', minimum: 3 } } }),
    {
      request: { body: createJsonBody(3) },
    },
  ),
];
