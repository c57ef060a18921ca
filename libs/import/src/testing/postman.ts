/**
 * A collection with every construct of Postman's format 2.1 that has a counterpart in Tandem, and some that have
 * none.
 */
export const postmanCollection = {
  info: {
    _postman_id: '6c0f',
    name: 'Shop',
    description: { content: 'The **shop**', type: 'text/markdown' },
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
  variable: [
    { key: 'base', value: 'https://shop.example' },
    { key: 'accessToken', value: 'eyJhbGciOi.payload.signature' },
    { id: 'old', value: '1' },
    { key: 'off', value: '2', disabled: true },
  ],
  event: [
    {
      listen: 'prerequest',
      script: { type: 'text/javascript', exec: ["pm.environment.set('x', 1);", '// */ done'] },
    },
  ],
  item: [
    {
      name: 'Users / admins',
      description: 'People',
      auth: {
        type: 'basic',
        basic: [
          { key: 'username', value: 'ann' },
          { key: 'password', value: 'hunter2-secret' },
        ],
      },
      item: [
        {
          name: 'Find',
          event: [
            { listen: 'test', script: { exec: "pm.test('ok', () => pm.response.to.have.status(200));" } },
          ],
          protocolProfileBehavior: {
            followRedirects: false,
            maxRedirects: 3,
            strictSSL: false,
            disableCookies: true,
          },
          request: {
            method: 'get',
            header: [
              { key: 'X-Trace', value: '{{trace}}' },
              { key: 'X-Off', value: 'no', disabled: true },
              { key: 'X-Api-Key', value: 'k-123456789' },
            ],
            url: {
              raw: '{{base}}/users/:id?q=a%20b&page=1&skip=2#top',
              host: ['{{base}}'],
              path: ['users', ':id'],
              query: [
                { key: 'q', value: 'a%20b' },
                { key: 'page', value: '1' },
                { key: 'skip', value: '2', disabled: true },
              ],
              variable: [{ key: 'id', value: '42' }],
            },
          },
          response: [
            {
              name: 'Found',
              originalRequest: {
                method: 'GET',
                header: [{ key: 'X-Api-Key', value: 'k-123456789' }],
                url: {
                  raw: '{{base}}/users/:id?q=a%20b',
                  query: [{ key: 'q', value: 'a%20b' }],
                  variable: [{ key: 'id', value: '42' }],
                },
              },
              status: 'OK',
              code: 200,
              _postman_previewlanguage: 'json',
              header: [{ key: 'Content-Type', value: 'application/json' }],
              cookie: [
                { name: 'sid', value: 'session-1', path: '/', domain: 'shop.example', httpOnly: true },
              ],
              responseTime: 12,
              body: '{"id": 42, "key": "k-123456789"}',
            },
            { name: '' },
          ],
        },
        {
          name: 'Create',
          request: {
            method: 'POST',
            header: [{ key: 'Content-Type', value: 'application/json' }],
            auth: { type: 'noauth' },
            body: { mode: 'raw', raw: '{"name": "{{name}}"}', options: { raw: { language: 'json' } } },
            url: '{{base}}/users?dry=true',
          },
        },
        {
          name: 'Upload',
          request: {
            method: 'POST',
            body: {
              mode: 'formdata',
              formdata: [
                { key: 'title', value: 'Me', type: 'text' },
                { key: 'photo', type: 'file', src: ['a.png', 'b.png'], contentType: 'image/png' },
                { key: 'old', value: 'x', disabled: true },
              ],
            },
            url: { protocol: 'https', host: ['shop', 'example'], port: '8443', path: ['upload'] },
          },
        },
      ],
    },
    {
      name: 'Token',
      request: {
        method: 'POST',
        header: 'Accept: text/plain\nX-Two: 2',
        body: { mode: 'urlencoded', urlencoded: [{ key: 'grant', value: 'x' }] },
        auth: { type: 'hawk', hawk: [] },
        url: '{{base}}/token',
      },
    },
    {
      name: 'Products',
      request: {
        method: 'POST',
        body: {
          mode: 'graphql',
          graphql: {
            query: 'query P($n: Int) { products(first: $n) { id } }',
            variables: '{"n": 2}',
            operationName: 'P',
          },
        },
        url: { raw: '{{base}}/graphql' },
      },
    },
    { name: 'Ping', request: 'https://shop.example/ping' },
  ],
} as const;
