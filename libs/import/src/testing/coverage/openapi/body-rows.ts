import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { about, createBody, createRow, createJsonBody } from './builders.js';

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
