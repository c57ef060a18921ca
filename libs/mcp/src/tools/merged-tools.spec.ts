import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';
import { uncalledClient } from '../testing/uncalled-client.js';
import { createTools, parseToolSet, type ToolSet } from './tools.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
});
afterAll(() => testServer.close());

const call = async (name: string, args: object): Promise<unknown> => {
  const params = { name, arguments: args };
  const { result } = JSON.parse(await testServer.ask('sdk1', 'tools/call', params)) as {
    result: { content: [{ text: string }] };
  };
  return JSON.parse(result.content[0].text);
};

const listNames = (set: ToolSet): readonly string[] =>
  createTools(uncalledClient, set)
    .filter(({ isListed = true }) => isListed)
    .map(({ name }) => name);

describe('the choice of tools', { tags: 'mcp:tool-sets' }, () => {
  it('contains at most 40 tools by default, and 20 core tools', () => {
    const advice = 'see "Add an operation" in CONTRIBUTING.md for what to do with a full list';
    expect(listNames('all').length, advice).toBeLessThanOrEqual(40);
    expect(listNames('core').length).toBeLessThanOrEqual(20);
  });

  it('contains core tools to create, run and read requests, to set up an environment, and to import', () => {
    const wanted = ['rest_create', 'rest_execute', 'runs_execute', 'executions_get', 'environments_edit'];
    expect(listNames('core')).toEqual(expect.arrayContaining([...wanted, 'imports_apply']));
  });

  it('contains the tools named in the setting, including merged tools', () => {
    expect(parseToolSet('rest_list, rest_copy')).toEqual(['rest_list', 'rest_copy']);
    expect(listNames(['rest_list', 'rest_copy'])).toEqual(['rest_list', 'rest_copy']);
  });

  it('is refused with a similar name if a tool name is unknown', () => {
    expect(parseToolSet('rest_lists')).toMatchObject({
      problem: expect.stringContaining('did you mean rest_list?') as string,
    });
  });

  it('accepts the old name of a merged tool only if the new tool is offered', () => {
    const answered = (set: ToolSet) => createTools(uncalledClient, set).map(({ name }) => name);
    expect(answered('all')).toContain('cookies_set');
    expect(answered('core')).toContain('environments_activate');
    expect(answered('core')).not.toContain('cookies_set');
  });
});

it(
  'files_put refuses invalid base64, and a call that has both text and base64 or neither',
  { tags: 'mcp:files' },
  async () => {
    for (const [args, path] of [
      [{ path: 'a.txt' }, 'text'],
      [{ path: 'a.txt', base64: '%' }, 'base64'],
      [{ path: 'a.txt', text: '', base64: '' }, 'text'],
    ] as const)
      expect(await call('files_put', args)).toMatchObject({ error: { details: { issues: [{ path }] } } });
  },
);

describe('a merged tool', { tags: 'mcp:merged-tools' }, () => {
  it('does for each `op` what the separate tool did before the merge', async () => {
    const { id } = (await call('folders_edit', { op: 'create', path: 'A/B' })) as { readonly id: string };
    expect(await call('folders_edit', { op: 'update', id: 'A', headers: { 'X-A': '1' } })).toMatchObject({
      path: 'A',
      headers: [{ name: 'X-A', value: '1' }],
    });
    await call('folders_edit', { op: 'move', id, parent: '' });
    expect(await call('folders_list', { id: 'B' })).toMatchObject({
      folder: { id, path: 'B' },
      folders: [{ path: 'B' }],
    });
    expect(await call('folders_delete', { id: 'B' })).toMatchObject({ deleted: id });
    expect(await call('folders_list', {})).toMatchObject({ folders: [{ path: 'A' }] });
  });

  it('can set up an environment and activate it', async () => {
    await call('environments_edit', { op: 'create', name: 'Staging', variables: { host: 'http://h' } });
    expect(await call('environments_edit', { op: 'activate', id: 'Staging' })).toMatchObject({
      active: true,
    });
  });

  it('refuses an unknown op, and arguments that belong to another op', async () => {
    expect(await call('cookies_edit', { op: 'sett' })).toMatchObject({
      error: { code: 'INVALID_ARGUMENTS', details: { issues: [{ path: 'op' }] } },
    });
    expect(await call('cookies_edit', { op: 'clear', value: 'x' })).toMatchObject({
      error: { message: expect.stringContaining('value is not a known field') as string },
    });
    expect(await call('cookies_edit', {})).toMatchObject({
      error: { details: { issues: [{ path: 'op' }] } },
    });
  });
});
