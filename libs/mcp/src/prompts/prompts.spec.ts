import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
let id: string;
beforeAll(async () => {
  testServer = await serveProduct();
  id = await testServer.planned.createRest();
});
afterAll(() => testServer.close());

const missingId = 'rest_0000000000000000';

describe.each(['sdk1', 'sdk2'] as const)('a prompt of %s', { tags: 'mcp:prompts' }, (era) => {
  const get = (args: object, name = 'test_request') =>
    testServer.ask(era, 'prompts/get', { name, arguments: args });

  it.each(['test_request', 'debug_request'])('%s names the request and its workspace', async (name) => {
    expect(await get({ id }, name)).toContain(`the REST request ${id} in Tandem`);
    expect(await get({ id, workspaceId: '' }, name)).toContain(`the REST request ${id} in Tandem`);
    expect(await get({ id, workspaceId: 'w' }, name)).toContain(`${id} of the workspace w`);
  });

  it.each<readonly [args: () => object, expected: string]>([
    [() => ({ id: missingId }), 'Use rest_list to find ids.'],
    [() => ({ id: '' }), 'id must be'],
    [() => ({ id: 'x' }), 'id is not the id, path or name of a REST request'],
    [() => ({ id, workspaceId: 'nowhere' }), 'Use workspaces_list first'],
    [() => ({}), 'takes the argument id'],
  ])('refuses an unknown request, and suggests what to do', async (args, expected) => {
    const { error } = JSON.parse(await get(args())) as { error: { code: number; message: string } };
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(expected) as string });
  });
});
