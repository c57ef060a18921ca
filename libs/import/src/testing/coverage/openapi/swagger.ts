import { createChangedRow, type Format, createKeptRow, createListedRow, readWhole } from '../row.js';
import { json, row } from './builders.js';

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
    createChangedRow(
      'host, basePath and schemes',
      'an environment for each scheme',
      swaggerOperation({}, { basePath: '/v1' }),
      {
        environments: [{ variables: [{ name: 'baseUrl', value: 'https://a.example/v1' }] }],
      },
    ),
    createKeptRow('schemes of an operation', swaggerOperation({ schemes: ['http'] }), {
      request: { url: 'http://a.example/x' },
    }),
    createKeptRow(
      'collectionFormat',
      swaggerParameter({ in: 'query', type: 'array', collectionFormat: 'multi', default: ['a', 'b'] }),
      {
        request: { queryParams: [row('a'), row('b')] },
      },
    ),
    createKeptRow('in: formData', swaggerParameter({ in: 'formData', type: 'string', default: 'v' }), {
      request: { body: { type: 'form-urlencoded', fields: [row('v')] } },
    }),
    createListedRow(
      'type: file',
      swaggerParameter({ in: 'formData', type: 'file' }),
      'POST /x',
      'the file of the part “p”; choose it in the body',
    ),
    createKeptRow('in: body', swaggerParameter({ in: 'body', schema: { example: { a: 1 } } }), {
      request: { body: json({ a: 1 }) },
    }),
    createKeptRow(
      'consumes',
      swaggerParameter({ in: 'body', schema: { example: 'a' } }, { consumes: ['text/plain'] }),
      {
        request: { body: { type: 'text', contentType: 'text/plain' } },
      },
    ),
    createListedRow(
      'further types of consumes',
      swaggerParameter({ in: 'body', schema: {} }, { consumes: ['application/json', 'application/xml'] }),
      'POST /x',
      'its body as application/xml; application/json is sent',
    ),
    createKeptRow('x-example', swaggerParameter({ in: 'query', type: 'string', 'x-example': 'v' }), {
      request: { queryParams: [row('v')] },
    }),
    createKeptRow(
      'examples of responses',
      swaggerOperation({ responses: { 200: { description: 'ok', examples: { 'text/plain': 'a' } } } }),
      {
        request: { examples: [{ name: 'ok' }] },
      },
    ),
    createKeptRow('securityDefinitions, basic', swaggerSecured({ type: 'basic' }), {
      request: { auth: { type: 'basic' } },
    }),
    createKeptRow(
      'securityDefinitions, apiKey',
      swaggerSecured({ type: 'apiKey', in: 'header', name: 'k' }),
      {
        request: { auth: { type: 'api-key', name: 'k' } },
      },
    ),
    createKeptRow(
      'securityDefinitions, oauth2',
      swaggerSecured({ type: 'oauth2', flow: 'application', tokenUrl: 'https://t.example' }),
      {
        request: { auth: { type: 'oauth2', grant: 'client_credentials' } },
      },
    ),
  ],
};
