import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { AppError, Store } from '@tandem/core';
import { describe as describeError, getErrorHint } from '@tandem/core';
import { unwrapResult, unwrapRefusal, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import type { Database } from '../access.js';
import { openDatabase } from './database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';

interface OpenedDatabase {
  readonly database: Database;
  readonly store: Store;
  readonly file: string;
  readonly folder: string;
}

const testWithDatabase = (test: (opened: OpenedDatabase) => Promise<void>) =>
  testInFolder(async (root) => {
    const folder = join(root, 'data');
    const file = join(folder, 't.sqlite');
    const database = await openDatabase(file, 100);
    try {
      await test({ database, store: createStore(database), file, folder });
    } finally {
      await database.close();
    }
  });

/** Sets a pragma on the write connection. */
const pragma = (database: Database, text: string) => database.insert((db) => db.query(`PRAGMA ${text}`));

const writeWorkspace = (store: Store): Promise<AppError> =>
  unwrapRefusal(store.workspaces.create(sampleWorkspace()));

const describeWithHint = (error: AppError): string => `${describeError(error)} ${getErrorHint(error) ?? ''}`;

describe('a failed write reports why it failed, names the file and says what to do', () => {
  it(
    'if there is no space left',
    { tags: 'storage:reason' },
    testWithDatabase(async ({ database, store, file }) => {
      const [{ page_count: pages } = { page_count: 0 }] = await database.read((db) =>
        db.query<{ page_count: number }[]>('PRAGMA page_count'),
      );
      await pragma(database, `max_page_count = ${pages}`);
      const { id } = await unwrapResult(store.workspaces.create(sampleWorkspace()));
      const large = { ...sampleRequest(id), script: 'x'.repeat(100_000) };
      const error = await unwrapRefusal(store.restRequests.create(large));
      expect(error).toMatchObject({
        kind: 'storage-failed',
        reason: 'full',
        file,
        cause: expect.any(Error) as Error,
      });
      expect(describeWithHint(error)).toBe(
        `Storage failed while creating a request: there is no space left for ${file}. Free space on that disk and try again. Nothing was changed.`,
      );
      await pragma(database, 'max_page_count = 1000000');
      expect(await unwrapResult(store.restRequests.create(large))).toEqual(large);
    }),
  );

  it(
    'if another program holds the lock, also within a transaction',
    { tags: 'storage:reason' },
    testWithDatabase(async ({ store, file }) => {
      const other = await openDatabase(file, 100);
      try {
        await other.write(async () => {
          expect(await writeWorkspace(store)).toMatchObject({ reason: 'busy', file });
          const work = store.transaction(({ workspaces }) => workspaces.create(sampleWorkspace()));
          expect(await unwrapRefusal(work)).toMatchObject({ reason: 'busy', file });
        });
      } finally {
        await other.close();
      }
      await unwrapResult(store.workspaces.create(sampleWorkspace()));
    }),
  );

  it(
    'if the file is read-only',
    { tags: 'storage:reason' },
    testWithDatabase(async ({ database, store, file }) => {
      await pragma(database, 'query_only = 1');
      const error = await writeWorkspace(store);
      expect(error).toMatchObject({ reason: 'read-only', file });
      expect(describeWithHint(error)).toContain(
        `${file} cannot be written. Make the file and its folder writable`,
      );
      const work = store.transaction(({ workspaces }) => workspaces.create(sampleWorkspace()));
      expect(await unwrapRefusal(work)).toMatchObject({ reason: 'read-only', file });
    }),
  );

  it(
    'if the file is damaged',
    { tags: 'storage:reason' },
    testInFolder(async (folder) => {
      const file = join(folder, 't.sqlite');
      const first = await openDatabase(file, 100);
      const { id } = await unwrapResult(createStore(first).workspaces.create(sampleWorkspace()));
      for (let n = 0; n < 50; n++)
        await unwrapResult(
          createStore(first).restRequests.create({ ...sampleRequest(id), script: 'x'.repeat(2_000) }),
        );
      await first.close();
      const database = await openDatabase(file, 100);
      try {
        const { size } = await stat(file);
        const handle = await open(file, 'r+');
        await handle.write(Buffer.alloc(size / 2, 0xa5), 0, size / 2, Math.floor(size / 8192) * 4096);
        await handle.close();
        const error = await unwrapRefusal(createStore(database).restRequests.all(id));
        expect(error).toMatchObject({ reason: 'damaged', file });
        expect(describeWithHint(error)).toContain(
          `${file} is damaged. Stop Tandem and restore the newest backup`,
        );
      } finally {
        await database.close();
      }
    }),
  );
});

describe('a data folder that disappears while it is used', () => {
  it(
    'refuses every write after it is deleted',
    { tags: 'storage:gone' },
    testWithDatabase(async ({ store, file, folder }) => {
      await unwrapResult(store.workspaces.create(sampleWorkspace()));
      await rm(folder, { recursive: true });
      const error = await writeWorkspace(store);
      expect(error).toMatchObject({ reason: 'gone', file });
      expect(describeWithHint(error)).toContain(
        `${file} was deleted, moved or replaced while Tandem was running.`,
      );
      const work = store.transaction(({ workspaces }) => workspaces.create(sampleWorkspace()));
      expect(await unwrapRefusal(work)).toMatchObject({ reason: 'gone', file });
    }),
  );

  it(
    'refuses writes while it is moved away, and accepts them when it has returned',
    { tags: 'storage:gone' },
    testWithDatabase(async ({ store, folder }) => {
      await rename(folder, `${folder}-elsewhere`);
      expect(await writeWorkspace(store)).toMatchObject({ reason: 'gone' });
      await rename(`${folder}-elsewhere`, folder);
      await unwrapResult(store.workspaces.create(sampleWorkspace()));
    }),
  );

  it(
    'refuses writes if another database is in its place',
    { tags: 'storage:gone' },
    testWithDatabase(async ({ store, file }) => {
      await rename(file, `${file}.old`);
      await (await openDatabase(file, 100)).close();
      expect(await writeWorkspace(store)).toMatchObject({ reason: 'gone' });
    }),
  );
});
