import { afterAll, beforeAll, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
});
afterAll(() => testServer.close());

const apply = async (args: object): Promise<unknown> => {
  const params = { name: 'requests_apply', arguments: args };
  const { result } = JSON.parse(await testServer.ask('sdk1', 'tools/call', params)) as {
    result: { content: [{ text: string }] };
  };
  return JSON.parse(result.content[0].text);
};

const user = { op: 'create', name: 'Get user', folder: 'Users' };

it('requests_apply returns short results and errors', { tags: 'agent:apply' }, async () => {
  expect(await apply({ operations: [user, { op: 'delete', id: 'Nothing' }], atomic: false })).toEqual({
    applied: 1,
    failed: 1,
    results: [
      { op: 'create', id: expect.stringMatching(/^rest_/) as string, path: 'Users/Get user', revision: 1 },
      {
        op: 'delete',
        error: {
          code: 'INVALID_ARGUMENTS',
          message: 'Invalid arguments: id is not the id, path or name of a request of this workspace.',
          details: { issues: [expect.objectContaining({ path: 'id', got: '"Nothing"' })] },
        },
      },
    ],
  });
  expect(
    await apply({ operations: [{ op: 'update', id: 'Get user', ifRevision: 5, url: 'http://h' }] }),
  ).toMatchObject({
    error: {
      code: 'REVISION_CONFLICT',
      message:
        'operations[0]: The current revision is 1, not 5: it was changed meanwhile. Nothing was changed.',
      hint: expect.stringContaining('ifRevision') as string,
      details: { present: { name: 'Get user' } },
    },
  });
  expect(await apply({ operations: [user], dryRun: true })).toEqual({
    applied: 1,
    failed: 0,
    results: [{ op: 'create', path: 'Users/Get user', revision: 1 }],
    dryRun: true,
  });
});

it('a write returns only the id and the revision if the call asks for a brief result', async () => {
  const call = async (name: string, args: object): Promise<unknown> => {
    const params = { name, arguments: { ...args, return: 'brief' } };
    const { result } = JSON.parse(await testServer.ask('sdk1', 'tools/call', params)) as {
      result: { content: [{ text: string }] };
    };
    return JSON.parse(result.content[0].text);
  };
  const id = expect.stringMatching(/^(rest|gql)_/) as string;
  expect(await call('rest_create', { name: 'Brief' })).toEqual({ id, revision: 1 });
  expect(await call('rest_update', { id: 'Brief', url: 'http://h' })).toEqual({ id, revision: 2 });
  expect(await call('rest_copy', { id: 'Brief' })).toEqual({ id, revision: 1 });
  expect(await call('rest_update_script', { id: 'Brief', script: '' })).toEqual({
    request: { id, revision: 3 },
    diagnostics: [],
  });
  expect(await call('graphql_create', { name: 'Brief G' })).toEqual({ id, revision: 1 });
});
