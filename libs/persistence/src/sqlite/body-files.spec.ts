import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import type { ExecutionId, Store, StoredBody, WorkspaceId } from '@tandem/core';
import { unwrapResult, sampleExecution, sampleWorkspace } from '@tandem/core/testing';
import type { EntityManager } from 'typeorm';
import { describe, expect, it } from 'vitest';

import { createBodyFiles, minFileBytes } from './body-files.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { executeSql } from '../testing/unreleased-build.js';

const createBody = (bytes: number, fill = 7): StoredBody => ({
  kind: 'text',
  bytes: new Uint8Array(bytes).fill(fill),
  truncated: false,
});

const long = createBody(minFileBytes);
const short = createBody(minFileBytes - 1);

const listBodyFiles = (file: string): readonly string[] => {
  const folder = `${file}.bodies`;
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Stores an execution, and returns its id once it is written. */
const storeExecution = async (
  { executions }: Store,
  workspaceId: WorkspaceId,
  body: StoredBody | null,
  { most = 9, perRequest = 0, request = 'rest_a' } = {},
): Promise<ExecutionId> => {
  const one = sampleExecution(workspaceId, request);
  await unwrapResult(executions.add(one, body, most, perRequest));
  await unwrapResult(executions.list(workspaceId, { take: 1 }));
  return one.summary.id;
};

interface OpenedTestStore {
  readonly file: string;
  readonly store: Store;
  readonly workspaceId: WorkspaceId;
}

const testInStore = (
  test: (opened: OpenedTestStore) => Promise<void>,
  options: { readonly bodiesBytes?: number } = {},
): (() => Promise<void>) =>
  testInFolder(async (folder) => {
    const file = join(folder, 't.sqlite');
    const { store, close } = await openSqliteStore({ file, ...options });
    try {
      const { id: workspaceId } = await unwrapResult(store.workspaces.create(sampleWorkspace()));
      await test({ file, store, workspaceId });
    } finally {
      await close();
    }
  });

describe('the body of an execution', () => {
  it(
    'has a file of its own if it is long, and only its owner can read that file',
    { tags: 'storage:bodies' },
    testInStore(async ({ file, store, workspaceId }) => {
      const id = await storeExecution(store, workspaceId, long);
      const other = await storeExecution(store, workspaceId, short);
      expect(listBodyFiles(file)).toEqual([id]);
      expect((await stat(join(`${file}.bodies`, id))).mode & 0o777).toBe(0o600);
      expect(await unwrapResult(store.executions.body(workspaceId, id))).toEqual(long);
      expect(await unwrapResult(store.executions.body(workspaceId, other))).toEqual(short);
    }),
  );

  it(
    'stays in its row if the id of the execution cannot be a file name',
    { tags: 'storage:bodies' },
    testInStore(async ({ file, store, workspaceId }) => {
      const one = sampleExecution(workspaceId);
      const id = 'exec_a/../../outside' as ExecutionId;
      await unwrapResult(store.executions.add({ ...one, summary: { ...one.summary, id } }, long, 9));
      expect(await unwrapResult(store.executions.body(workspaceId, id))).toEqual(long);
      expect(listBodyFiles(file)).toEqual([]);
      expect(readdirSync(dirname(file)).filter((name) => name.includes('outside'))).toEqual([]);
    }),
  );

  it(
    'is removed with its execution',
    { tags: 'storage:bodies' },
    testInStore(async ({ file, store, workspaceId }) => {
      await storeExecution(store, workspaceId, long, { most: 2 });
      const kept = [
        await storeExecution(store, workspaceId, long, { most: 2 }),
        await storeExecution(store, workspaceId, long, { most: 2 }),
      ];
      expect(listBodyFiles(file)).toEqual([...kept].sort());
    }),
  );

  it(
    'is removed, oldest first, if all bodies together take too much space',
    { tags: 'storage:bodies:limit' },
    testInStore(
      async ({ file, store, workspaceId }) => {
        const oldest = await storeExecution(store, workspaceId, long);
        const kept = [
          await storeExecution(store, workspaceId, long),
          await storeExecution(store, workspaceId, long),
        ];
        expect(listBodyFiles(file)).toEqual([...kept].sort());
        expect(await unwrapResult(store.executions.body(workspaceId, oldest))).toBeNull();
        expect((await unwrapResult(store.executions.get(workspaceId, oldest))).summary.id).toBe(oldest);
      },
      { bodiesBytes: 2 * minFileBytes + 1 },
    ),
  );

  it(
    'counts as not stored if its file is missing or incomplete',
    { tags: 'storage:bodies:killed' },
    testInStore(async ({ file, store, workspaceId }) => {
      const id = await storeExecution(store, workspaceId, long);
      await truncate(join(`${file}.bodies`, id), 10);
      expect(await unwrapResult(store.executions.body(workspaceId, id))).toBeNull();
    }),
  );

  it(
    'is removed at the next start if its execution no longer exists',
    { tags: 'storage:bodies:killed' },
    testInFolder(async (folder) => {
      const file = join(folder, 't.sqlite');
      const first = await openSqliteStore({ file });
      const { id: workspaceId } = await unwrapResult(first.store.workspaces.create(sampleWorkspace()));
      const [id, gone] = [
        await storeExecution(first.store, workspaceId, long),
        await storeExecution(first.store, workspaceId, long),
      ];
      await writeFile(join(`${file}.bodies`, 'exec_0000000000000000'), 'left');
      await first.close();
      await executeSql(file, `DELETE FROM "executions" WHERE "id" = '${gone}'`);
      const second = await openSqliteStore({ file });
      expect(listBodyFiles(file)).toEqual([id]);
      await second.close();
    }),
  );
});

it(
  'the folder of bodies is tidied only after a body was written or an execution with a body was deleted',
  testInFolder(async (folder) => {
    const asked: string[] = [];
    let rows: readonly { readonly id: string; readonly bodyFile: number }[] = [];
    const query = (sql: string) => {
      const isCount = sql.includes('count(*)');
      asked.push(isCount ? 'count' : 'rows');
      return Promise.resolve(isCount ? [{ count: rows.length }] : rows);
    };
    // The function under test only calls the queries of the entity manager.
    const run = <A>(work: (db: EntityManager) => Promise<A>) => work({ query } as unknown as EntityManager);
    const files = createBodyFiles({ read: run, insert: run }, join(folder, 'bodies'));
    const after = async (): Promise<readonly string[]> => {
      asked.length = 0;
      await files.tidyIfNeeded();
      return [...asked];
    };
    expect(await after()).toEqual([]);
    rows = [{ id: 'exec_1', bodyFile: 3 }];
    await files.write('exec_1', new Uint8Array(3));
    expect(await after()).toEqual(['rows']);
    expect(await after()).toEqual(['count']);
    rows = [];
    expect(await after()).toEqual(['count', 'rows']);
    expect(await files.read('exec_1', 3)).toBeNull();
    expect(await after()).toEqual([]);
  }),
);

/** Bundled once for the run by ../bundle-programs.setup.mjs. */
const library = JSON.stringify(new URL('../../test-output/index.mjs', import.meta.url).href);

/** A program that endlessly stores executions with long bodies, and prints a line for each. The store keeps three of them. */
const program = (file: string, execution: unknown, workspace: unknown) => `
  const { openSqliteStore } = await import(${library});
  const { store } = await openSqliteStore({ file: ${JSON.stringify(file)} });
  await store.workspaces.create(${JSON.stringify(workspace)})();
  const execution = ${JSON.stringify(execution)};
  const body = { kind: 'text', bytes: new Uint8Array(${2 * minFileBytes}), truncated: false };
  for (let n = 0; ; n++) {
    const id = 'exec_' + String(n).padStart(16, '0');
    const one = { ...execution, summary: { ...execution.summary, id }, result: { ...execution.result, executionId: id } };
    await store.executions.add(one, body, 3)();
    await store.executions.list(execution.workspaceId, { take: 1 })();
    process.stdout.write(id + '\\n');
  }
`;

it(
  'files without an execution are removed at the start after a process was killed',
  { tags: 'storage:bodies:killed' },
  testInFolder(async (folder) => {
    const file = join(folder, 't.sqlite');
    const workspace = sampleWorkspace();
    const node = ['--input-type=module', '-e', program(file, sampleExecution(workspace.id), workspace)];
    const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    let lines = 0;
    for await (const _ of createInterface({ input: child.stdout })) if (++lines === 12) child.kill('SIGKILL');
    await exit;
    const { store, close } = await openSqliteStore({ file });
    const { items } = await unwrapResult(store.executions.list(workspace.id, { take: 10 }));
    await close();
    const ids: readonly string[] = items.map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(listBodyFiles(file).filter((name) => !ids.includes(name))).toEqual([]);
  }),
);
