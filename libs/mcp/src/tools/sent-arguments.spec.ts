import { readToolResult, type ToolAnswer } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { uncalledClient } from '../testing/uncalled-client.js';
import { createTools } from './tools.js';
import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
let id = '';
beforeAll(async () => {
  testServer = await serveProduct();
  id = await testServer.planned.createRest({ name: 'R', url: 'http://h/' });
});
afterAll(() => testServer.close());

const call = async (name: string, args: object) => {
  const text = await testServer.ask('sdk1', 'tools/call', { name, arguments: args });
  return readToolResult((JSON.parse(text) as { readonly result: ToolAnswer }).result);
};

/** Adds null for every missing argument, as strict clients do. */
const addNulls = (name: string, args: object): object => {
  const tool = createTools(uncalledClient).find((one) => one.name === name);
  const names = Object.keys(tool?.inputSchema.properties as object);
  return { ...Object.fromEntries(names.map((one) => [one, null])), ...args };
};

describe('a call', { tags: 'mcp:arguments:sent' }, () => {
  it.each([
    'workspaces_list',
    'rest_list',
    'environments_list',
    'runs_list',
    'executions_list',
    'changes_list',
  ])('of %s with null for all arguments equals a call without arguments', async (name) => {
    expect(await call(name, addNulls(name, {}))).toEqual(await call(name, {}));
  });

  it('with null for fields of a request leaves these fields unchanged', async () => {
    const before = await call('rest_get', { id });
    const changed = await call('rest_update', addNulls('rest_update', { id, method: 'POST' }));
    expect(changed).toMatchObject({ method: 'POST', url: before.url, name: before.name, body: before.body });
    const query = { name: 'G', url: 'http://h/', query: 'query a { a }', operationName: 'a' };
    const graphql = await call('graphql_create', addNulls('graphql_create', query));
    const kept = await call('graphql_update', addNulls('graphql_update', { id: graphql.id, name: 'H' }));
    expect(kept).toMatchObject({ name: 'H', operationName: 'a' });
    expect(await call('graphql_update', { id: graphql.id, operationName: '' })).toMatchObject({
      operationName: null,
    });
  });

  it('with null for fields of an operation leaves these fields unchanged', async () => {
    const operations = [{ op: 'update', id, url: 'http://other/', folder: null, before: null, kind: null }];
    expect(await call('requests_apply', addNulls('requests_apply', { operations }))).toMatchObject({
      applied: 1,
    });
  });

  it('may contain JSON text for objects and lists', async () => {
    const made = await call('rest_create', {
      name: 'T',
      url: 'http://h/:a',
      headers: '{"accept": "text/html"}',
      body: '{"name": "Ann"}',
      tags: '["a"]',
      settings: { timeoutMs: '500', tls: '{"verify": false}' },
      auth: '{"type": "basic", "username": "u", "password": "p"}',
    });
    expect(made).toMatchObject({
      headers: [{ name: 'accept', value: 'text/html' }],
      body: { type: 'json', content: '{\n  "name": "Ann"\n}' },
      tags: ['a'],
      settings: { timeoutMs: 500, tls: { verify: false } },
      auth: { type: 'basic' },
    });
    const operations = JSON.stringify([{ op: 'delete', id: made.id }]);
    expect(await call('requests_apply', { operations })).toMatchObject({ applied: 1, failed: 0 });
    const run = { id, queryParams: '{"page": 2}', headers: '["content-type"]', maxBodyBytes: '10' };
    expect(await call('rest_execute', run)).toMatchObject({ error: null });
  });

  it('accepts a list of header names, which may contain none or all', async () => {
    const headersOf = async (headers: unknown) => {
      const result = await call('rest_execute', { id, headers });
      return Object.keys((result.response as { readonly headers: object }).headers);
    };
    expect(await headersOf(['none'])).toEqual([]);
    expect(await headersOf(['all'])).toEqual(await headersOf('all'));
  });

  it('is refused with the path of an error inside JSON text', async () => {
    const refused = await call('rest_execute', { id, pathParams: '{"a": {"value": []}}' });
    expect(JSON.stringify(refused)).toContain('pathParams.a');
  });
});
