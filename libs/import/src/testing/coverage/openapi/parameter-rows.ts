import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { about, operation, parameter, row, place } from './builders.js';

export const parameterRows: readonly Row[] = [
  createListedRow(
    'in, another place',
    parameter({ in: 'file' }),
    'GET /x',
    'the parameter “p”, which is in “file”',
  ),
  createKeptRow('in: query', parameter({ in: 'query', example: 'v' }), {
    request: { queryParams: [row('v')] },
  }),
  createKeptRow('in: header', parameter({ in: 'header', example: 'v' }), {
    request: { headers: [row('v')] },
  }),
  createKeptRow('in: cookie', parameter({ in: 'cookie', example: 'v' }), {
    request: { headers: [{ name: 'Cookie', value: 'p=v' }] },
  }),
  createKeptRow(
    'in: path',
    { ...about, paths: { '/{p}': { get: { parameters: [{ name: 'p', in: 'path', example: 'v' }] } } } },
    { request: { url: '{{baseUrl}}/:p', pathParams: [row('v')] } },
  ),
  createChangedRow(
    'in: path, as a part of a segment',
    'a variable of the request',
    { ...about, paths: { '/{p}.json': { get: { parameters: [{ name: 'p', in: 'path', example: 'v' }] } } } },
    { request: { url: '{{baseUrl}}/{{p}}.json', requestVariables: [row('v')] } },
  ),
  createKeptRow(
    'in: querystring (3.2)',
    parameter({
      in: 'querystring',
      content: { 'application/x-www-form-urlencoded': { example: { a: 1, b: 2 } } },
    }),
    { request: { queryParams: [{ name: 'a' }, { name: 'b' }] } },
  ),
  createListedRow(
    'in: querystring in another media type',
    parameter({ in: 'querystring', content: { 'application/json': { example: {} } } }),
    place,
    'the query “p”, which is not made of names and values',
  ),
  createChangedRow(
    'required: false',
    'a row that is switched off',
    operation({ parameters: [{ name: 'p', in: 'query', example: 'v' }] }),
    {
      request: { queryParams: [row('v', false)] },
    },
  ),
  createKeptRow(
    'style and explode',
    parameter({ in: 'query', style: 'pipeDelimited', explode: false, example: ['a', 'b'] }),
    {
      request: { queryParams: [row('a|b')] },
    },
  ),
  createKeptRow('content', parameter({ in: 'query', content: { 'application/json': { example: [1] } } }), {
    request: { queryParams: [row('[1]')] },
  }),
  createKeptRow('allowReserved', parameter({ in: 'query', allowReserved: true, example: 'a/b' }), {
    request: { queryParams: [row('a/b')] },
  }),
  createChangedRow(
    'allowEmptyValue',
    'is not needed to send',
    parameter({ in: 'query', allowEmptyValue: true, example: '' }),
    {
      request: { queryParams: [row('')] },
    },
  ),
  createListedRow(
    'description',
    parameter({ in: 'query', description: 'd' }),
    'parameters',
    'the descriptions of 1 parameter',
  ),
  createListedRow(
    'examples after the first',
    parameter({ in: 'query', examples: { a: { value: 1 }, b: { value: 2 } } }),
    place,
    'the further examples “b” of “p”',
  ),
  createChangedRow(
    'Accept, Content-Type and Authorization',
    'what body and auth say',
    parameter({ in: 'header', name: 'Accept' }),
    {
      request: { headers: [] },
    },
  ),
];
