import { createChangedRow, type Format, createKeptRow, createListedRow, readWhole } from '../row.js';
import { createJsonBody, createRow } from './builders.js';

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
