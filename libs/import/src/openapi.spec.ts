import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readDocument } from './read-document.js';
import { findRequest, read } from './testing/read.js';

const api = `
openapi: 3.1.0
info: { title: Shop API, version: "1", description: Sells things }
servers:
  - { url: "https://{region}.shop.example/v1/", description: Production, variables: { region: { default: eu } } }
  - { url: /v2 }
tags:
  - { name: users, description: People }
security: [ { token: [] } ]
paths:
  /users/{userId}:
    parameters:
      - { name: userId, in: path, required: true, schema: { type: integer, example: 7 } }
    get:
      tags: [users]
      summary: Get a user
      description: By its id
      parameters:
        - { name: expand, in: query, schema: { type: string, enum: [orders, address] } }
        - { name: lang, in: query, required: true, example: en }
        - { name: X-Trace, in: header, schema: { type: string, default: none } }
        - { name: Accept, in: header, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
    put:
      tags: [users]
      operationId: replaceUser
      security: []
      requestBody: { $ref: "#/components/requestBodies/User" }
  /files/{name}.json:
    post:
      security: [ { key: [] } ]
      parameters: [ { name: name, in: path, required: true, example: a } ]
      requestBody:
        content:
          multipart/form-data:
            schema:
              properties:
                title: { type: string, example: Me }
                photo: { type: string, format: binary }
  /login:
    post:
      summary: Log in
      security: [ { oauth: [read, write] } ]
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { user: { type: string, example: ann } } }
  /broken:
    get: { parameters: [ { $ref: "other.yaml#/x" } ] }
components:
  requestBodies:
    User: { content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
  schemas:
    User:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string, example: Ann }
        friend: { $ref: "#/components/schemas/User" }
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: query, name: api_key }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://a.example/token", scopes: {} } } }
webhooks: { sold: { post: {} } }
`;

describe('the import of an OpenAPI document', () => {
  const document = read(api);

  it('creates a folder for each tag and an environment for each server', () => {
    expect(document).toMatchObject({ format: 'openapi', name: 'Shop API', why: 'openapi is 3.1.0' });
    expect(document.folders).toEqual([
      { path: '', description: 'Sells things', auth: { type: 'bearer', token: '{{token}}' } },
      { path: 'users', description: 'People' },
    ]);
    const secrets = ['token', 'api_key', 'client_id', 'client_secret'].map((name) => ({
      name,
      value: '',
      enabled: true,
    }));
    expect(document.environments).toEqual([
      {
        name: 'Production',
        variables: [
          { name: 'baseUrl', value: 'https://{{region}}.shop.example/v1', enabled: true },
          { name: 'region', value: 'eu', enabled: true },
        ],
        secrets,
      },
      {
        name: 'localhost',
        variables: [{ name: 'baseUrl', value: 'http://localhost/v2', enabled: true }],
        secrets,
      },
    ]);
  });

  it('fills parameters with examples, and disables optional parameters', () => {
    expect(findRequest(document, 'Get a user')).toMatchObject({
      folder: 'users',
      description: 'By its id',
      method: 'GET',
      url: '{{baseUrl}}/users/:userId',
      pathParams: [{ name: 'userId', value: '7', enabled: true }],
      queryParams: [
        { name: 'expand', value: 'orders', enabled: false },
        { name: 'lang', value: 'en', enabled: true },
      ],
      headers: [
        { name: 'X-Trace', value: 'none', enabled: false },
        { name: 'Cookie', value: 'session=string', enabled: false },
      ],
      auth: { type: 'inherit' },
    });
  });

  it('takes bodies from examples and schemas, including recursive schemas, without read-only properties', () => {
    const { body, auth } = findRequest(document, 'replaceUser') as Extract<
      ReturnType<typeof findRequest>,
      { kind: 'rest' }
    >;
    expect(auth).toEqual({ type: 'none' });
    expect(body?.type).toBe('json');
    const content = JSON.parse((body as { content: string }).content) as Record<string, unknown>;
    expect(content).toMatchObject({ name: 'Ann', friend: expect.any(Object) as object });
    expect(content).not.toHaveProperty('id');
    expect(findRequest(document, 'Log in')).toMatchObject({
      body: { type: 'form-urlencoded', fields: [{ name: 'user', value: 'ann' }] },
      auth: {
        type: 'oauth2',
        grant: 'client_credentials',
        accessTokenUrl: 'https://a.example/token',
        clientId: '{{client_id}}',
        clientSecret: '{{client_secret}}',
        scope: 'read write',
      },
    });
  });

  it('creates a variable for a parameter that is only part of a path segment', () => {
    expect(findRequest(document, 'POST /files/{name}.json')).toMatchObject({
      url: '{{baseUrl}}/files/{{name}}.json',
      pathParams: [],
      requestVariables: [{ name: 'name', value: 'a' }],
      auth: { type: 'api-key', name: 'api_key', value: '{{api_key}}', in: 'query' },
      body: {
        type: 'multipart',
        parts: [
          { name: 'title', value: 'Me' },
          { name: 'photo', file: '' },
        ],
      },
    });
  });

  it(
    'reports omitted parts, and reads no external references',
    { tags: ['import:left-out', 'import:local'] },
    () => {
      expect(document.leftOut).toEqual([
        {
          place: 'POST /files/{name}.json',
          what: 'the file of the part “photo”; choose it in the body',
        },
        { place: 'webhooks.sold', what: 'a webhook, which the server sends' },
        { place: 'servers', what: expect.stringContaining('baseUrl is http://localhost/v2 until') as string },
        {
          place: 'other.yaml#/x',
          what: 'the reference leads to another document, or to nothing in this one',
        },
      ]);
    },
  );
});

describe('a Swagger document', () => {
  const document = read({
    swagger: '2.0',
    info: { title: 'Old' },
    host: 'old.example',
    basePath: '/api',
    schemes: ['https', 'http', 'ws'],
    consumes: ['application/json'],
    securityDefinitions: {
      login: { type: 'basic' },
      web: { type: 'oauth2', flow: 'implicit', authorizationUrl: 'https://a' },
    },
    paths: {
      '/pets': {
        post: {
          summary: 'Add',
          security: [{ login: [] }],
          parameters: [{ in: 'body', name: 'pet', schema: { $ref: '#/definitions/Pet' } }],
        },
      },
      '/upload': {
        post: {
          summary: 'Upload',
          security: [{ web: [] }],
          parameters: [
            { in: 'formData', name: 'file', type: 'file' },
            { in: 'formData', name: 'note', type: 'string', default: 'x' },
            { in: 'query', name: 'n', type: 'integer', required: true, 'x-example': 3 },
          ],
        },
      },
    },
    definitions: { Pet: { type: 'object', properties: { name: { type: 'string', example: 'Rex' } } } },
  });

  it('has its body among the parameters, and its server in host, basePath and schemes', () => {
    expect(findRequest(document, 'Add')).toMatchObject({
      body: { type: 'json', content: '{\n  "name": "Rex"\n}' },
      auth: { type: 'basic', username: '{{username}}', password: '{{password}}' },
    });
    expect(findRequest(document, 'Upload')).toMatchObject({
      body: {
        type: 'multipart',
        parts: [
          { name: 'file', file: '' },
          { name: 'note', value: 'x' },
        ],
      },
      queryParams: [{ name: 'n', value: '3', enabled: true }],
      auth: { type: 'bearer', token: '{{token}}' },
    });
    expect(document.environments.map(({ variables }) => variables[0]?.value)).toEqual([
      'https://old.example/api',
      'http://old.example/api',
    ]);
    expect(document.leftOut).toEqual([
      {
        place: 'POST /upload',
        what: 'the implicit flow of “web”; a token is sent that you enter as the secret token',
      },
      { place: 'POST /upload', what: 'the file of the part “file”; choose it in the body' },
    ]);
  });
});

describe('the examples published by readme.com', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
  const namesIn = (version: string, kind: string): readonly string[] =>
    readdirSync(join(folder, version, kind))
      .filter((name) => name.endsWith(`.${kind}`))
      .map((name) => `${version}/${kind}/${name}`);
  const versions = ['2.0', '3.0', '3.1'];
  const countIn = (name: string): number => {
    const reading = readDocument({ text: readFileSync(join(folder, name), 'utf8'), name });
    return reading.kind === 'document' ? reading.document.requests.length : 0;
  };
  const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  type Item = Readonly<Record<string, unknown>> & { readonly $ref?: string };

  it('number more than fifty', () => {
    expect(versions.flatMap((version) => namesIn(version, 'json')).length).toBeGreaterThan(50);
  });

  it.each(versions.flatMap((version) => namesIn(version, 'json')))(
    'have a request for every operation: %s',
    (name) => {
      const { paths = {} } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        paths?: Record<string, Item>;
      };
      const itemOf = (item: Item): Item =>
        item.$ref === undefined
          ? item
          : (paths[item.$ref.replace('#/paths/', '').replaceAll('~1', '/')] ?? {});
      const operations = Object.entries(paths)
        .filter(([path]) => path.startsWith('/'))
        .flatMap(([, item]) => Object.keys(itemOf(item)).filter((key) => verbs.includes(key)));
      expect(countIn(name)).toBe(operations.length);
    },
  );

  it.each(versions.flatMap((version) => namesIn(version, 'yaml')))(
    'are imported from YAML with the same result as from JSON: %s',
    (name) => {
      expect(countIn(name)).toBe(countIn(name.replaceAll('yaml', 'json')));
    },
  );
});

it(
  'an OpenAPI import reports invalid paths, and the files that a form needs',
  { tags: 'import:left-out' },
  () => {
    const form = {
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } },
        },
      },
    };
    const { requests, leftOut } = read({
      openapi: '3.0.3',
      info: { title: 'A' },
      paths: { users: { get: {} }, 'x-notes': {}, '/photos': { post: { requestBody: form } } },
    });
    expect(requests).toMatchObject([{ url: '{{baseUrl}}/users' }, { url: '{{baseUrl}}/photos' }]);
    expect(leftOut).toEqual([
      { place: 'paths.users', what: 'it does not begin with a slash, as paths do; it is read as /users' },
      { place: 'POST /photos', what: 'the file of the part “photo”; choose it in the body' },
      { place: 'servers', what: expect.stringContaining('baseUrl is http://localhost until') as string },
    ]);
  },
);

describe('the examples of responses', { tags: 'examples:import' }, () => {
  const examplesIn = (document: object) =>
    read({ info: { title: 'A' }, ...document }).requests.flatMap((one) =>
      one.kind === 'rest' ? (one.examples ?? []) : [],
    );
  const get = (responses: object, more: object = {}) => ({
    openapi: '3.1.0',
    paths: { '/a': { get: { responses } } },
    ...more,
  });
  const of = (content: object) => get({ 200: { description: 'All is well', content } });
  const bodyOf = (content: object) => examplesIn(of(content)).map(({ response }) => response.body);

  it('are imported with their names, and with their statuses if they have any', () => {
    const examples = {
      cat: { summary: 'A cat', value: { name: 'Tom' } },
      dog: { $ref: '#/components/examples/dog' },
    };
    const found = { description: 'All is well', content: { 'application/json': { examples } } };
    const failed = { description: 'It failed', content: { 'text/plain': { example: 'no' } } };
    const components = { examples: { dog: { value: { name: 'Rex' } } } };
    expect(examplesIn(get({ 200: found, default: failed }, { components }))).toMatchObject([
      {
        name: 'A cat',
        request: null,
        response: {
          status: 200,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          body: { type: 'json', data: '{\n  "name": "Tom"\n}' },
        },
      },
      { name: 'dog', response: { status: 200 } },
      { name: 'It failed', response: { status: null, body: { type: 'text', data: 'no' } } },
    ]);
  });

  it('are imported unchanged if they are text, and as JSON otherwise', () => {
    const json = (example: unknown) => bodyOf({ 'application/json': { example } });
    expect(json('{"a": 1}')).toEqual([{ type: 'json', data: '{"a": 1}' }]);
    expect(json('a')).toEqual([{ type: 'json', data: '"a"' }]);
    expect(json(null)).toEqual([{ type: 'json', data: 'null' }]);
    expect(bodyOf({ 'application/xml': { example: '<a/>' } })).toEqual([{ type: 'xml', data: '<a/>' }]);
    expect(bodyOf({ 'application/xml': { example: { a: 1 } } })).toEqual([]);
    expect(bodyOf({ 'application/json': { schema: { type: 'object' } } })).toEqual([]);
  });

  it('are identified by their content types in Swagger 2', () => {
    const responses = { 200: { description: 'Well', examples: { 'application/json': { a: 1 } } } };
    expect(examplesIn({ swagger: '2.0', paths: { '/a': { get: { responses } } } })).toMatchObject([
      { name: 'Well', response: { status: 200, body: { type: 'json' } } },
    ]);
  });
});

it(
  'an OpenAPI import keeps the order of tags, paths, and the methods of a path',
  { tags: 'import:order' },
  () => {
    const operation = (summary: string, tag: string) => ({ summary, tags: [tag] });
    const document = read({
      openapi: '3.1.0',
      info: { title: 'Order', version: '1' },
      tags: [{ name: 'zoo' }, { name: 'linked' }, { name: 'unused' }, { name: 'art' }],
      paths: {
        '/b': { post: operation('Make', 'art'), get: operation('List', 'art') },
        '/a': { delete: operation('Remove', 'late'), put: operation('Replace', 'zoo') },
        '/c': { $ref: '#/components/pathItems/c' },
      },
      components: { pathItems: { c: { get: operation('Linked', 'linked') } } },
    });
    expect(document.folders.map(({ path }) => path).filter((path) => path !== '')).toEqual([
      ...['zoo', 'linked', 'art', 'late'],
    ]);
    expect(document.requests.map(({ name }) => name)).toEqual([
      'Make',
      'List',
      'Remove',
      'Replace',
      'Linked',
    ]);
  },
);
