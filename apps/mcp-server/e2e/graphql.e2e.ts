import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Result {
  readonly error: unknown;
  readonly response: { readonly textBody: string };
  readonly lifecycle: { readonly tests: { readonly summary: { readonly success: boolean } } };
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: LaunchedProgram;
let server: LaunchedProgram;
let client: Client;
let echoUrl = '';

const readUrl = async (launched: LaunchedProgram): Promise<string> =>
  /http:\S+/.exec((await launched.lines(1))[0] ?? '')?.[0] ?? '';

const call = async <A>(name: string, args: object = {}): Promise<A> => {
  const result = await client.callTool({ name, arguments: { ...args } });
  return readToolResult<A>(result);
};

beforeAll(async () => {
  folder = await temporaryFolder();
  echo = launch('echo-server', ['--port', '0']);
  echoUrl = await readUrl(echo);
  const flags = ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  server = launch('mcp-server', ['--port', '0', ...flags]);
  client = new Client({ name: 'e2e', version: '1' });
  const url = await readUrl(server);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
});

afterAll(async () => {
  await client.close();
  await server.stop();
  await echo.stop();
  await folder.remove();
});

describe('an agent', { tags: ['graphql:crud', 'graphql:post', 'graphql:variables'] }, () => {
  it('can create, find, change, execute and delete a GraphQL request', async () => {
    const query = 'query Find($id: ID!) { payment(id: $id) { amount } }';
    const { id } = await call<{ id: string }>('graphql_create', {
      name: 'Find a payment',
      url: `${echoUrl}/graphql`,
      query,
      variables: { id: '{{payment}}', first: 1 },
      script: `export function onTest(req, res) {
        test('was posted', () => expect(res.json().json.operationName).toBe('Find'));
      }`,
    });
    await call('graphql_update', { id, operationName: 'Find', ifRevision: 1 });
    expect(await call('graphql_list', { search: 'payment' })).toMatchObject({
      requests: [{ id, name: 'Find a payment', method: 'POST' }],
    });
    expect(await call('graphql_get', { id })).toMatchObject({ query, revision: 2 });
    const result = await call<Result>('graphql_execute', {
      id,
      variables: { payment: 'pay-7' },
      graphqlVariables: { first: 2 },
    });
    expect(result).toMatchObject({ error: null, lifecycle: { tests: { summary: { success: true } } } });
    expect(JSON.parse(result.response.textBody)).toMatchObject({
      method: 'POST',
      json: { query, variables: { id: 'pay-7', first: 2 }, operationName: 'Find' },
    });
    expect(await call('workspaces_list')).toMatchObject({ workspaces: [{ graphqlCount: 1, restCount: 0 }] });
    expect(await call('graphql_delete', { id })).toEqual({ deleted: id });
    expect(await client.callTool({ name: 'graphql_get', arguments: { id } })).toMatchObject({
      isError: true,
    });
  });
});
