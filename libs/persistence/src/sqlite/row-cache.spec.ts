import { setImmediate as nextTurn } from 'node:timers/promises';

import { unwrapResult, sampleEnvironment, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { connect } from './connection.js';
import { openDatabase } from './database.js';
import { openSqliteStore } from '../index.js';
import { createRowCache } from './row-cache.js';
import type { UndecodedRow } from '../rows/stored-rows.js';
import { testInFolder } from '../testing/in-folder.js';
import { executeSql } from '../testing/unreleased-build.js';

/**
 * Creates a cache that counts its queries. `state` is the content of the database, and `version` changes when another connection writes.
 */
const createCountingCache = () => {
  const database = { state: 'first', version: 1, queries: 0, versionsRead: 0 };
  const { rows, writing, apart } = createRowCache(
    (): Promise<UndecodedRow[]> => {
      database.queries += 1;
      return Promise.resolve([{ state: database.state }]);
    },
    () => {
      database.versionsRead += 1;
      return Promise.resolve(database.version);
    },
  );
  const read = async () => (await rows('SELECT 1', []))[0];
  return { database, read, writing, apart, rows };
};

describe('cached rows', () => {
  it('are returned from memory as the same objects while nobody writes', async () => {
    const { database, read } = createCountingCache();
    const first = await read();
    expect(await read()).toBe(first);
    expect(database.queries).toBe(1);
  });

  it('are distinguished by parameters', async () => {
    const { database, rows } = createCountingCache();
    await rows('SELECT 1', ['a']);
    await rows('SELECT 1', ['b']);
    expect(database.queries).toBe(2);
  });

  it('are checked for writes by other processes once for all simultaneous reads', async () => {
    const { database, read } = createCountingCache();
    await Promise.all([read(), read(), read()]);
    expect(database.versionsRead).toBe(1);
    await nextTurn();
    await read();
    expect(database.versionsRead).toBe(2);
  });

  it('are checked once for reads that follow each other in the same turn of the event loop', async () => {
    const { database, read } = createCountingCache();
    await read();
    await read();
    expect(database.versionsRead).toBe(1);
  });

  it('are checked again for a read that starts while the version is still being fetched', async () => {
    const database = { state: 'first', version: 1 };
    const arrivals: (() => void)[] = [];
    const { rows } = createRowCache(
      () => Promise.resolve([{ state: database.state }]),
      () => {
        const { version } = database;
        return new Promise((resolve) => {
          arrivals.push(() => {
            resolve(version);
          });
        });
      },
    );
    const read = async () => (await rows('SELECT 1', []))[0];
    const first = read();
    await nextTurn();
    arrivals[0]?.();
    await first;
    await nextTurn();
    const old = read();
    await nextTurn();
    [database.state, database.version] = ['second', 2];
    const young = read();
    await nextTurn();
    for (const arrive of arrivals.reverse()) arrive();
    await old;
    expect(await young).toEqual({ state: 'second' });
  });

  it('are checked once for simultaneous reads that wait for different numbers of promises', async () => {
    const { database, read } = createCountingCache();
    const later = async (promises: number) => {
      for (let passed = 0; passed < promises; passed++) await Promise.resolve();
      return read();
    };
    await Promise.all([0, 1, 2, 5, 20].map(later));
    expect(database.versionsRead).toBe(1);
  });

  it('are dropped after a write of this process', async () => {
    const { database, read, writing } = createCountingCache();
    await read();
    await writing(() => Promise.resolve((database.state = 'second')));
    expect(await read()).toEqual({ state: 'second' });
  });

  it('are dropped after a failed write, because it may have changed something', async () => {
    const { database, read, writing } = createCountingCache();
    await read();
    database.state = 'second';
    await expect(writing(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(await read()).toEqual({ state: 'second' });
  });

  it('are dropped after a write by another process', async () => {
    const { database, read } = createCountingCache();
    await read();
    await nextTurn();
    database.state = 'second';
    database.version += 1;
    expect(await read()).toEqual({ state: 'second' });
  });

  it('are not used during a write, and earlier reads are not cached after it', async () => {
    const { database, read, writing } = createCountingCache();
    await read();
    await writing(async () => {
      database.state = 'second';
      expect(await read()).toEqual({ state: 'second' });
      database.state = 'third';
    });
    expect(await read()).toEqual({ state: 'third' });
  });

  it('are neither used nor dropped during an independent write', async () => {
    const { database, read, apart } = createCountingCache();
    await read();
    await apart(read);
    expect(database).toMatchObject({ queries: 2, versionsRead: 1 });
    await nextTurn();
    await read();
    expect(database).toMatchObject({ queries: 2, versionsRead: 2 });
  });

  it('are dropped, oldest first, if there are too many', async () => {
    const { database, rows } = createCountingCache();
    for (let index = 0; index < 200; index++) await rows('SELECT 1', [String(index)]);
    await rows('SELECT 1', ['0']);
    expect(database.queries).toBe(201);
    await rows('SELECT 1', ['199']);
    expect(database.queries).toBe(201);
  });
});

describe('a store', () => {
  it(
    'immediately sees what another program has written',
    testInFolder(async (folder) => {
      const file = join(folder, 't.sqlite');
      const { store, close } = await openSqliteStore({ file });
      const { id } = await unwrapResult(store.workspaces.create(sampleWorkspace()));
      const request = await unwrapResult(store.restRequests.create(sampleRequest(id)));
      const environment = await unwrapResult(store.environments.create(sampleEnvironment(id)));
      for (const name of ['One', 'Two', 'Three']) {
        await executeSql(
          file,
          `UPDATE rest_requests SET name = '${name}'; UPDATE environments SET name = '${name}'`,
        );
        expect((await unwrapResult(store.restRequests.get(id, request.id))).name).toBe(name);
        expect((await unwrapResult(store.environments.get(id, environment.id))).name).toBe(name);
      }
      await close();
    }),
  );

  it(
    'sees its own changes within a transaction',
    testInFolder(async (folder) => {
      const { store, close } = await openSqliteStore({ file: join(folder, 't.sqlite') });
      const workspace = await unwrapResult(store.workspaces.create(sampleWorkspace()));
      await unwrapResult(store.workspaces.get(workspace.id));
      const renamed = { ...workspace, name: 'Renamed' };
      const within = store.transaction(({ workspaces }) => async () => {
        await unwrapResult(workspaces.update(renamed));
        expect((await unwrapResult(store.workspaces.get(workspace.id))).name).toBe(workspace.name);
        return workspaces.get(workspace.id)();
      });
      expect(await unwrapResult(within)).toEqual(renamed);
      expect(await unwrapResult(store.workspaces.get(workspace.id))).toEqual(renamed);
      await close();
    }),
  );
});

it(
  "a database can be read while another program's lock makes an insertion wait",
  testInFolder(async (folder) => {
    const file = join(folder, 't.sqlite');
    const database = await openDatabase(file, 3_600_000);
    const other = await connect(file, 1_000);
    await other.query('BEGIN IMMEDIATE');
    let inserted: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      inserted = database.insert((db) => {
        begun();
        return db.query(`INSERT INTO "settings" ("name", "value") VALUES ('a', 'b')`);
      });
    });
    for (let reads = 0; reads < 100; reads++)
      expect(await database.rows(`SELECT "value" FROM "settings" WHERE "name" = 'a'`, [])).toEqual([]);
    await other.query('ROLLBACK');
    await other.destroy();
    await inserted;
    await database.close();
  }),
);
