import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createOperation, createSecuredOperation, place } from './builders.js';

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
