import { describe, expect, it } from 'vitest';

import { postmanCollection } from './testing/postman.js';
import { findRequest, read } from './testing/read.js';

const authOf = (auth: unknown): unknown =>
  findRequest(read({ info: { name: 'A' }, item: [{ name: 'R', request: { url: 'x', auth } }] }), 'R').auth;

describe('the import of a Postman collection', () => {
  const document = read(postmanCollection);

  it('recognizes the collection by its schema', { tags: 'import:formats' }, () => {
    expect(document).toMatchObject({
      format: 'postman',
      name: 'Shop',
      why: expect.stringContaining('v2.1.0') as string,
    });
  });

  it('is recognised by its items if it has no info, and has its own name', () => {
    const item = [{ name: 'R', request: 'http://h/' }];
    expect(read({ name: 'Own', item })).toMatchObject({
      format: 'postman',
      name: 'Own',
      why: 'it has items',
    });
    expect(read({ item: [{ name: 'F', item }] }).name).toBe('Postman collection');
  });

  it('may have one event instead of a list', () => {
    const event = { listen: 'test', script: { exec: ['a();'] } };
    const found = read({ info: { name: 'A' }, item: [{ name: 'R', request: 'http://h/', event }] });
    expect(findRequest(found, 'R').foreign).toEqual({ dialect: 'postman', tests: 'a();' });
  });

  it('builds a URL from its parts if its text is blank', () => {
    const url = { raw: ' ', protocol: 'http', host: ['h', 'example'], port: '8080', path: ['a', 'b'] };
    const found = read({ info: { name: 'A' }, item: [{ name: 'R', request: { url } }] });
    expect(findRequest(found, 'R')).toMatchObject({ url: 'http://h.example:8080/a/b' });
  });

  it('keeps folders with their notes, auth and variables', () => {
    expect(document.folders).toEqual([
      {
        path: '',
        description: 'The **shop**',
        auth: { type: 'bearer', token: '{{accessToken}}' },
        variables: [
          { name: 'base', value: 'https://shop.example', enabled: true },
          { name: 'old', value: '1', enabled: true },
          { name: 'off', value: '2', enabled: false },
        ],
        foreign: { dialect: 'postman', beforeRequest: "pm.environment.set('x', 1);\n// */ done" },
      },
      {
        path: 'Users - admins',
        description: 'People',
        auth: { type: 'basic', username: 'ann', password: '{{password}}' },
      },
    ]);
  });

  it('stores credentials as secrets', { tags: 'import:secrets' }, () => {
    expect(document.environments).toEqual([
      {
        name: 'Shop',
        variables: [],
        secrets: [
          { name: 'accessToken', value: 'eyJhbGciOi.payload.signature', enabled: true },
          { name: 'password', value: 'hunter2-secret', enabled: true },
          { name: 'x_api_key', value: 'k-123456789', enabled: true },
          { name: 'sid', value: 'session-1', enabled: true },
        ],
      },
    ]);
    const { environments: _, ...rest } = document;
    expect(JSON.stringify(rest)).not.toMatch(/hunter2|eyJhb|k-1234/);
  });

  it.each(['{"n": {{n}} }', '{{all}}', 'null', '[1]', '{"a": 1, // one\n}', '{"id": 12345678901234567890}'])(
    'keeps GraphQL variables that are the text %j',
    { tags: 'text:graphql-variables' },
    (variables) => {
      const body = { mode: 'graphql', graphql: { query: '{ a }', variables } };
      const item = [{ name: 'Q', request: { method: 'POST', url: 'http://h/', body } }];
      const given = read({ info: { name: 'A' }, item });
      expect(findRequest(given, 'Q')).toMatchObject({ kind: 'graphql', variables });
      expect(given.leftOut).toEqual([]);
    },
  );

  it("keeps a request's URL, path parameters, query with disabled rows, headers and settings", () => {
    expect(findRequest(document, 'Find')).toMatchObject({
      kind: 'rest',
      folder: 'Users - admins',
      method: 'GET',
      url: '{{base}}/users/:id',
      pathParams: [{ name: 'id', value: '42' }],
      queryParams: [
        { name: 'q', value: 'a b', enabled: true },
        { name: 'page', value: '1', enabled: true },
        { name: 'skip', value: '2', enabled: false },
      ],
      headers: [
        { name: 'X-Trace', value: '{{trace}}', enabled: true },
        { name: 'X-Off', value: 'no', enabled: false },
        { name: 'X-Api-Key', value: '{{x_api_key}}', enabled: true },
      ],
      auth: { type: 'inherit' },
      settings: { followRedirects: false, maxRedirects: 3, tls: { verify: false }, cookies: false },
    });
  });

  it('keeps every kind of body', () => {
    expect(findRequest(document, 'Create')).toMatchObject({
      url: '{{base}}/users',
      queryParams: [{ name: 'dry', value: 'true' }],
      headers: [],
      auth: { type: 'none' },
      body: { type: 'json', content: '{"name": "{{name}}"}' },
    });
    expect(findRequest(document, 'Upload')).toMatchObject({
      url: 'https://shop.example:8443/upload',
      body: {
        type: 'multipart',
        parts: [
          { name: 'title', value: 'Me', enabled: true },
          { name: 'photo', file: 'a.png', contentType: 'image/png' },
          { name: 'photo', file: 'b.png' },
          { name: 'old', enabled: false },
        ],
      },
    });
    expect(findRequest(document, 'Token')).toMatchObject({
      headers: [{ name: 'Accept', value: 'text/plain' }, { name: 'X-Two' }],
      body: { type: 'form-urlencoded', fields: [{ name: 'grant', value: 'x' }] },
    });
    expect(findRequest(document, 'Products')).toMatchObject({
      kind: 'graphql',
      query: postmanCollection.item[2].request.body.graphql.query,
      variables: { n: 2 },
      operationName: 'P',
    });
    expect(findRequest(document, 'Ping')).toMatchObject({ method: 'GET', url: 'https://shop.example/ping' });
  });

  it('reports parts without a counterpart, with their location', { tags: 'import:left-out' }, () => {
    expect(document.leftOut).toEqual([
      { place: 'Users / admins/Find/Found', what: 'the values of its cookies' },
      { place: 'Users / admins/Find/Found', what: 'its response time' },
      { place: 'Token', what: 'the auth “hawk” has no counterpart; its auth is none' },
    ]);
  });

  it('keeps saved examples with request and response', { tags: 'examples:import' }, () => {
    expect(findRequest(document, 'Find')).toMatchObject({
      examples: [
        {
          name: 'Found',
          description: '',
          request: {
            method: 'GET',
            url: '{{base}}/users/:id',
            pathParams: [{ name: 'id', value: '42', enabled: true }],
            queryParams: [{ name: 'q', value: 'a b', enabled: true }],
            headers: [{ name: 'X-Api-Key', value: '{{x_api_key}}', enabled: true }],
            body: { type: 'none' },
          },
          response: {
            status: 200,
            statusText: 'OK',
            headers: [
              { name: 'Content-Type', value: 'application/json' },
              { name: 'Set-Cookie', value: 'sid=…; path=/; domain=shop.example; HttpOnly' },
            ],
            body: { type: 'json', data: '{"id": 42, "key": "{{x_api_key}}"}' },
          },
        },
        {
          name: 'Example',
          description: '',
          request: null,
          response: { status: null, statusText: '', headers: [], body: null },
        },
      ],
    });
  });

  const withExamples = (response: readonly unknown[], request: unknown = 'http://a/') =>
    read({ info: { name: 'A' }, item: [{ name: 'R', request, response }] });

  it.each([
    ['json', 'json', [], 'json'],
    ['its header', 'auto', [{ key: 'content-type', value: 'text/html; charset=utf-8' }], 'html'],
    ['its header as text', undefined, 'Content-Type: application/problem+xml', 'xml'],
    ['neither', 'plain', null, 'text'],
  ])("identifies the kind of an example's body by %s", (_, language, header, type) => {
    const { requests } = withExamples([{ name: 'E', header, body: 'x', _postman_previewlanguage: language }]);
    expect(requests).toMatchObject([{ examples: [{ response: { body: { type, data: 'x' } } }] }]);
  });

  const form = [{ key: 'a', value: '1' }];
  it.each([
    ['an empty form', 'POST', { mode: 'formdata', formdata: [] }, undefined],
    ['an empty urlencoded form', 'POST', { mode: 'urlencoded', urlencoded: [] }, undefined],
    ['the body of a GET', 'GET', { mode: 'raw', raw: '{"a":1}' }, undefined],
    ['the form of a HEAD', 'HEAD', { mode: 'urlencoded', urlencoded: form }, undefined],
    ['a form that a COPY has', 'copy', { mode: 'formdata', formdata: form }, { followRedirects: true }],
  ])(
    'creates no body for %s',
    { tags: 'import:postman:sent' },
    (_, method, body, protocolProfileBehavior) => {
      const item = [{ name: 'R', protocolProfileBehavior, request: { method, url: 'http://a/', body } }];
      expect(findRequest(read({ info: { name: 'A' }, item }), 'R')).toMatchObject({ body: { type: 'none' } });
    },
  );

  it('reports a body that Postman does not send', { tags: 'import:postman:sent' }, () => {
    const request = { method: 'GET', url: 'http://a/', body: { mode: 'raw', raw: 'x' } };
    const { leftOut } = read({ info: { name: 'A' }, item: [{ name: 'R', request }] });
    expect(leftOut).toEqual([{ place: 'R', what: 'its body, which Postman does not send with GET' }]);
  });

  it('keeps the body of a GET if Postman sends it', { tags: 'import:postman:sent' }, () => {
    const request = { method: 'GET', url: 'http://a/', body: { mode: 'raw', raw: 'x' } };
    const protocolProfileBehavior = { disableBodyPruning: true };
    const document = read({ info: { name: 'A' }, item: [{ name: 'R', protocolProfileBehavior, request }] });
    expect(findRequest(document, 'R')).toMatchObject({ body: { type: 'text', content: 'x' } });
    expect(document.leftOut).toEqual([]);
  });

  it.each([
    ['a key', { consumerSecret: 's' }],
    ['a secret', { consumerKey: 'k' }],
    ['a private key for RSA', { consumerKey: 'k', consumerSecret: 's', signatureMethod: 'RSA-SHA1' }],
  ])('creates no auth for OAuth 1.0 without %s', { tags: 'import:postman:sent' }, (_, oauth1) => {
    expect(authOf({ type: 'oauth1', oauth1 })).toEqual({ type: 'none' });
  });

  it('stores credentials in examples as secrets', { tags: 'import:secrets' }, () => {
    const originalRequest = {
      url: 'http://a/',
      method: 'POST',
      header: [{ key: 'Authorization', value: 'Bearer live-token-1' }],
      body: { mode: 'urlencoded', urlencoded: [{ key: 'client_secret', value: 'live-secret-2' }] },
    };
    const body = '{"access_token": "live-token-3"}';
    const document = withExamples([{ name: 'E', originalRequest, body, _postman_previewlanguage: 'json' }]);
    const { environments, ...rest } = document;
    expect(JSON.stringify(rest)).not.toContain('live-');
    for (const value of ['live-token-1', 'live-secret-2', 'live-token-3'])
      expect(environments[0]?.secrets.map((one) => one.value)).toContain(value);
  });

  it('stores credentials in response headers as secrets', { tags: 'import:secrets' }, () => {
    const header = [
      { key: 'Authorization', value: 'Bearer live-token-4' },
      { key: 'X-Auth-Token', value: 'live-token-5' },
      { key: 'X-Request-Id', value: 'r-1' },
    ];
    expect(withExamples([{ name: 'E', header }]).requests).toMatchObject([
      {
        examples: [
          {
            response: {
              headers: [
                { name: 'Authorization', value: 'Bearer {{authorization}}' },
                { name: 'X-Auth-Token', value: '{{x_auth_token}}' },
                { name: 'X-Request-Id', value: 'r-1' },
              ],
            },
          },
        ],
      },
    ]);
  });

  it('accepts response headers as lines of text', { tags: 'examples:import' }, () => {
    expect(
      withExamples([{ name: 'E', header: ['X-A: b: c', 7, { key: 'D', value: 'e' }] }]).requests,
    ).toMatchObject([
      {
        examples: [
          {
            response: {
              headers: [
                { name: 'X-A', value: 'b: c' },
                { name: 'D', value: 'e' },
              ],
            },
          },
        ],
      },
    ]);
  });

  it('drops examples that are too many or too large, and reports that', { tags: 'examples:import' }, () => {
    const many = withExamples(Array.from({ length: 103 }, (_, at) => ({ name: `E${at}`, body: 'x' })));
    expect(many.requests[0]).toMatchObject({ examples: { length: 100 } });
    expect(many.leftOut).toEqual([
      { place: 'R', what: '3 of 103 examples; a request has at most 100 of 1 MiB together' },
    ]);
    const large = { name: 'L', body: 'é'.repeat(600_000) };
    const some = withExamples([{ name: 'A', body: 'x' }, large, { name: 'B', body: 'y' }]);
    expect(some.requests[0]).toMatchObject({ examples: [{ name: 'A' }, { name: 'B' }] });
    expect(some.leftOut).toMatchObject([{ what: expect.stringMatching(/^1 of 3 examples/) as string }]);
  });

  it(
    'reports the examples of GraphQL requests, because these requests cannot have any',
    { tags: 'examples:import' },
    () => {
      const request = { url: 'http://a/', body: { mode: 'graphql', graphql: { query: '{ a }' } } };
      expect(withExamples([{ name: 'E', body: 'x' }], request).leftOut).toEqual([
        { place: 'R', what: '1 saved example, which GraphQL requests do not have' },
      ]);
    },
  );

  it('imports malformed examples as far as possible', { tags: 'examples:import' }, () => {
    const odd = [
      null,
      7,
      'x',
      {},
      { name: 7, code: 'x', header: 5, body: { a: 1 }, originalRequest: 'http://b/?c=1' },
    ];
    expect(withExamples(odd).requests).toMatchObject([
      {
        examples: [
          { name: 'Example' },
          {
            name: '7',
            request: { url: 'http://b/', queryParams: [{ name: 'c', value: '1' }] },
            response: { status: null, headers: [], body: { data: '{"a":1}' } },
          },
        ],
      },
    ]);
  });

  it(
    'reports dynamic variables that exist only in Postman, and where they are used',
    { tags: 'import:left-out' },
    () => {
      const request = {
        url: 'http://a/{{$guid}}/{{id}}/{{$faker}}',
        header: [{ key: 'X', value: '{{$randomFirstName}} {{ $randomInt }}' }],
      };
      const { leftOut } = read({
        info: { name: 'A' },
        item: [{ name: 'F', item: [{ name: 'R', request }] }],
      });
      expect(leftOut).toEqual([{ place: 'F/R', what: '{{$faker}} has no value here; set one in onRequest' }]);
    },
  );

  it('keeps scripts unchanged', { tags: 'foreign:kept' }, () => {
    const event = (listen: string, exec: unknown, more: object = {}) => ({
      listen,
      script: { exec },
      ...more,
    });
    const item = [
      {
        name: 'R',
        request: 'x',
        event: [
          event('test', 'a()\u2028b()\r\nc() /* */'),
          event('prerequest', ['one()', 'two()']),
          event('prerequest', 'three()'),
          event('prerequest', 'off()', { disabled: true }),
          event('odd', 'what()'),
        ],
      },
      { name: 'S', request: 'x', event: [event('test', ' \n')] },
    ];
    const shown = read({ info: { name: 'A' }, item });
    expect(findRequest(shown, 'R').foreign).toEqual({
      dialect: 'postman',
      beforeRequest: 'one()\ntwo()\nthree()',
      tests: 'a()\u2028b()\r\nc() /* */',
    });
    expect(findRequest(shown, 'S').foreign).toBeNull();
    expect(shown.folders).toEqual([{ path: '', foreign: { dialect: 'postman' } }]);
    expect(shown.leftOut).toEqual([{ place: 'R', what: 'its script for “odd”' }]);
  });
});

describe('Postman auth', () => {
  const list = (fields: Readonly<Record<string, unknown>>) =>
    Object.entries(fields).map(([key, value]) => ({ key, value }));

  it.each([
    [
      'apikey',
      { key: 'X-Key', value: '{{k}}', in: 'query' },
      { type: 'api-key', name: 'X-Key', value: '{{k}}', in: 'query' },
    ],
    ['digest', { username: 'u', password: '{{p}}' }, { type: 'digest', username: 'u', password: '{{p}}' }],
    [
      'ntlm',
      { username: 'u', password: '{{p}}', domain: 'D' },
      { type: 'ntlm', username: 'u', password: '{{p}}', domain: 'D' },
    ],
    [
      'awsv4',
      { accessKey: 'a', secretKey: '{{s}}', region: 'eu-west-1', service: 's3', sessionToken: '{{t}}' },
      {
        type: 'aws-sigv4',
        accessKeyId: 'a',
        secretAccessKey: '{{s}}',
        region: 'eu-west-1',
        service: 's3',
        sessionToken: '{{t}}',
      },
    ],
    [
      'oauth1',
      { consumerKey: 'c', consumerSecret: '{{s}}', signatureMethod: 'HMAC-SHA256', addParamsToHeader: true },
      { type: 'oauth1', signatureMethod: 'HMAC-SHA256', consumerKey: 'c', consumerSecret: '{{s}}' },
    ],
    [
      'oauth2',
      {
        grant_type: 'authorization_code_with_pkce',
        accessTokenUrl: 'https://a/token',
        authUrl: 'https://a/auth',
        clientId: 'c',
        clientSecret: '{{s}}',
        client_authentication: 'body',
        addTokenTo: 'queryParams',
        tokenRequestParams: [{ key: 'audience', value: 'x', send_as: 'request_body' }],
      },
      {
        type: 'oauth2',
        grant: 'authorization_code',
        accessTokenUrl: 'https://a/token',
        authorizationUrl: 'https://a/auth',
        clientId: 'c',
        clientSecret: '{{s}}',
        clientAuth: 'body',
        sendIn: 'query',
        pkce: 'S256',
        parameters: {
          authorization: [],
          token: [{ name: 'audience', value: 'x', enabled: true, in: 'body' }],
          refresh: [],
        },
      },
    ],
    [
      'jwt',
      { algorithm: 'HS512', secret: '{{s}}', payload: '{"sub":"1"}', isSecretBase64Encoded: true },
      { type: 'jwt', algorithm: 'HS512', secret: '{{s}}', claims: '{"sub":"1"}', secretIsBase64: true },
    ],
  ])('of the type %s becomes its counterpart, in format 2.1 and 2.0', (type, fields, expected) => {
    expect(authOf({ type, [type]: list(fields) })).toEqual(expected);
    expect(authOf({ type, [type]: fields })).toEqual(expected);
  });
});

describe('another Postman document', () => {
  const environment = {
    name: 'Staging',
    values: [
      { key: 'base', value: 'https://s.example', enabled: true },
      { key: 'apiKey', value: 'abc-123-def', enabled: true },
      { key: 'pin', value: '1234', type: 'secret', enabled: true },
      { key: 'tokenUrl', value: 'https://s.example/token', enabled: false },
    ],
    _postman_variable_scope: 'environment',
  };

  it('may be an environment, and its secrets are identified by type and name', () => {
    expect(read(environment).environments).toEqual([
      {
        name: 'Staging',
        variables: [
          { name: 'base', value: 'https://s.example', enabled: true },
          { name: 'tokenUrl', value: 'https://s.example/token', enabled: false },
        ],
        secrets: [
          { name: 'pin', value: '1234', enabled: true },
          { name: 'apiKey', value: 'abc-123-def', enabled: true },
        ],
      },
    ]);
  });

  it('uses the last enabled variable if several have the same name', () => {
    const values = [
      { key: 'a', value: '1', disabled: true },
      { key: 'b', value: '1' },
      { key: 'b', value: '2' },
      { key: 'b', value: '3', enabled: false },
    ];
    const [found] = read({ ...environment, values }).environments;
    expect(found?.variables).toEqual([
      { name: 'a', value: '1', enabled: false },
      { name: 'b', value: '2', enabled: true },
      { name: 'b', value: '3', enabled: false },
    ]);
  });

  it('may have nothing but its values', () => {
    expect(read({ values: [{ key: 'a', value: '1' }] }).environments).toMatchObject([
      { name: 'Postman environment', variables: [{ name: 'a', value: '1' }] },
    ]);
  });

  it('may be a list of globals, as older versions export them', () => {
    const globals = [{ key: 'a', value: '1', type: 'text', name: 'a', enabled: true }];
    expect(read(JSON.stringify(globals)).environments).toMatchObject([
      { name: 'Globals', variables: [{ name: 'a', value: '1', enabled: true }] },
    ]);
  });

  it('is named Globals if it contains the globals of a workspace, so that scripts find it', () => {
    const globals = { ...environment, name: 'My Workspace Globals', _postman_variable_scope: 'globals' };
    expect(read(globals).environments).toMatchObject([{ name: 'Globals' }]);
  });

  it('keeps the types of variables, as Postman reads them', { tags: 'variables:types' }, () => {
    const values = [
      { key: 'a', value: '5', type: 'number' },
      { key: 'b', value: 'true', type: 'boolean' },
      { key: 'c', value: '[1]', type: 'array' },
      { key: 'd', value: 5 },
      { key: 'e', value: { x: 1 }, type: 'any' },
      { key: 'f', value: '5', type: 'default' },
      { key: 'g', value: 5, type: 'string' },
    ];
    const [found] = read({ ...environment, values }).environments;
    const variables = found?.variables ?? [];
    expect(variables.map(({ value, type }) => [value, type])).toEqual([
      ['5', 'number'],
      ['true', 'boolean'],
      ['[1]', 'object'],
      ['5', 'number'],
      ['{"x":1}', 'object'],
      ['5', undefined],
      ['5', undefined],
    ]);
  });

  it('may be an account dump, which becomes a folder for each collection and all environments', () => {
    const document = read({
      version: 1,
      collections: [postmanCollection, { ...postmanCollection, item: postmanCollection.item.slice(3) }],
      environments: [environment],
      globals: [{ key: 'g', value: '1' }],
    });
    expect(document.format).toBe('postman-dump');
    expect(document.folders.map(({ path }) => path)).toEqual(['Shop', 'Shop/Users - admins', 'Shop 2']);
    expect(findRequest(document, 'Find').folder).toBe('Shop/Users - admins');
    expect(document.environments.map(({ name, extends: base }) => [name, base])).toEqual([
      ['Postman', 'Globals'],
      ['Staging', 'Postman'],
      ['Globals', undefined],
    ]);
  });
});

it(
  'a Postman collection in which requests come before folders keeps its order',
  { tags: 'import:order' },
  () => {
    const request = (name: string) => ({ name, request: `http://a/${name}` });
    const folder = { name: 'users', item: [request('list'), { name: 'admins', item: [request('all')] }] };
    const { leftOut, folders, requests } = read({
      info: { name: 'A' },
      item: [request('login'), folder, request('logout')],
    });
    expect(leftOut).toEqual([]);
    expect(folders.map(({ path, order, seq }) => [path, order, seq])).toEqual([
      ['', 'mixed', undefined],
      ['users', 'mixed', 2_000],
      ['users/admins', undefined, 2_000],
    ]);
    expect(requests.map(({ name, seq }) => [name, seq])).toEqual([
      ['login', 1_000],
      ['list', 1_000],
      ['all', undefined],
      ['logout', 3_000],
    ]);
    const sorted = read({ info: { name: 'A' }, item: [folder.item[1], request('logout')] });
    expect(sorted.folders.map(({ path, order, seq }) => [path, order, seq])).toEqual([
      ['', undefined, undefined],
      ['admins', undefined, undefined],
    ]);
  },
);

it(
  'a Postman collection has the values that newman takes for its variables',
  { tags: 'import:postman:sent' },
  () => {
    const row = (key: string, value: string) => ({ key, value });
    const { folders, leftOut } = read({
      info: { name: 'A' },
      variable: [row('v', 'first'), row('v', 'last'), { ...row('v', 'off'), disabled: true }],
      item: [
        {
          name: 'f',
          variable: [row('v', 'folder'), row('own', 'folder')],
          item: [{ name: 'a', request: 'http://a' }],
        },
      ],
    });
    expect(folders.map(({ path, variables }) => [path, variables?.map(({ value }) => value)])).toEqual([
      ['', ['last', 'off']],
      ['f', ['folder']],
    ]);
    expect(leftOut).toEqual([
      { place: 'A', what: 'a variable v before another one of this name, which is the one that counts' },
      { place: 'f', what: 'its variable v, which Postman ignores; that of the collection counts' },
    ]);
  },
);
