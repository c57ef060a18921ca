import { describe, expect, it } from 'vitest';

import { findRequest, read, readRefusal } from './testing/read.js';

/** Creates a collection with one request, which has these fields. */
const createCollection = (request: object) => ({
  id: 'c-1',
  name: 'Old',
  order: ['r-1'],
  requests: [{ id: 'r-1', name: 'R', method: 'POST', url: 'http://h/a', ...request }],
});

const readRequest = (request: object) => findRequest(read(createCollection(request)), 'R');

describe('a Postman collection in format 1', { tags: 'import:formats' }, () => {
  it('is recognized by its lists, alone and in an account dump', () => {
    expect(read(createCollection({}))).toMatchObject({ format: 'postman', name: 'Old', leftOut: [] });
    const dump = read({ collections: [createCollection({})], environments: [], globals: [] });
    expect(dump.folders.map(({ path }) => path)).toEqual(['Old']);
    expect(findRequest(dump, 'R').folder).toBe('Old');
  });

  it('has folders and requests in the order of its lists, folders first', { tags: 'import:order' }, () => {
    const { folders, requests, leftOut } = read({
      name: 'Old',
      order: ['top', 'missing', 'top'],
      folders_order: ['b', 'a'],
      folders: [
        { id: 'a', name: 'A', order: ['one'], folders_order: ['inner'], description: 'About A' },
        { id: 'b', name: 'B', order: ['two'], variables: [{ key: 'v', value: '1' }] },
        { id: 'inner', name: 'Inner', order: ['three'], folders_order: ['a'] },
      ],
      requests: ['one', 'two', 'three', 'top', 'stray'].map((id) => ({ id, name: id, url: 'http://h/' })),
    });
    expect(folders.map(({ path }) => path)).toEqual(['', 'B', 'A', 'A/Inner']);
    expect(folders.slice(1, 3)).toMatchObject([
      { variables: [{ name: 'v', value: '1' }] },
      { description: 'About A' },
    ]);
    expect(requests.map(({ folder, name }) => `${folder}/${name}`)).toEqual([
      'B/two',
      'A/Inner/three',
      'A/one',
      '/top',
    ]);
    expect(leftOut).toEqual([
      { place: 'stray', what: 'it is in no folder, so that Postman does not show it' },
    ]);
  });

  it('keeps folders in their original order if the collection lists no order', () => {
    const { folders } = read({
      name: 'Old',
      order: [],
      folders: [
        { id: 'a', name: 'A', order: [], folders_order: ['b'] },
        { id: 'b', name: 'B', order: [] },
        { id: 'c', name: 'C', order: [] },
      ],
      requests: [],
    });
    expect(folders.map(({ path }) => path)).toEqual(['', 'A', 'A/B', 'C']);
  });

  it.each([
    [
      'a text, in which a comment switches a header off',
      { headers: 'X-One: 1\n//X-Off: a:b\nno header\n' },
      [
        { name: 'X-One', value: '1', enabled: true },
        { name: 'X-Off', value: 'a:b', enabled: false },
      ],
    ],
    [
      'rows, which have precedence over the text',
      { headers: 'X-One: 1', headerData: [{ key: 'X-Two', value: '2', enabled: false }] },
      [{ name: 'X-Two', value: '2', enabled: false }],
    ],
    [
      'a list as in format 2',
      { headers: [{ key: 'X-Three', value: '3' }] },
      [{ name: 'X-Three', value: '3', enabled: true }],
    ],
  ])('has headers from %s', (_, request, headers) => {
    expect(readRequest(request).headers).toEqual(headers);
  });

  it('keeps the rows of a query and of a path', () => {
    const request = readRequest({
      url: 'http://h/:id/:name?a=1&b',
      queryParams: [
        { key: 'a', value: '1' },
        { key: 'b', value: null, equals: false },
        { key: 'c', value: '3', enabled: false },
      ],
      pathVariableData: [{ key: 'id', value: '7' }],
      pathVariables: { id: '8', name: 'n' },
    });
    expect(request).toMatchObject({
      // A row without an equals sign has no counterpart, so that the query stays in the URL.
      url: 'http://h/:id/:name?a=1&b',
      pathParams: [
        { name: 'id', value: '7' },
        { name: 'name', value: 'n' },
      ],
      queryParams: [{ name: 'c', value: '3', enabled: false }],
    });
  });

  it.each([
    ['raw', { dataMode: 'raw', rawModeData: 'a' }, { type: 'text', content: 'a' }],
    ['raw, as a list', { dataMode: 'raw', rawModeData: ['a'] }, { type: 'text', content: 'a' }],
    ['raw in the field of forms', { dataMode: 'raw', data: 'a' }, { type: 'text', content: 'a' }],
    ['raw without a mode', { rawModeData: 'a' }, { type: 'text', content: 'a' }],
    [
      'a form',
      { dataMode: 'urlencoded', data: [{ key: 'a', value: '1', enabled: false }] },
      { type: 'form-urlencoded', fields: [{ name: 'a', value: '1', enabled: false }] },
    ],
    [
      'parts with a file',
      {
        dataMode: 'params',
        data: [
          { key: 'a', value: '1', type: 'text' },
          { key: 'f', value: 'a.txt', type: 'file' },
        ],
      },
      {
        type: 'multipart',
        parts: [
          { name: 'a', value: '1', enabled: true },
          { name: 'f', file: 'a.txt', enabled: true },
        ],
      },
    ],
    [
      'parts without a mode',
      { data: [{ key: 'a', value: '1' }] },
      { type: 'multipart', parts: [{ name: 'a', value: '1', enabled: true }] },
    ],
    ['a file', { dataMode: 'binary', rawModeData: 'a.bin' }, { type: 'binary', file: 'a.bin' }],
    ['nothing', { dataMode: 'raw', rawModeData: '' }, { type: 'none' }],
    ['nothing by its mode', { dataMode: null, rawModeData: 'a' }, { type: 'none' }],
    ['nothing that is sent', { dataMode: 'raw', rawModeData: 'a', dataDisabled: true }, { type: 'none' }],
  ])('has a body that is %s', (_, request, body) => {
    expect(readRequest(request)).toMatchObject({ body });
  });

  it.each([{ dataMode: 'graphql' }, {}])('has a GraphQL query with the mode %j', (mode) => {
    const graphqlModeData = { query: '{ a }', variables: '{"n": 1}' };
    expect(readRequest({ ...mode, graphqlModeData })).toMatchObject({ kind: 'graphql', query: '{ a }' });
  });

  it.each([
    [
      { currentHelper: 'basicAuth', helperAttributes: { username: 'ann' } },
      { type: 'basic', username: 'ann' },
    ],
    [
      { currentHelper: 'digestAuth', helperAttributes: '{"username": "ann"}' },
      { type: 'digest', username: 'ann' },
    ],
    [
      {
        currentHelper: 'oAuth1',
        helperAttributes: { consumerKey: '{{k}}', consumerSecret: '{{s}}', header: true },
      },
      { type: 'oauth1', consumerKey: '{{k}}', consumerSecret: '{{s}}' },
    ],
    [{ currentHelper: null, helperAttributes: null }, { type: 'inherit' }],
    [{ currentHelper: 'normal' }, { type: 'inherit' }],
    [
      { auth: { type: 'basic', basic: [{ key: 'username', value: 'ann' }] } },
      { type: 'basic', username: 'ann' },
    ],
  ])('has the auth of %j', (request, auth) => {
    expect(readRequest(request).auth).toMatchObject(auth);
  });

  it.each([
    [
      { preRequestScript: 'a();', tests: 'b();\nc();' },
      { beforeRequest: 'a();', tests: 'b();\nc();' },
    ],
    [{ tests: ['b();', 'c();'], events: [] }, { tests: 'b();\nc();' }],
    [{ tests: null, events: [{ listen: 'test', script: { exec: ['d();'] } }] }, { tests: 'd();' }],
  ])('has the scripts of %j', (request, scripts) => {
    expect(readRequest(request).foreign).toEqual({ dialect: 'postman', ...scripts });
  });

  it('keeps its examples', () => {
    const responses = [
      {
        name: 'Found',
        responseCode: { code: 200, name: 'OK' },
        headers: [{ key: 'X-One', value: '1' }],
        text: '{"a": 1}',
        language: 'json',
        request: { method: 'PUT', url: 'http://h/b' },
      },
    ];
    expect(readRequest({ responses })).toMatchObject({
      examples: [
        {
          name: 'Found',
          request: { method: 'PUT', url: 'http://h/b' },
          response: {
            status: 200,
            statusText: 'OK',
            headers: [{ name: 'X-One', value: '1' }],
            body: { type: 'json', data: '{"a": 1}' },
          },
        },
      ],
    });
  });

  it('must contain its requests', () => {
    expect(readRefusal(JSON.stringify({ name: 'Old', order: [] }))).toContain('is not a document');
  });
});
