import { describe, expect, it } from 'vitest';

import { findRequest, read } from './testing/read.js';

const export4 = {
  _type: 'export',
  __export_format: 4,
  resources: [
    { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
    {
      _id: 'fld_2',
      _type: 'request_group',
      parentId: 'wrk_1',
      name: 'Users',
      description: 'People',
      environment: { limit: 5 },
      authentication: { type: 'bearer', token: '{{ _.token }}' },
      preRequestScript: 'insomnia.test()',
      metaSortKey: 1,
    },
    {
      _id: 'req_2',
      _type: 'request',
      parentId: 'fld_2',
      name: 'Second',
      method: 'POST',
      url: '{{ _.host }}/users?dry=1',
      parameters: [
        { name: 'page', value: '{{ page }}' },
        { name: 'off', value: '1', disabled: true },
      ],
      pathParameters: [{ name: 'id', value: '7' }],
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'X', value: "{% uuid 'v4' %}" },
      ],
      body: { mimeType: 'application/json', text: '{"a": "{{ _.nested.b }}"}' },
      authentication: { type: 'basic', username: 'u', password: 'a-real-pass-9' },
      settingFollowRedirects: 'off',
      settingSendCookies: false,
      metaSortKey: 20,
    },
    {
      _id: 'req_1',
      _type: 'request',
      parentId: 'fld_2',
      name: 'First',
      method: 'GET',
      url: '{{ _.host }}/users',
      authentication: {},
      metaSortKey: 10,
    },
    {
      _id: 'req_3',
      _type: 'request',
      parentId: 'wrk_1',
      name: 'Products',
      method: 'POST',
      url: '{{ _.host }}/graphql',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      body: { mimeType: 'application/graphql', text: '{"query":"{ products { id } }","variables":{"n":1}}' },
      metaSortKey: 30,
    },
    { _id: 'greq_1', _type: 'grpc_request', parentId: 'wrk_1', name: 'Stream' },
    {
      _id: 'env_1',
      _type: 'environment',
      parentId: 'wrk_1',
      name: 'Base Environment',
      data: { host: 'https://s.example', nested: { b: 1 } },
    },
    {
      _id: 'env_2',
      _type: 'environment',
      parentId: 'env_1',
      name: 'Staging',
      data: { host: 'https://staging.example', token: 't-0123456789' },
    },
  ],
};

describe('the import of an Insomnia 4 export', () => {
  const document = read(export4);

  it('creates folders and requests in the order of their sort keys', () => {
    expect(document.folders).toMatchObject([
      {
        path: 'Users',
        description: 'People',
        auth: { type: 'bearer', token: '{{token}}' },
        variables: [{ name: 'limit', value: '5' }],
        script: expect.stringContaining('// insomnia.test()') as string,
      },
    ]);
    expect(document.requests.map(({ name, folder }) => [folder, name])).toEqual([
      ['Users', 'First'],
      ['Users', 'Second'],
      ['', 'Products'],
    ]);
  });

  it("keeps each part of a request, with variables in Tandem's syntax", () => {
    expect(findRequest(document, 'Second')).toMatchObject({
      method: 'POST',
      url: '{{host}}/users',
      queryParams: [
        { name: 'dry', value: '1', enabled: true },
        { name: 'page', value: '{{page}}', enabled: true },
        { name: 'off', enabled: false },
      ],
      pathParams: [{ name: 'id', value: '7' }],
      headers: [{ name: 'X', value: "{% uuid 'v4' %}" }],
      body: { type: 'json', content: '{"a": "{{nested.b}}"}' },
      auth: { type: 'basic', username: 'u', password: '{{password}}' },
      settings: { followRedirects: false, cookies: false },
    });
    expect(findRequest(document, 'First').auth).toEqual({ type: 'inherit' });
    expect(findRequest(document, 'Products')).toMatchObject({
      kind: 'graphql',
      query: '{ products { id } }',
      variables: { n: 1 },
      headers: [],
    });
  });

  it('creates environments that extend the base environment, and stores credentials as secrets', () => {
    expect(document.environments).toEqual([
      {
        name: 'Shop 2',
        variables: [],
        secrets: [{ name: 'password', value: 'a-real-pass-9', enabled: true }],
      },
      {
        name: 'Shop',
        extends: 'Shop 2',
        variables: [
          { name: 'host', value: 'https://s.example', enabled: true },
          { name: 'nested.b', value: '1', type: 'number', enabled: true },
        ],
        secrets: [],
      },
      {
        name: 'Staging',
        extends: 'Shop',
        variables: [{ name: 'host', value: 'https://staging.example', enabled: true }],
        secrets: [{ name: 'token', value: 't-0123456789', enabled: true }],
      },
    ]);
  });

  it('reports template tags, scripts and other kinds of requests', () => {
    expect(document.leftOut).toEqual(
      expect.arrayContaining([
        { place: 'Users', what: 'its pre-request script does not run here; it is a comment in the script' },
        {
          place: 'Users/Second',
          what: "the template tag {% uuid 'v4' %} stays as it is; compute its value in onRequest",
        },
        { place: 'Stream', what: 'it is a gRPC request' },
      ]),
    );
  });
});

const export5 = `
type: collection.insomnia.rest/5.0
name: Shop
meta: { id: wrk_1 }
collection:
  - name: Users
    meta: { id: fld_1, sortKey: 2, description: People }
    environment: { limit: 5 }
    headers:
      - { name: X-Team, value: blue }
    children:
      - url: "{{ _.host }}/users/:id"
        name: Get
        meta: { id: req_1, sortKey: 1, description: One user }
        method: GET
        pathParameters:
          - { name: id, value: "7" }
        authentication: { type: apikey, key: X-Key, value: "{{ _.key }}", addTo: header }
        scripts:
          afterResponse: insomnia.expect(1)
        settings:
          followRedirects: "off"
          cookies: { send: false, store: true }
  - url: "{{ _.host }}/upload"
    name: Upload
    meta: { id: req_2, sortKey: 1 }
    method: POST
    body:
      mimeType: multipart/form-data
      params:
        - { name: title, value: Me }
        - { name: photo, type: file, fileName: /home/ann/me.png }
  - url: wss://s.example
    name: Live
    meta: { id: ws-req_1, sortKey: 3 }
environments:
  name: Base Environment
  data: { host: "https://s.example" }
  subEnvironments:
    - name: Staging
      data: { host: "https://staging.example" }
cookieJar:
  cookies:
    - { key: a, value: b }
`;

describe('the import of an Insomnia 5 collection', () => {
  const document = read(export5);

  it('creates folders, requests and environments', () => {
    expect(document).toMatchObject({ format: 'insomnia', name: 'Shop' });
    expect(document.requests.map(({ name, folder }) => [folder, name])).toEqual([
      ['', 'Upload'],
      ['Users', 'Get'],
    ]);
    expect(document.folders).toMatchObject([
      { path: '', order: 'mixed' },
      { path: 'Users', description: 'People', headers: [{ name: 'X-Team', value: 'blue' }] },
    ]);
    expect(findRequest(document, 'Get')).toMatchObject({
      description: 'One user',
      url: '{{host}}/users/:id',
      auth: { type: 'api-key', name: 'X-Key', value: '{{key}}', in: 'header' },
      settings: { followRedirects: false, cookies: false },
      script: expect.stringContaining('// insomnia.expect(1)') as string,
    });
    expect(findRequest(document, 'Upload')).toMatchObject({
      body: { type: 'multipart', parts: [{ name: 'title' }, { name: 'photo', file: '/home/ann/me.png' }] },
    });
    expect(document.environments).toMatchObject([{ name: 'Shop' }, { name: 'Staging', extends: 'Shop' }]);
  });

  it('reports omitted parts', () => {
    expect(document.leftOut).toEqual(
      expect.arrayContaining([
        { place: 'Live', what: 'it is a WebSocket request' },
        { place: 'cookieJar', what: '1 cookie' },
      ]),
    );
  });
});

const request4 = (name: string, parentId: string, metaSortKey?: number) => ({
  ...{ _id: `req_${name}`, _type: 'request', parentId, name, method: 'GET', url: 'http://127.0.0.1/' },
  ...(metaSortKey === undefined ? {} : { metaSortKey }),
});

const folder4 = (name: string, metaSortKey: number) => ({
  ...{ _id: `fld_${name}`, _type: 'request_group', parentId: 'wrk_1', name, metaSortKey },
});

const request5 = (name: string, sortKey?: number) => ({
  ...{ name, url: 'http://127.0.0.1/', method: 'GET' },
  meta: { id: `req_${name}`, ...(sortKey === undefined ? {} : { sortKey }) },
});

describe('the order of an Insomnia import', { tags: 'import:order' }, () => {
  const ordered4 = read({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
      folder4('Last', -1),
      request4('middle', 'fld_Last', -1_700_000_000_000),
      request4('tie a', 'fld_Last', -5.5),
      request4('tie b', 'fld_Last', -5.5),
      request4('first', 'fld_Last', -1_800_000_000_000),
      folder4('First', -1_700_000_000_000),
      request4('only', 'fld_First', 3),
      request4('beside', 'wrk_1', -900_000_000_000),
      request4('without a key', 'fld_Last'),
    ],
  });
  const ordered5 = read({
    type: 'collection.insomnia.rest/5.0',
    name: 'Shop',
    collection: [
      {
        name: 'Last',
        meta: { id: 'fld_1', sortKey: -1 },
        children: [
          request5('middle', -1_700_000_000_000),
          request5('tie a', -5.5),
          request5('tie b', -5.5),
          request5('first', -1_800_000_000_000),
          request5('without a key'),
        ],
      },
      {
        name: 'First',
        meta: { id: 'fld_2', sortKey: -1_700_000_000_000 },
        children: [request5('only', 3)],
      },
      request5('beside', -900_000_000_000),
    ],
    environments: {
      subEnvironments: [
        { name: 'Second', meta: { sortKey: 2 }, data: { a: 1 } },
        { name: 'First', meta: { sortKey: 1 }, data: { a: 2 } },
      ],
    },
  });

  it.each([
    ['4', ordered4],
    ['5', ordered5],
  ])('is the order of its sidebar in format %s', (_, document) => {
    expect(document.folders.map(({ path, order, seq }) => [path, order, seq])).toEqual([
      ['', 'mixed', undefined],
      ['First', undefined, 1_000],
      ['Last', undefined, 3_000],
    ]);
    expect(document.requests.map(({ name }) => name)).toEqual([
      ...['only', 'beside', 'without a key', 'first', 'middle', 'tie b', 'tie a'],
    ]);
    expect(document.requests.find(({ name }) => name === 'beside')).toMatchObject({ seq: 2_000 });
    expect(document.leftOut).toEqual([]);
  });

  it('also applies to environments', () => {
    expect(ordered5.environments.map(({ name }) => name)).toEqual(['First', 'Second']);
  });
});

it(
  'an Insomnia cookie key is sent together with the cookies in the request’s own header',
  { tags: 'import:left-out' },
  () => {
    const { requests } = read({
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
        {
          _id: 'req_1',
          _type: 'request',
          parentId: 'wrk_1',
          name: 'Basket',
          method: 'GET',
          url: 'http://a/basket',
          headers: [{ name: 'cookie', value: 'theme=dark' }],
          authentication: { type: 'apikey', key: 'session', value: '{{ _.session }}', addTo: 'cookie' },
        },
      ],
    });
    expect(requests[0]).toMatchObject({
      auth: { type: 'none' },
      headers: [{ name: 'cookie', value: 'theme=dark; session={{session}}' }],
    });
  },
);

describe('an omitted request of an Insomnia document', { tags: 'import:left-out' }, () => {
  const at = 'Users / admins/Inner/Live';

  it('is located by the names of the document in format 4, even if they contain slashes', () => {
    const { leftOut } = read({
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
        { _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'Users / admins' },
        { _id: 'fld_2', _type: 'request_group', parentId: 'fld_1', name: 'Inner' },
        { _id: 'ws_1', _type: 'websocket_request', parentId: 'fld_2', name: 'Live', url: 'ws://h' },
      ],
    });
    expect(leftOut.map(({ place }) => place)).toContain(at);
  });

  it('is located by the names of the document in format 5, even if they contain slashes', () => {
    const live = { name: 'Live', url: 'ws://h', meta: { id: 'ws-req_1' } };
    const { leftOut } = read({
      type: 'collection.insomnia.rest/5.0',
      name: 'Shop',
      collection: [{ name: 'Users / admins', children: [{ name: 'Inner', children: [live] }] }],
    });
    expect(leftOut.map(({ place }) => place)).toContain(at);
  });
});
