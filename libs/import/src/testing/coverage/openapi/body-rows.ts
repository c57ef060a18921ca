import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { about, body, row, json } from './builders.js';

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
  createKeptRow('application/json', body({ 'application/json': { example: { a: 1 } } }), {
    request: { body: json({ a: 1 }) },
  }),
  createKeptRow('other media types of JSON', body({ 'application/vnd.api+json': { example: {} } }), {
    request: { body: json({}), headers: [{ name: 'Content-Type', value: 'application/vnd.api+json' }] },
  }),
  createKeptRow(
    'application/x-www-form-urlencoded',
    body({ 'application/x-www-form-urlencoded': { example: { p: 'v' } } }),
    {
      request: { body: { type: 'form-urlencoded', fields: [row('v')] } },
    },
  ),
  createKeptRow(
    'encoding of a form',
    body({
      'application/x-www-form-urlencoded': {
        example: { p: ['a', 'b'] },
        encoding: { p: { style: 'spaceDelimited', explode: false } },
      },
    }),
    { request: { body: { fields: [row('a b')] } } },
  ),
  createKeptRow('multipart/form-data', body({ 'multipart/form-data': { example: { p: 'v' } } }), {
    request: { body: { type: 'multipart', parts: [row('v')] } },
  }),
  createKeptRow(
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
  createKeptRow('application/x-ndjson', body({ 'application/x-ndjson': { example: [1, 2] } }), {
    request: { body: { type: 'text', content: '1\n2\n', contentType: 'application/x-ndjson' } },
  }),
  createKeptRow('text/plain', body({ 'text/plain': { example: 't' } }), {
    request: { body: { type: 'text', content: 't', contentType: 'text/plain' } },
  }),
  createChangedRow('*/*', 'the media type that fits the example', body({ '*/*': { example: { a: 1 } } }), {
    request: { body: json({ a: 1 }), headers: [] },
  }),
  createListedRow(
    'application/octet-stream',
    body({ 'application/octet-stream': {} }),
    'POST /x',
    'the file that is the body; choose it there',
  ),
  createListedRow(
    'further media types',
    body({ 'application/json': { example: 1 }, 'application/xml': { example: '<a/>' } }),
    'POST /x',
    'its body as application/xml; application/json is sent',
  ),
  createListedRow(
    'examples after the first',
    body({ 'application/json': { examples: { a: { value: 1 }, b: { value: 2 } } } }),
    'POST /x',
    'the further examples “b” of its body',
  ),
  createChangedRow(
    'schema',
    'a value that it allows',
    body({ 'application/json': { schema: { type: 'integer', minimum: 3 } } }),
    {
      request: { body: json(3) },
    },
  ),
];
