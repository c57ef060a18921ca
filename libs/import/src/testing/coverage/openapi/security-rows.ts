import { changed, kept, listed, type Row } from '../row.js';
import { operation, secured, place } from './builders.js';

export const securityRows: readonly Row[] = [
  kept('http, basic', secured({ type: 'http', scheme: 'basic' }), { request: { auth: { type: 'basic' } } }),
  kept('http, bearer', secured({ type: 'http', scheme: 'bearer' }), {
    request: { auth: { type: 'bearer' } },
  }),
  kept('http, digest', secured({ type: 'http', scheme: 'digest' }), {
    request: { auth: { type: 'digest' } },
  }),
  kept('apiKey in header', secured({ type: 'apiKey', in: 'header', name: 'k' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'header' } },
  }),
  kept('apiKey in query', secured({ type: 'apiKey', in: 'query', name: 'k' }), {
    request: { auth: { type: 'api-key', name: 'k', in: 'query' } },
  }),
  changed('apiKey in cookie', 'a Cookie header', secured({ type: 'apiKey', in: 'cookie', name: 'k' }), {
    request: { auth: { type: 'api-key', name: 'Cookie', value: 'k={{api_key}}' } },
  }),
  kept(
    'oauth2',
    secured({ type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t.example' } } }, ['a']),
    {
      request: { auth: { type: 'oauth2', grant: 'client_credentials', scope: 'a' } },
    },
  ),
  listed(
    'oauth2, implicit',
    secured({ type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://t.example' } } }),
    place,
    'the implicit flow of “s”; a token is sent that you enter as the secret token',
  ),
  changed(
    'openIdConnect',
    'OAuth 2 with the issuer',
    secured({
      type: 'openIdConnect',
      openIdConnectUrl: 'https://i.example/.well-known/openid-configuration',
    }),
    { request: { auth: { type: 'oauth2', issuer: 'https://i.example' } } },
  ),
  listed('mutualTLS', secured({ type: 'mutualTLS' }), place, 'the security scheme “s”'),
  listed(
    'several schemes at once',
    operation(
      { security: [{ a: [], b: [] }] },
      {
        components: { securitySchemes: { a: { type: 'http', scheme: 'basic' }, b: { type: 'mutualTLS' } } },
      },
    ),
    place,
    'the security scheme “b”, which is needed beside “a”',
  ),
  listed(
    'further alternatives',
    operation(
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
  kept('security: []', operation({ security: [] }), { request: { auth: { type: 'none' } } }),
];
