import { changed, kept, listed, type Row } from '../row.js';
import { about, operation, parameter, row, place } from './builders.js';

export const parameterRows: readonly Row[] = [
  listed('in, another place', parameter({ in: 'file' }), 'GET /x', 'the parameter “p”, which is in “file”'),
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
