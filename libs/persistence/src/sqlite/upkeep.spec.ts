import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { unwrapResult, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { describe, expect, it, vi } from 'vitest';

import type { Database } from '../access.js';
import { connect } from './connection.js';
import { type DatabaseOptions, openDatabase } from './database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { executeSql } from '../testing/unreleased-build.js';

const testWithFile = (test: (file: string, folder: string) => Promise<void>) =>
  testInFolder((folder) => test(join(folder, 't.sqlite'), folder));

const withDatabase = async (
  file: string,
  test: (database: Database) => Promise<void>,
  options: DatabaseOptions = {},
) => {
  const database = await openDatabase(file, 1_000, options);
  try {
    await test(database);
  } finally {
    await database.close();
  }
};

const createNamedWorkspace = (name: string) => ({ ...sampleWorkspace(), name });

const names = async (database: Database): Promise<readonly string[]> =>
  (await unwrapResult(createStore(database).workspaces.all())).map(({ name }) => name);

/** Creates a database with one workspace. */
const createFile = (file: string, name = 'Kept'): Promise<void> =>
  withDatabase(file, async (database) => {
    await unwrapResult(createStore(database).workspaces.create(createNamedWorkspace(name)));
  });

/** Makes a file look as if the build of c008bb21 had written it. */
const makeOlder = (file: string): Promise<void> =>
  executeSql(
    file,
    `ALTER TABLE folders DROP COLUMN "order";
     DELETE FROM migrations;
     INSERT INTO migrations (timestamp, name) VALUES (1795435200000, 'Examples1795435200000')`,
  );

const listFilesEndingWith = async (folder: string, extension: string): Promise<readonly string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => join(folder, name));

it(
  'both connections of a database wait for the disk with each write and check foreign keys',
  { tags: 'storage:durable' },
  testWithFile((file) =>
    withDatabase(file, async (database) => {
      for (const run of [database.read, database.insert])
        for (const [pragma, value] of [
          ['synchronous', 2],
          ['journal_mode', 'wal'],
          ['foreign_keys', 1],
        ] as const)
          expect(await run((db) => db.query<unknown>(`PRAGMA ${pragma}`))).toEqual([{ [pragma]: value }]);
    }),
  ),
);

describe('a database of an older version', () => {
  it(
    'is backed up before it is migrated, for its owner only',
    { tags: 'storage:backup' },
    testWithFile(async (file, folder) => {
      await createFile(file);
      expect(await listFilesEndingWith(folder, '.backup')).toEqual([]);
      await makeOlder(file);
      await withDatabase(file, async (database) => expect(await names(database)).toEqual(['Kept']));
      const [backup = ''] = await listFilesEndingWith(folder, '.backup');
      expect((await stat(backup)).mode & 0o777).toBe(0o600);
      await withDatabase(backup, async (database) => expect(await names(database)).toEqual(['Kept']));
    }),
  );

  it(
    'keeps the two newest backups',
    { tags: 'storage:backup' },
    testWithFile(async (file, folder) => {
      await createFile(file);
      for (const _ of [1, 2, 3]) {
        await makeOlder(file);
        await withDatabase(file, async (database) => {
          await unwrapResult(createStore(database).workspaces.create(createNamedWorkspace('More')));
        });
      }
      const backups = await listFilesEndingWith(folder, '.backup');
      expect(backups).toHaveLength(2);
      await withDatabase(backups[1] ?? '', async (database) =>
        expect(await names(database)).toEqual(['Kept', 'More', 'More']),
      );
    }),
  );

  it(
    'is unchanged if the migration fails, and the error names the backup',
    { tags: 'storage:backup' },
    testWithFile(async (file, folder) => {
      await createFile(file);
      await makeOlder(file);
      await executeSql(file, 'ALTER TABLE folders RENAME TO renamed');
      const error = await openDatabase(file, 1_000).catch((thrown: unknown) => thrown as Error);
      const [backup = ''] = await listFilesEndingWith(folder, '.backup');
      expect(error).toMatchObject({ reason: 'not-migrated', forUser: true });
      expect((error as Error).message).toContain(`${backup} is a copy of it`);
      await executeSql(file, 'ALTER TABLE renamed RENAME TO folders');
      await withDatabase(file, async (database) => expect(await names(database)).toEqual(['Kept']));
    }),
  );

  it(
    'is reported as locked if another program writes during the migration',
    { tags: 'storage:backup' },
    testWithFile(async (file) => {
      await createFile(file);
      await makeOlder(file);
      const other = await connect(file, 1_000);
      try {
        await other.query('BEGIN IMMEDIATE');
        await expect(openDatabase(file, 50)).rejects.toMatchObject({ reason: 'busy' });
      } finally {
        await other.destroy();
      }
    }),
  );

  it(
    'is neither migrated nor changed if it cannot be backed up',
    { tags: 'storage:backup' },
    testInFolder(async (folder) => {
      // With the time of the backup, this name is longer than file systems allow.
      const file = join(folder, `${'t'.repeat(230)}.sqlite`);
      await createFile(file);
      await makeOlder(file);
      await expect(openDatabase(file, 1_000)).rejects.toMatchObject({ reason: 'no-backup', forUser: true });
      await expect(openDatabase(file, 1_000)).rejects.toThrow('cannot be backed up first: ENAMETOOLONG');
      const source = await connect(file, 1_000);
      try {
        expect(await source.query('SELECT "name" FROM migrations')).toEqual([
          { name: 'Examples1795435200000' },
        ]);
      } finally {
        await source.destroy();
      }
    }),
  );
});

/** Creates a database with content, damaged from the fraction `from` of its size on. */
const createDamagedFile = async (file: string, from = 0.5): Promise<void> => {
  await withDatabase(file, async (database) => {
    const store = createStore(database);
    const { id } = await unwrapResult(store.workspaces.create(createNamedWorkspace('Lost')));
    for (let n = 0; n < 20; n++)
      await unwrapResult(store.restRequests.create({ ...sampleRequest(id), script: 'x'.repeat(4_000) }));
  });
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  const at = Math.floor((size * from) / 4096) * 4096;
  await handle.write(Buffer.alloc(size - at, 0xa5), 0, size - at, at);
  await handle.close();
};

describe('a damaged database', () => {
  it(
    'is refused at the start with its path and the ways to recover',
    { tags: 'storage:damage' },
    testWithFile(async (file) => {
      await createDamagedFile(file);
      await expect(openDatabase(file, 1_000)).rejects.toMatchObject({ reason: 'damaged', forUser: true });
      await expect(openDatabase(file, 1_000)).rejects.toThrow(`${file} is damaged (`);
      await expect(openDatabase(file, 1_000)).rejects.toThrow('start with --recover new to start');
      await expect(openDatabase(file, 1_000, { recover: 'backup' })).rejects.toThrow(
        'has no backup; use --recover new',
      );
    }),
  );

  it(
    'is kept next to a new database with recover: new',
    { tags: 'storage:damage' },
    testWithFile(async (file, folder) => {
      await createDamagedFile(file);
      const { size } = await stat(file);
      const notice = vi.fn<(message: string) => void>();
      await withDatabase(file, async (database) => expect(await names(database)).toEqual([]), {
        recover: 'new',
        notice,
      });
      const [aside = ''] = await listFilesEndingWith(folder, '.damaged');
      expect((await stat(aside)).size).toBe(size);
      expect(notice.mock.calls).toEqual([
        [`${file} was damaged and is kept as ${aside}; the database is new and empty`],
      ]);
    }),
  );

  it(
    'is replaced by its newest backup with recover: backup',
    { tags: 'storage:damage' },
    testWithFile(async (file, folder) => {
      await createFile(file);
      await makeOlder(file);
      await createFile(file, 'Later');
      await createDamagedFile(file);
      const [backup = ''] = await listFilesEndingWith(folder, '.backup');
      await expect(openDatabase(file, 1_000)).rejects.toThrow(`--recover backup to restore ${backup}`);
      await withDatabase(file, async (database) => expect(await names(database)).toEqual(['Kept']), {
        recover: 'backup',
      });
      expect(await listFilesEndingWith(folder, '.damaged')).toHaveLength(1);
    }),
  );

  it(
    'is also replaced if it is not a database',
    { tags: 'storage:damage' },
    testWithFile(async (file, folder) => {
      await writeFile(file, 'This is a letter to my grandmother. '.repeat(100));
      await withDatabase(file, async (database) => expect(await names(database)).toEqual([]), {
        recover: 'new',
      });
      const [aside = ''] = await listFilesEndingWith(folder, '.damaged');
      expect(await readFile(aside, 'utf8')).toContain('grandmother');
    }),
  );

  it(
    'is the only kind that recover: new replaces: an intact database stays',
    { tags: 'storage:damage' },
    testWithFile(async (file, folder) => {
      await createFile(file);
      await withDatabase(file, async (database) => expect(await names(database)).toEqual(['Kept']), {
        recover: 'new',
      });
      expect(await readdir(folder)).toEqual(['secrets.key', 't.sqlite']);
    }),
  );

  it(
    'is reported after the start if it is too large to be checked before',
    { tags: 'storage:damage' },
    testWithFile(async (file) => {
      await createDamagedFile(file, 0.9);
      const notice = vi.fn<(message: string) => void>();
      const options = { notice, maxCheckedAtOnce: 0 };
      await withDatabase(
        file,
        () => vi.waitFor(() => expect(notice).toHaveBeenCalledOnce(), 60_000),
        options,
      );
      expect(notice.mock.calls[0]?.[0]).toContain(`${file} is damaged (`);
    }),
  );
});

describe('a database with many deleted rows', () => {
  const shrinks = async (file: string): Promise<void> => {
    await withDatabase(
      file,
      async (database) => {
        const store = createStore(database);
        const { id } = await unwrapResult(store.workspaces.create(sampleWorkspace()));
        const requests = Array.from({ length: 20 }, () => ({
          ...sampleRequest(id),
          script: 'x'.repeat(200_000),
        }));
        for (const one of requests) await unwrapResult(store.restRequests.create(one));
        await vi.waitFor(async () => expect((await stat(file)).size).toBeGreaterThan(4_000_000), 60_000);
        for (const one of requests) await unwrapResult(store.restRequests.remove(id, one.id));
        const sizes = async () => (await stat(file)).size + (await stat(`${file}-wal`)).size;
        await vi.waitFor(async () => expect(await sizes()).toBeLessThan(1_500_000), 60_000);
      },
      { shrinkAfterMs: 20 },
    );
  };

  it('returns the space to the disk while it is in use', { tags: 'storage:shrinks' }, testWithFile(shrinks));

  it(
    'also returns the space if an older version created it',
    { tags: 'storage:shrinks' },
    testWithFile(async (file) => {
      await createFile(file);
      await executeSql(file, 'PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM');
      await shrinks(file);
    }),
  );
});
