import { describe, expect, it } from 'vitest';

import { findRequest, read, readRefusal } from '../testing/read.js';

const document = read(
  `### login
POST http://shop.example/login
Content-Type: application/json

{ "name": "ada", "password": "love\\"lace", "token_type": "none", "pin": "{{pin}}" }

### form
POST http://shop.example/form
Content-Type: application/x-www-form-urlencoded

user=ada&client_secret=hush-hush&page=1

### report
# As ada with hush-hush (aHVzaC1odXNo).
GET http://shop.example/report?by=love"lace
Authorization: Basic ada:hush-hush

### raw
POST http://shop.example/raw
Content-Type: text/plain

{ "password": "top-hat", "api_key": "a\\tb" }
`,
  { name: 'shop.http' },
);

const bodyOf = (name: string): unknown => {
  const request = findRequest(document, name);
  return request.kind === 'rest' ? request.body : undefined;
};

describe('credentials in a document', { tags: ['import:secrets'] }, () => {
  it('become secrets in body fields whose names indicate a credential', () => {
    expect(document.environments).toMatchObject([
      {
        secrets: [
          { name: 'password', value: 'love"lace' },
          { name: 'client_secret', value: 'hush-hush' },
          { name: 'password_2', value: 'top-hat' },
        ],
      },
    ]);
    expect(bodyOf('login')).toEqual({
      type: 'json',
      content: '{ "name": "ada", "password": "{{password}}", "token_type": "none", "pin": "{{pin}}" }',
    });
    expect(bodyOf('form')).toMatchObject({
      fields: [{ value: 'ada' }, { name: 'client_secret', value: '{{client_secret}}' }, { value: '1' }],
    });
  });

  it('are each reported with a reason, and a value that a person calls not secret stays a variable', () => {
    const text = JSON.stringify({
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: 'hg7Kp2Lq9wXz4' }] },
      variable: [{ key: 'api_key', value: 'k3y-of-the-folder' }],
      item: [
        {
          name: 'Get',
          request: {
            url: 'http://shop.example',
            header: [{ key: 'Cookie', value: 'basket=9f8e7d6c5b4a39281706' }],
          },
        },
      ],
    });
    expect(read(text).secretReasons).toEqual([
      { name: 'api_key', why: 'name' },
      { name: 'token', why: 'place' },
      { name: 'basket', why: 'value' },
    ]);
    const { environments, folders, plain } = read(text, { plain: ['token', 'api_key', 'unknown'] });
    expect(plain).toEqual(['token', 'api_key']);
    expect(environments).toMatchObject([
      { variables: [{ name: 'token', value: 'hg7Kp2Lq9wXz4' }], secrets: [{ name: 'basket' }] },
    ]);
    expect(folders[0]?.variables).toMatchObject([{ name: 'api_key', value: 'k3y-of-the-folder' }]);
  });

  it('of the vault of Postman are secrets without a value', () => {
    const { environments, requests, secretReasons } = read({
      info: {
        name: 'Shop',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      item: [
        {
          name: 'Get',
          request: {
            url: 'http://a.example',
            header: [{ key: 'X-Key', value: '{{vault:stripe-key}}' }],
            auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{vault:stripe-key}}' }] },
          },
        },
      ],
    });
    expect(environments).toMatchObject([
      { name: 'Shop', secrets: [{ name: 'vault:stripe-key', value: '' }] },
    ]);
    expect(secretReasons).toEqual([{ name: 'vault:stripe-key', why: 'document' }]);
    expect(requests).toMatchObject([{ headers: [{ value: '{{vault:stripe-key}}' }] }]);
  });

  it('get names that are not taken', () => {
    const { environments, folders, requests } = read(
      {
        info: {
          name: 'Shop',
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
        variable: [{ key: 'api_token', value: 'hg7Kp2Lq9wXz4' }],
        auth: { type: 'bearer', bearer: [{ key: 'token', value: 'Zq8xV2mW4kLp' }] },
        item: [{ name: 'Get', request: { url: 'http://a.example?t={{api_token}}' } }],
      },
      { taken: { all: ['api_token', 'token', 'token_2'], ofCollections: ['api_token'] } },
    );
    expect(environments.flatMap(({ secrets }) => secrets)).toEqual([
      { name: 'api_token_2', value: 'hg7Kp2Lq9wXz4', enabled: true },
      { name: 'token_3', value: 'Zq8xV2mW4kLp', enabled: true },
    ]);
    expect(folders).toMatchObject([
      {
        variables: [{ name: 'api_token', value: '{{api_token_2}}' }],
        auth: { type: 'bearer', token: '{{token_3}}' },
      },
    ]);
    expect(requests).toMatchObject([{ queryParams: [{ name: 't', value: '{{api_token}}' }] }]);
  });

  it('of one of several collections are visible only to the requests of that collection', () => {
    const collection = (name: string, value: string | undefined) => ({
      info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      variable: value === undefined ? [] : [{ key: 'api_token', value }],
      item: [{ name, request: { url: 'http://a.example', header: [{ key: 'X', value: '{{api_token}}' }] } }],
    });
    const dump = {
      version: 1,
      collections: [
        collection('Shop', 'hg7Kp2Lq9wXz4'),
        collection('Stock', 'Zq8xV2mW4kLp'),
        collection('News', undefined),
      ],
      environments: [],
    };
    const { environments, folders, requests } = read(dump);
    expect(folders.map(({ path, variables }) => [path, variables])).toEqual([
      ['Shop', [{ name: 'api_token', value: '{{api_token_2}}', enabled: true }]],
      ['Stock', [{ name: 'api_token', value: '{{api_token_3}}', enabled: true }]],
      ['News', undefined],
    ]);
    expect(environments.flatMap(({ secrets }) => secrets)).toEqual([
      { name: 'api_token_2', value: 'hg7Kp2Lq9wXz4', enabled: true },
      { name: 'api_token_3', value: 'Zq8xV2mW4kLp', enabled: true },
    ]);
    expect(requests.map((one) => one.headers)).toEqual(
      requests.map(() => [{ name: 'X', value: '{{api_token}}', enabled: true }]),
    );
  });

  it('are reported with the document as the reason if the document declares them', () => {
    const text = JSON.stringify({
      name: 'Local',
      _postman_variable_scope: 'environment',
      values: [{ key: 'note', value: 'not-a-word-9x', type: 'secret', enabled: true }],
    });
    expect(read(text).secretReasons).toEqual([{ name: 'note', why: 'document' }]);
    expect(read(text, { plain: ['note'] }).environments).toMatchObject([
      { variables: [{ name: 'note' }], secrets: [] },
    ]);
  });

  it('are found in JSON that is sent as text, unless a variable would change what is sent', () => {
    expect(bodyOf('raw')).toMatchObject({
      type: 'text',
      content: '{ "password": "{{password_2}}", "api_key": "a\\tb" }',
    });
  });

  it('are replaced by references wherever their values occur unencoded', () => {
    expect(findRequest(document, 'report')).toMatchObject({
      description: 'As ada with {{client_secret}} ({{client_secret}}).',
      queryParams: [{ name: 'by', value: '{{password}}' }],
      auth: { username: 'ada', password: '{{client_secret}}' },
    });
  });

  it('are replaced by references in text and in GraphQL documents', () => {
    const collection = read({
      info: {
        name: 'Shop',
        description: 'Try k-0123.',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      variable: [{ key: 'apiKey', value: 'k-0123' }],
      item: [
        {
          name: 'note',
          request: { method: 'POST', url: 'http://a/k-0123', body: { mode: 'raw', raw: 'k: k-0123' } },
        },
        {
          name: 'graph',
          request: {
            method: 'POST',
            url: 'http://a/graphql',
            body: {
              mode: 'graphql',
              graphql: { query: '{ a(key: "k-0123") }', variables: '{"key": "k-0123"}' },
            },
          },
        },
      ],
    });
    expect(collection.folders[0]?.description).toBe('Try {{apiKey}}.');
    expect(findRequest(collection, 'note')).toMatchObject({
      url: 'http://a/{{apiKey}}',
      body: { content: 'k: {{apiKey}}' },
    });
    expect(findRequest(collection, 'graph')).toMatchObject({
      query: '{ a(key: "{{apiKey}}") }',
      variables: { key: '{{apiKey}}' },
    });
  });

  it('have different references, however many there are', { tags: 'cpu' }, () => {
    const item = Array.from({ length: 20_000 }, (_, at) => ({
      name: `R${at}`,
      request: {
        ...{
          method: 'POST',
          url: 'http://a',
          header: [{ key: 'Authorization', value: `Token of-${at}-7x3q` }],
        },
        body: { mode: 'raw', raw: `{"password": "of-${at}-9z4w"}`, options: { raw: { language: 'json' } } },
      },
    }));
    const before = process.cpuUsage().user;
    const { environments } = read({ info: { name: 'A' }, item });
    expect(process.cpuUsage().user - before).toBeLessThan(10_000_000);
    expect(environments[0]?.secrets).toHaveLength(40_000);
  });
});

const collection = (...requests: readonly object[]) => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: requests.map((request, at) => ({ name: `R${at}`, ...request })),
});

const createPostItem = (body: object, url = 'http://shop.example/login') => ({
  request: {
    ...{ method: 'POST', url },
    body: { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } },
  },
});

const key = 'q7Wd93kLmZ20xVbn';

describe('a value whose name indicates a credential', { tags: ['import:secrets:shape'] }, () => {
  it.each([
    ['password', 'password'],
    ['password', '123456'],
    ['api_key', 'your-api-key'],
    ['token', '<token>'],
    ['token', 'https://shop.example/a1b2c3d4'],
    ['is_password_reset_required', 'a1b2c3d4'],
    ['token_type_hint', 'a1b2c3d4'],
    ['next_page_token', 'a1b2c3d4e5f6'],
    ['passwordMinLength', 'a1b2c3d4'],
  ])('stays text in %s: %s', (name, value) => {
    const document = read(collection(createPostItem({ [name]: value })));
    expect(document.environments).toEqual([]);
    expect(findRequest(document, 'R0')).toMatchObject({
      body: { content: JSON.stringify({ [name]: value }) },
    });
  });

  it.each([
    ['password', 'hunter2'],
    ['clientSecret', 'a1b2c3d4'],
    ['API-Key', key],
    ['jwt', 'eyJhbGciOi.payload.signature'],
  ])('becomes a secret in %s: %s', (name, value) => {
    const { environments } = read(collection(createPostItem({ [name]: value })));
    expect(environments).toMatchObject([{ secrets: [{ value }] }]);
  });
});

describe('a secret of a document', { tags: ['import:secrets:place'] }, () => {
  it('does not replace words in bodies and URLs that have the same value', () => {
    const document = read(
      collection(
        createPostItem({ email: 'a@b.c', password: 'password' }),
        createPostItem({ action: 'password-reset' }, 'http://shop.example/password/reset'),
      ),
    );
    expect(document.environments).toEqual([]);
    expect(findRequest(document, 'R1')).toMatchObject({
      url: 'http://shop.example/password/reset',
      body: { content: '{"action":"password-reset"}' },
    });
  });

  it('replaces only the value, not the text around it', () => {
    const document = read(
      collection(createPostItem({ password: 'hunter2', hint: 'hunter', note: 'password' })),
    );
    expect(findRequest(document, 'R0')).toMatchObject({
      body: { content: '{"password":"{{password}}","hint":"hunter","note":"password"}' },
    });
  });

  it('is also found in GraphQL variables', () => {
    const graphql = {
      query: 'mutation { a }',
      variables: JSON.stringify({ input: { password: 'hunter2' } }),
    };
    const request = { method: 'POST', url: 'http://a/', body: { mode: 'graphql', graphql } };
    const document = read(collection({ request }));
    expect(JSON.stringify(findRequest(document, 'R0'))).toContain('{{password}}');
    expect(document.environments).toMatchObject([{ secrets: [{ name: 'password', value: 'hunter2' }] }]);
  });

  it("causes the document to be refused with the script's name if a script contains the value", () => {
    const event = [{ listen: 'prerequest', script: { exec: [`pm.environment.set('t', '${key}')`] } }];
    const text = JSON.stringify(collection({ ...createPostItem({ token: key }), event }));
    expect(readRefusal(text)).toContain('the secret “token”');
    expect(readRefusal(text)).toContain('the request “R0”: foreign.beforeRequest');
    expect(readRefusal(text)).not.toContain(key);
  });

  it('stays text if it is a weak password that a script also contains', () => {
    const event = [{ listen: 'prerequest', script: { exec: ["pm.environment.set('p', 'hunter2')"] } }];
    const document = read(collection({ ...createPostItem({ password: 'hunter2' }), event }));
    expect(document.environments).toEqual([]);
    expect(findRequest(document, 'R0')).toMatchObject({
      body: { content: '{"password":"hunter2"}' },
      foreign: { beforeRequest: "pm.environment.set('p', 'hunter2')" },
    });
  });

  it('is created for each cookie value in a header, and cookie names stay text', () => {
    const header = [{ key: 'Cookie', value: 'sid=abc123; theme=dark; _ga=GA1.2.1234.5678; lang="en"' }];
    const document = read(collection({ request: { url: 'http://a/', header } }));
    expect(document.environments).toMatchObject([{ secrets: [{ name: 'sid', value: 'abc123' }] }]);
    expect(findRequest(document, 'R0')).toMatchObject({
      headers: [{ value: 'sid={{sid}}; theme=dark; _ga=GA1.2.1234.5678; lang="en"' }],
    });
  });

  it.each([
    ['Authorization', 'Bearer abc123def456', 'Bearer {{authorization}}'],
    ['Authorization', 'ApiKey abc123def456', 'ApiKey {{authorization}}'],
    ['X-Api-Key', 'abc123def456', '{{x_api_key}}'],
    ['Private-Token', 'abc123def456', '{{private_token}}'],
    ['Authorization', 'Bearer <token>', 'Bearer <token>'],
    ['Authorization', 'Digest username="ada", response="a1b2c3d4e5"', '{{authorization}}'],
  ])('is found in the header %s: %s', (name, value, text) => {
    const document = read(collection({ request: { url: 'http://a/', header: [{ key: name, value }] } }));
    expect(findRequest(document, 'R0')).toMatchObject({ headers: [{ name, value: text }] });
  });
});
