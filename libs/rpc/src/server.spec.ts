import { createApplication } from '@tandem/application';
import { createMemoryLocations, createPlannedApplication, noJsonPath } from '@tandem/application/testing';
import type { AppError, FolderSync, HttpTransport, RequestFiles, ScriptRuntime, Secret } from '@tandem/core';
import { E, TE } from '@tandem/core/fp';
import { createCountingIds, createEmptyJar, createFixedClock, createMemoryStore } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { RpcDefect } from './rpc-error.js';
import { createRpcServer, type RpcServer, toLoggableError } from './server.js';

type Read = ReturnType<Awaited<ReturnType<typeof createPlannedApplication>>['application']['hiddenSecrets']>;

const knownSecrets: readonly Secret[] = [{ name: 'KEY', value: 'hunter-22' }];
const unreadable: AppError = { kind: 'storage-failed', doing: 'reading', reason: 'other', cause: 'disk' };

const toLoggable = async (error: unknown, read: Read = TE.right(knownSecrets)) => {
  const { application } = await createPlannedApplication();
  return toLoggableError({ ...application, hiddenSecrets: () => read }, error);
};

const error = Object.assign(new TypeError('no hunter-22'), { code: 'ODD', row: 'hunter-22' });
error.stack = 'at hunter-22';

describe('an error in the log', () => {
  it('has its class, code, message and stack, without secrets', async () => {
    expect(await toLoggable(error)).toEqual({
      type: 'TypeError',
      code: 'ODD',
      message: 'no ‹secret:KEY›',
      stack: 'at ‹secret:KEY›',
    });
  });

  it.each<[unknown, object]>([
    ['hunter-22 thrown', { type: 'string', message: '‹secret:KEY› thrown', stack: '' }],
    [undefined, { type: 'undefined', message: 'undefined', stack: '' }],
    [null, { type: 'object', message: 'null', stack: '' }],
    [
      { name: 1, code: 2, message: 3, stack: 4 },
      { type: 'object', message: '[object Object]', stack: '' },
    ],
  ])('may be anything that was thrown, such as %j', async (thrown, expected) => {
    expect(await toLoggable(thrown)).toEqual(expected);
  });

  it('has only its class and code if the secrets cannot be read', async () => {
    const brief = { type: 'TypeError', code: 'ODD' };
    expect(await toLoggable(error, TE.left(unreadable))).toEqual(brief);
    expect(await toLoggable(error, () => Promise.reject(new Error('no')))).toEqual(brief);
  });
});

const http: HttpTransport = {
  send: ({ url }) =>
    TE.right({ status: 200, statusText: 'OK', headers: [], body: new Uint8Array(), time: 1, url }),
  cookiesOf: () => [],
  openJar: createEmptyJar,
  write: ({ method, url, headers }) => {
    const departing = { hop: 'first', method, url, headers, body: null } as const;
    return TE.right({ method, target: url, headers, body: new Uint8Array(), departing });
  },
  // eslint-disable-next-line @typescript-eslint/require-await
  decompress: async function* () {
    yield* [];
  },
};
const scripts: ScriptRuntime = {
  withSession: () => Promise.reject(new Error('no script runs here')),
  check: () => Promise.resolve({ code: 'SCRIPT_ERROR', message: 'odd', line: 2, column: 3 }),
};
const requestFiles: RequestFiles = {
  read: () => TE.right(new Uint8Array()),
  list: () => TE.right({ files: [], isCut: false }),
  add: () => TE.right(''),
  checkNew: () => TE.right(undefined),
  save: () => TE.right(undefined),
};

const folderSync: FolderSync = {
  identify: () => TE.right(null),
  plan: ({ path }) => TE.left({ kind: 'folder-unusable', path, reason: 'there is none' }),
};

let logEntries: object[];
let server: RpcServer;

const serve = (store = createMemoryStore()) => {
  const application = createApplication({
    store,
    http,
    scripts,
    requestFiles,
    workspaceLocations: createMemoryLocations(),
    jsonPath: noJsonPath,
    folderSync,
    clock: createFixedClock(),
    ids: createCountingIds(),
    product: { name: 'Tandem', version: '1' },
    builtIns: () => ({}),
  });
  logEntries = [];
  server = createRpcServer(application, { error: (fields) => logEntries.push(fields) });
  return application;
};

beforeEach(async () => {
  await serve().workspaces.open({ path: '/home/me/shop', name: 'Shop' })();
});

describe('a method', () => {
  it('decodes its parameters, handles the call and encodes the result', async () => {
    const { id, revision } = await server.call('rest_create', { name: 'One', url: 'http://h/' });
    expect(revision).toBe(1);
    expect(await server.call('rest_get', { id, workspaceId: 'shop' })).toMatchObject({
      id,
      method: 'GET',
      body: { type: 'none' },
    });
    expect(await server.call('rest_execute', { id })).toMatchObject({
      error: null,
      response: { status: 200 },
    });
  });

  it('may belong to GraphQL requests', async () => {
    const { id } = await server.call('graphql_create', { name: 'One', url: 'http://h/g', query: '{ a }' });
    expect(await server.call('graphql_list', { take: 10 })).toEqual({
      requests: [{ id, name: 'One', folder: '', method: 'POST', url: 'http://h/g' }],
    });
    await server.call('graphql_update', { id, operationName: 'A' });
    expect(await server.call('graphql_get', { id })).toMatchObject({ operationName: 'A', revision: 2 });
    expect(await server.call('graphql_execute', { id })).toMatchObject({
      error: null,
      request: { id, method: 'POST' },
      response: { status: 200 },
    });
    expect(await server.call('graphql_delete', { id })).toEqual({ deleted: id });
    await expect(server.call('graphql_get', { id })).rejects.toMatchObject({
      error: { code: 'NOT_FOUND', hint: 'Use graphql_list to find ids.' },
    });
  });

  it('lists the requests of every kind in tree order, with the requested page size', async () => {
    const url = 'http://h/';
    for (const [name, folder] of [
      ['Second', 'b'],
      ['First', 'a'],
      ['Fourth', 'b'],
    ] as const)
      await server.call('rest_create', { name, folder, url });
    const { id } = await server.call('graphql_create', { name: 'Third', folder: 'b', url });
    await server.call('requests_place', {
      id,
      before: (await server.call('requests_list', { take: 3 })).requests[2]!.id,
    });
    const first = await server.call('requests_list', { take: 3 });
    const { requests, ...end } = await server.call('requests_list', {
      take: 3,
      cursor: first.nextCursor ?? '',
    });
    expect([...first.requests, ...requests].map(({ name }) => name)).toEqual([
      'First',
      'Second',
      'Third',
      'Fourth',
    ]);
    expect(first.requests[2]).toEqual({ id, name: 'Third', folder: 'b', method: 'POST', url });
    expect(end).toEqual({});
    const refused = { error: { code: 'INVALID_ARGUMENTS' } };
    await expect(server.call('requests_list', { take: 10_001 })).rejects.toMatchObject(refused);
    await expect(server.call('requests_list', { take: 1, cursor: 'none' })).rejects.toMatchObject(refused);
  });

  it('refuses invalid arguments with each path and a similar name', { tags: ['mcp:arguments'] }, async () => {
    const refused = server.callByName('rest_create', {
      name: 'One',
      heders: [],
      headers: [{ name: 'a' }],
    });
    await expect(refused).rejects.toMatchObject({
      error: {
        code: 'INVALID_ARGUMENTS',
        details: {
          issues: [
            { path: 'headers[0].value' },
            { path: 'heders', message: 'heders is not a known field; did you mean headers?' },
          ],
        },
      },
    });
  });

  it('refuses an unknown workspace with similar names', { tags: ['mcp:workspace:not-found'] }, async () => {
    await expect(server.call('rest_list', { take: 1, workspaceId: 'Shopp' })).rejects.toMatchObject({
      error: { code: 'WORKSPACE_NOT_FOUND', details: { near: ['Shop'] } },
    });
  });

  it('saves a script with a syntax error and reports its location', async () => {
    const { id } = await server.call('rest_create', { name: 'One' });
    expect(await server.call('rest_update_script', { id, script: 'let = 1' })).toMatchObject({
      request: { script: 'let = 1', revision: 2 },
      diagnostics: [{ code: 'SCRIPT_ERROR', message: 'odd', where: 'script:2:3' }],
    });
  });

  it('returns the current entity with a conflict', { tags: ['domain:revision:conflict'] }, async () => {
    const { id } = await server.call('rest_create', { name: 'One' });
    await server.call('rest_update', { id, name: 'Two' });
    await expect(server.call('rest_update', { id, name: 'Three', ifRevision: 1 })).rejects.toMatchObject({
      error: { code: 'REVISION_CONFLICT', details: { present: { name: 'Two', revision: 2 } } },
    });
  });

  it('does not reveal the cause of a storage failure, which is logged', async () => {
    const cause = Object.assign(new Error('disk on fire at /secret'), { parameters: ['a row'] });
    const failing = TE.left<AppError>({ kind: 'storage-failed', doing: 'reading', reason: 'other', cause });
    const store = createMemoryStore();
    serve({ ...store, workspaces: { ...store.workspaces, active: () => failing } });
    await expect(server.call('workspaces_active', {})).rejects.toMatchObject({
      error: { code: 'STORAGE_FAILED', message: 'Storage failed while reading.' },
    });
    const err = { type: 'Error', message: cause.message, stack: cause.stack };
    expect(logEntries).toEqual([{ err, doing: 'reading' }]);
  });

  it('has the details of a storage failure logged', async () => {
    const cause = new Error('full');
    const row = { entity: 'REST request', id: 'rest_1', fields: ['url'] } as const;
    const storage = { doing: 'reading', reason: 'unreadable-row', file: '/data/a.db', row } as const;
    const failing = TE.left<AppError>({ kind: 'storage-failed', ...storage, cause });
    const store = createMemoryStore();
    serve({ ...store, workspaces: { ...store.workspaces, active: () => failing } });
    await expect(server.call('workspaces_active', {})).rejects.toMatchObject({
      error: { code: 'STORAGE_FAILED' },
    });
    expect(logEntries).toEqual([expect.objectContaining(storage)]);
  });

  it('that hits a bug is answered with an id that is also logged', async () => {
    const store = createMemoryStore();
    serve({
      ...store,
      workspaces: {
        ...store.workspaces,
        active: () => () => {
          throw new Error('oops at /secret');
        },
      },
    });
    const thrown: unknown = await server.call('workspaces_active', {}).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RpcDefect);
    expect(String(thrown)).not.toContain('secret');
    expect(logEntries).toEqual([expect.objectContaining({ errorId: (thrown as RpcDefect).errorId })]);
  });
});

describe('a server', () => {
  const serveSecret = async (value: string) => {
    const { application, store, workspace } = await createPlannedApplication();
    const change = { kind: 'secret', name: 'KEY', value } as const;
    const environment = workspace.activeEnvironmentId!;
    await store.environments.change(workspace.id, environment, [change], 'now')();
    return application;
  };

  it('has only the methods in the table', async () => {
    await expect(server.callByName('rest_nothing', {})).rejects.toThrow('rest_nothing');
  });

  it('redacts the secrets of all workspaces in values', async () => {
    const { hide } = createRpcServer(await serveSecret('hunter-22'), { error: () => undefined });
    expect(await hide?.(['a hunter-22', { b: 'hunter-22' }, 1])).toEqual([
      'a ‹secret:KEY›',
      { b: '‹secret:KEY›' },
      1,
    ]);
  });

  it('redacts values completely if the secrets cannot be read', async () => {
    const error: AppError = { kind: 'storage-failed', doing: 'reading', reason: 'other', cause: 'disk' };
    const application = { ...(await serveSecret('hunter-22')), hiddenSecrets: () => TE.left(error) };
    const { hide } = createRpcServer(application, { error: () => undefined });
    await expect(hide?.(['a'])).rejects.toThrow('cannot be read');
  });
});

describe('an application', () => {
  it(
    'opens the workspace for a folder only once',
    { tags: ['domain:workspace:default-environment'] },
    async () => {
      const application = serve();
      const first = await application.workspaces.open({ path: '/a/b' })();
      const second = await application.workspaces.open({ path: '/a/b' })();
      expect(
        E.isRight(first) && E.isRight(second) && first.right.workspace.id === second.right.workspace.id,
      ).toBe(true);
      expect(await server.call('workspaces_list', { take: 20 })).toMatchObject({
        workspaces: [{ name: 'b', path: '/a/b', active: true }],
      });
      expect(await server.call('workspaces_get', { id: '/a/b' })).toMatchObject({
        environments: [{ name: 'Default', active: true }],
      });
    },
  );
});
