import type { WorkspaceId } from '@tandem/core';
import { unwrapResult, sampleExecution, sampleWorkspace } from '@tandem/core/testing';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import { describe, expect, it, vi } from 'vitest';

import { openDatabase } from '../sqlite/database.js';
import { createGroupedHistory, type HistoryLimits, createImmediateHistory } from './history.js';
import type { NewExecutionRow } from '../sqlite/body-files.js';
import { executions } from '../schema/tables.js';
import { openSqliteStore } from '../index.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';

/** Limits under which executions are never written because of a delay, unless a test sets a shorter one. */
const untimedLimits = { delayMs: 3_600_000 };

const emptyColumns = {
  bodyKind: null,
  body: null,
  bodyTruncated: null,
  sent: null,
  origins: null,
  keptOfRequest: null,
  bodyFile: null,
  searched: null,
  status: null,
  outcome: null,
  by: null,
  startedAt: null,
} as const;

const createRow = (id: string, workspaceId = 'ws', kept = 1_000): NewExecutionRow => ({
  ...emptyColumns,
  id,
  workspaceId,
  requestId: 'rest',
  summary: '{}',
  result: '{}',
  contentType: '',
  kept,
});

/** Tests a history in a file. `groups` lists how many executions each statement inserted. */
const testWithHistory = (
  limits: Partial<HistoryLimits>,
  test: (scene: Awaited<ReturnType<typeof openTestHistory>>) => Promise<void>,
) =>
  testInFolder(async (folder) => {
    const scene = await openTestHistory(join(folder, 't.sqlite'), limits);
    try {
      await test(scene);
    } finally {
      await scene.history.written();
      await scene.database.close();
    }
  });

const openTestHistory = async (file: string, limits: Partial<HistoryLimits>) => {
  const database = await openDatabase(file, 1_000);
  for (const name of ['ws', 'ws_1', 'ws_2'])
    await unwrapResult(createStore(database).workspaces.create(sampleWorkspace({ id: name as WorkspaceId })));
  const groups: number[] = [];
  const notice = vi.fn<(message: string) => void>();
  const failure: { message?: string } = {};
  const insert: typeof database.insert = async (work) => {
    if (failure.message !== undefined) throw new Error(failure.message);
    const before = await database.read((db) => db.count(executions));
    const done = await database.insert(work);
    groups.push((await database.read((db) => db.count(executions))) - before);
    return done;
  };
  const history = createGroupedHistory({ read: database.read, insert }, notice, limits);
  const add = async (...ids: readonly string[]) => {
    for (const id of ids) await history.add(createRow(id));
  };
  return { database, history, add, groups, notice, failure };
};

const listIds = async (db: EntityManager): Promise<readonly unknown[]> =>
  (await db.find(executions, { order: { position: 'ASC' } })).map(({ id }) => id);

describe('the history of executions', () => {
  it(
    'is written in one group, in order, before it is read',
    testWithHistory(untimedLimits, async ({ history, add, groups, database }) => {
      await add('a', 'b', 'c');
      expect(await database.read(listIds)).toEqual([]);
      expect(await history.read(listIds)).toEqual(['a', 'b', 'c']);
      expect(groups).toEqual([3]);
    }),
  );

  it(
    'is written after a delay if it is not read',
    testWithHistory({ delayMs: 1 }, async ({ add, database }) => {
      await add('a');
      await vi.waitFor(async () => {
        expect(await database.read(listIds)).toEqual(['a']);
      }, 60_000);
    }),
  );

  it(
    'is written when a group is full',
    testWithHistory({ ...untimedLimits, maxExecutions: 2 }, async ({ add, groups }) => {
      await add('a', 'b', 'c', 'd', 'e');
      expect(groups).toEqual([2, 2]);
    }),
  );

  it(
    'is written when the pending executions are large',
    testWithHistory({ ...untimedLimits, maxBytes: 2_000 }, async ({ history, groups }) => {
      await history.add({ ...createRow('a'), body: Buffer.alloc(1_500) });
      await history.add({ ...createRow('b'), body: Buffer.alloc(1_500) });
      await history.add(createRow('c'));
      expect(groups).toEqual([2]);
    }),
  );

  it(
    'counts the length of texts, too',
    testWithHistory({ ...untimedLimits, maxBytes: 2_000 }, async ({ history, groups }) => {
      await history.add({ ...createRow('a'), result: JSON.stringify('x'.repeat(2_000)) });
      expect(groups).toEqual([1]);
    }),
  );

  it(
    'keeps the newest executions of each workspace if a group contains more than the limit',
    testWithHistory(untimedLimits, async ({ history }) => {
      for (const id of ['a', 'b', 'c']) await history.add(createRow(id, 'ws_1', 2));
      await history.add(createRow('d', 'ws_2', 2));
      expect(await history.read(listIds)).toEqual(['b', 'c', 'd']);
    }),
  );

  it(
    'reports failed writes, and refuses further executions until a write succeeds',
    testWithHistory(untimedLimits, async ({ history, add, failure, notice, groups }) => {
      failure.message = 'no space left';
      await add('a', 'b');
      await history.written();
      expect(notice.mock.calls).toEqual([
        ['2 of the latest executions could not be stored in the history: no space left'],
      ]);
      await expect(add('c')).rejects.toThrow('no space left');
      delete failure.message;
      await add('d', 'e', 'f');
      expect(groups).toEqual([1]);
      expect(await history.read(listIds)).toEqual(['d', 'e', 'f']);
      expect(notice).toHaveBeenCalledTimes(1);
    }),
  );

  it(
    'loses only the rows of a group that the database rejects',
    testWithHistory(untimedLimits, async ({ history, notice }) => {
      for (const [id, workspace] of [
        ['a', 'ws'],
        ['b', 'ws_nowhere'],
        ['c', 'ws'],
      ] as const)
        await history.add(createRow(id, workspace));
      expect(await history.read(listIds)).toEqual(['a', 'c']);
      expect(notice.mock.calls.flat()).toEqual([
        expect.stringContaining('1 of the latest executions could not be stored'),
      ]);
    }),
  );

  it(
    'is written immediately if other processes use the database',
    testWithHistory(untimedLimits, async ({ database }) => {
      await createImmediateHistory(database).add(createRow('a'));
      expect(await database.read(listIds)).toEqual(['a']);
    }),
  );
});

describe('a store', () => {
  it(
    'writes its history before it is closed',
    testInFolder(async (folder) => {
      const file = join(folder, 't.sqlite');
      const { store, close } = await openSqliteStore({ file, history: untimedLimits });
      const { id } = await unwrapResult(store.workspaces.create(sampleWorkspace()));
      await unwrapResult(store.executions.add(sampleExecution(id), null, 9));
      await close();
      const again = await openSqliteStore({ file });
      expect((await unwrapResult(again.store.executions.list(id, { take: 9 }))).items).toHaveLength(1);
      await again.close();
    }),
  );

  it(
    'sees earlier additions to the history in a transaction',
    testInFolder(async (folder) => {
      const { store, close } = await openSqliteStore({
        file: join(folder, 't.sqlite'),
        history: untimedLimits,
      });
      const { id } = await unwrapResult(store.workspaces.create(sampleWorkspace()));
      await unwrapResult(store.executions.add(sampleExecution(id), null, 9));
      const listed = store.transaction((repositories) => repositories.executions.list(id, { take: 9 }));
      expect((await unwrapResult(listed)).items).toHaveLength(1);
      await close();
    }),
  );
});
