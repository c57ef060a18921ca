import { createRpcServer } from '@tandem/rpc';
import { createQuietContext } from '@tandem/application';
import { type PlannedApplication, createPlannedApplication } from '@tandem/application/testing';
import { unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { readToolResult } from '@tandem/node/testing';

import { callTool } from '../catalogue/call.js';
import type { Resources } from '../catalogue/catalogue.js';
import { createAgentClient } from '../catalogue/agent-client.js';
import { createResources } from './resources.js';
import { createTools } from '../tools/tools.js';

let fixture: PlannedApplication;
let resources: Resources;
const log = { error: () => undefined, warn: () => undefined };
const client = () => createAgentClient(createRpcServer(fixture.application, log));

beforeEach(async () => {
  fixture = await createPlannedApplication();
  resources = createResources(client());
});

const read = async (uri: string) => {
  const content = await resources.read(uri, {});
  return content === undefined || !('text' in content) ? content : (JSON.parse(content.text) as unknown);
};

describe('resources for agents', () => {
  it('include the workspaces and the requests of the active workspace', async () => {
    const id = await fixture.createRest({ name: 'One' });
    const workspace = `tandem://workspaces/${fixture.workspace.id}`;
    expect(await resources.list({})).toEqual([
      expect.objectContaining({ uri: 'tandem://docs/tools' }),
      expect.objectContaining({ uri: 'tandem://docs/scripts' }),
      expect.objectContaining({ uri: 'tandem://docs/files' }),
      expect.objectContaining({ uri: 'tandem://window/selection' }),
      expect.objectContaining({ uri: workspace, title: 'w' }),
      expect.objectContaining({
        uri: `${workspace}/rest/${id}`,
        title: 'One',
        description: 'GET http://h/x',
      }),
    ]);
  });

  it('include a workspace with its contents, and complete requests', async () => {
    const [rest, graphql] = [await fixture.createRest(), await fixture.createGraphql({ query: '{ a }' })];
    const workspace = `tandem://workspaces/${fixture.workspace.id}`;
    expect(await read(workspace)).toMatchObject({
      name: 'w',
      environments: [{ name: 'Default' }],
      rest: [{ id: rest }],
      graphql: [{ id: graphql }],
    });
    expect(await read(`${workspace}/rest/${rest}`)).toMatchObject({ id: rest, url: 'http://h/x' });
    expect(await read(`${workspace}/graphql/${graphql}`)).toMatchObject({ query: '{ a }' });
  });

  it('include the body of an execution, with secrets redacted', async () => {
    const { id, activeEnvironmentId } = fixture.workspace;
    const change = { kind: 'secret', name: 'KEY', value: 'hello' } as const;
    await unwrapResult(fixture.store.environments.change(id, activeEnvironmentId!, [change], 'now'));
    const { executionId } = await fixture.rest();
    const uri = `tandem://executions/${executionId}/body`;
    expect(await resources.read(uri, {})).toEqual({ uri, mimeType: 'text/plain', text: '‹secret:KEY›' });
    fixture.plan.response = { body: Uint8Array.from([0, 255]), headers: [['content-type', 'image/png']] };
    const binary = `tandem://executions/${(await fixture.rest()).executionId}/body`;
    expect(await resources.read(binary, {})).toEqual({ uri: binary, mimeType: 'image/png', blob: 'AP8=' });
  });

  it.each<[string, Uint8Array]>([
    ['text/plain', new TextEncoder().encode('é'.repeat(1_000_000))],
    ['image/png', Uint8Array.from({ length: 2_000_000 }, (_, at) => (at % 251) | 128)],
  ])('include a long %s completely', { tags: 'mcp:cut' }, async (type, body) => {
    fixture.plan.response = { body, headers: [['content-type', type]] };
    const uri = `tandem://executions/${(await fixture.rest()).executionId}/body`;
    const content = await resources.read(uri, {});
    const read =
      content && 'blob' in content ? Buffer.from(content.blob, 'base64') : Buffer.from(content?.text ?? '');
    expect(read.equals(body)).toBe(true);
  });

  it.each([
    ['tandem://workspaces/ws_zzzzzzzzzzzzzzzz'],
    ['tandem://workspaces/w'],
    ['tandem://workspaces/ws_zzzzzzzzzzzzzzzz/rest/rest_zzzzzzzzzzzzzzzz'],
    ['tandem://executions/exec_zzzzzzzzzzzzzzzz/body'],
    ['file:///etc/passwd'],
    ['nothing'],
  ])('do not include %s', async (uri) => {
    expect(await resources.read(uri, {})).toBeUndefined();
  });

  it('are reported when a change affects them', async () => {
    const uris: string[] = [];
    const lists: boolean[] = [];
    fixture.application.changes.subscribe((change) => {
      uris.push(...resources.touched(change));
      lists.push(resources.changesList(change));
    });
    const id = await fixture.createRest();
    await unwrapResult(fixture.application.rest.update({ id, name: 'Two' }));
    await unwrapResult(
      fixture.application.cookies.set({ name: 'a', value: '1', domain: 'a.example' }, createQuietContext()),
    );
    const workspace = `tandem://workspaces/${fixture.workspace.id}`;
    expect(uris).toEqual([`${workspace}/rest/${id}`, workspace, `${workspace}/rest/${id}`, workspace]);
    // The second change is the new order of the folder, and the last one is of cookies, which are part of no resource.
    expect(lists).toEqual([true, false, false, false]);
  });
});

describe('a result with a truncated body', () => {
  const execute = async () => {
    fixture.plan.response = { body: new TextEncoder().encode('x'.repeat(40_000)) };
    const id = await fixture.createRest();
    const catalogue = { name: 'x', title: 'x', version: '1', instructions: '', tools: createTools(client()) };
    return callTool(catalogue, log, { name: 'rest_execute', arguments: { id } }, {});
  };

  it('refers to the resource with the complete body, and contains only blocks that clients accept', async () => {
    const { content } = await execute();
    expect(content).toMatchObject([{ type: 'text' }]);
    const { response } = readToolResult<{ readonly response: { readonly uri: string } }>({ content });
    expect(response).toMatchObject({ truncated: true, size: 40_000, nextOffset: 32_768 });
    expect(await resources.read(response.uri, {})).toMatchObject({ text: 'x'.repeat(40_000) });
  });
});
