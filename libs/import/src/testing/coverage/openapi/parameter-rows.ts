import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { about, createOperation, createParameter, createRow, place } from './builders.js';

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
