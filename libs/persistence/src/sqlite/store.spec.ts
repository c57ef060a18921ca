import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { RestRequest } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import {
  unwrapResult,
  unwrapRefusal,
  sampleEnvironment,
  sampleRequest,
  sampleWorkspace,
} from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { openSqliteStore, type OpenedStore } from '../index.js';
import { rowsPerQuery } from '../repositories/saved-requests.js';
import { testInFolder } from '../testing/in-folder.js';
import { executeSql } from '../testing/unreleased-build.js';

const withStore = async (
  file: string,
  test: (persistence: OpenedStore) => Promise<void>,
  busyTimeoutMs = 5_000,
) => {
  const persistence = await openSqliteStore({ file, busyTimeoutMs });
  try {
    await test(persistence);
  } finally {
    await persistence.close();
  }
};

/** Runs a test with the path of a new database. */
const testWithFile = (test: (file: string) => Promise<void>) =>
  testInFolder((folder) => test(join(folder, 'a', 'b', 't.sqlite')));

it(
  'all requests are read in creation order, even if one query does not return them all, and requests can be read by id',
  testWithFile((file) =>
    withStore(file, async ({ store }) => {
      const { id } = await unwrapResult(store.workspaces.create(sampleWorkspace()));
      const other = await unwrapResult(store.workspaces.create({ ...sampleWorkspace(), path: '/other' }));
      const ids: RestRequest['id'][] = [];
      for (let at = 0; at < 2 * rowsPerQuery; at++) {
        ids.push((await unwrapResult(store.restRequests.create(sampleRequest(id)))).id);
        if (at % 100 === 0) await unwrapResult(store.restRequests.create(sampleRequest(other.id)));
      }
      const idsOf = (found: readonly RestRequest[]) => found.map((one) => one.id);
      expect(idsOf(await unwrapResult(store.restRequests.all(id)))).toEqual(ids);
      const some = ids.slice(1, rowsPerQuery + 2);
      expect(idsOf(await unwrapResult(store.restRequests.all(id, [...some].reverse())))).toEqual(some);
      expect(await unwrapResult(store.restRequests.all(id, []))).toEqual([]);
    }),
  ),
);

describe('opening a store', () => {
  it(
    'creates folder, file and log for the owner only',
    testWithFile(async (file) => {
      await withStore(file, async ({ store }) => {
        await unwrapResult(store.workspaces.create(sampleWorkspace()));
        const folder = join(file, '..');
        expect((await stat(folder)).mode & 0o777).toBe(0o700);
        const names = await readdir(folder);
        expect(names).toContain('t.sqlite-wal');
        for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
      });
    }),
  );

  it(
    'removes the read permission of others from an existing file',
    testWithFile(async (file) => {
      await withStore(file, () => Promise.resolve());
      await chmod(file, 0o644);
      await withStore(file, async () => expect((await stat(file)).mode & 0o777).toBe(0o600));
    }),
  );

  it(
    'reads the data of the previous session, whose log was removed',
    testWithFile(async (file) => {
      const workspace = sampleWorkspace();
      await withStore(file, async ({ store }) => {
        await unwrapResult(store.workspaces.create(workspace));
      });
      expect(await readdir(join(file, '..'))).toEqual(['secrets.key', 't.sqlite']);
      await withStore(file, async ({ store }) =>
        expect(await unwrapResult(store.workspaces.all())).toEqual([workspace]),
      );
    }),
  );

  it(
    'refuses a file of a newer version in one line and does not change it',
    testWithFile(async (file) => {
      await withStore(file, () => Promise.resolve());
      await executeSql(
        file,
        `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Teleport9999999999999')`,
      );
      await expect(openSqliteStore({ file })).rejects.toMatchObject({
        reason: 'newer',
        forUser: true,
        message: `${file} was written by a newer version of Tandem (Teleport9999999999999); update Tandem or use another data folder`,
      });
      await executeSql(file, `DELETE FROM migrations WHERE name LIKE 'Teleport%'`);
      await withStore(file, async ({ store }) =>
        expect(await unwrapResult(store.workspaces.all())).toEqual([]),
      );
    }),
  );

  it(
    'refuses a file that is not a database, and does not change it',
    testWithFile(async (file) => {
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, 'This is a letter to my grandmother. '.repeat(100));
      await expect(openSqliteStore({ file })).rejects.toMatchObject({
        reason: 'not-a-database',
        forUser: true,
      });
      expect((await stat(file)).size).toBe(3600);
    }),
  );

  it(
    'reports the path of a file in place of the folder',
    testInFolder(async (folder) => {
      await writeFile(join(folder, 'a'), '');
      await expect(openSqliteStore({ file: join(folder, 'a', 't.sqlite') })).rejects.toMatchObject({
        code: expect.stringMatching(/^(EEXIST|ENOTDIR)$/) as string,
        path: join(folder, 'a'),
      });
    }),
  );

  it(
    'migrates a new file once if several processes open it at the same time',
    testWithFile(async (file) => {
      const all = await Promise.all(Array.from({ length: 3 }, () => openSqliteStore({ file })));
      await unwrapResult(all[0]!.store.workspaces.create(sampleWorkspace()));
      expect(await unwrapResult(all[2]!.store.workspaces.all())).toHaveLength(1);
      await Promise.all(all.map(({ close }) => close()));
    }),
  );
});

describe('closing a store', () => {
  it(
    'waits for running writes',
    testWithFile(async (file) => {
      const { store, close } = await openSqliteStore({ file });
      const writes = Array.from({ length: 20 }, () =>
        unwrapResult(store.workspaces.create(sampleWorkspace())),
      );
      await close();
      expect(await Promise.all(writes)).toHaveLength(20);
      await withStore(file, async (again) =>
        expect(await unwrapResult(again.store.workspaces.all())).toHaveLength(20),
      );
    }),
  );

  it(
    'can be repeated, and later calls are refused',
    testWithFile(async (file) => {
      const { store, close } = await openSqliteStore({ file });
      await Promise.all([close(), close()]);
      expect((await unwrapRefusal(store.workspaces.all())).kind).toBe('storage-failed');
      expect((await unwrapRefusal(store.workspaces.create(sampleWorkspace()))).kind).toBe('storage-failed');
    }),
  );
});

describe('a row changed by another program', () => {
  it.each([
    ['is not JSON', `UPDATE rest_requests SET headers = '[{'`],
    ['is JSON of another shape', `UPDATE rest_requests SET body = '{"type":"hologram"}'`],
    ['is of another type', `UPDATE rest_requests SET revision = 'many'`],
    ['contains an unknown key', `UPDATE rest_requests SET settings = '{"speed":9}'`],
  ])('is refused completely if it %s', (_, statement) =>
    testWithFile((file) =>
      withStore(file, async ({ store }) => {
        const workspace = await unwrapResult(store.workspaces.create(sampleWorkspace()));
        const { id } = await unwrapResult(store.restRequests.create(sampleRequest(workspace.id)));
        await executeSql(file, statement);
        const error = await unwrapRefusal(store.restRequests.get(workspace.id, id));
        expect(error).toMatchObject({ kind: 'storage-failed', doing: 'reading a request' });
        expect((error as { readonly cause: unknown }).cause).toBeInstanceOf(Error);
      }),
    )(),
  );
});

describe('two stores on one file', () => {
  it(
    'see immediately what the other store has committed',
    testWithFile((file) =>
      withStore(file, (one) =>
        withStore(file, async (other) => {
          const workspace = await unwrapResult(one.store.workspaces.create(sampleWorkspace()));
          expect(await unwrapResult(other.store.workspaces.get(workspace.id))).toEqual(workspace);
        }),
      ),
    ),
  );

  it(
    'lose none of their concurrent changes',
    testWithFile((file) =>
      withStore(file, (one) =>
        withStore(file, async (other) => {
          const workspace = await unwrapResult(one.store.workspaces.create(sampleWorkspace()));
          const { id } = await unwrapResult(one.store.environments.create(sampleEnvironment(workspace.id)));
          await Promise.all(
            Array.from({ length: 40 }, (_, index) => {
              const { environments } = (index % 2 === 0 ? one : other).store;
              const change = { kind: 'variable', name: `v${index}`, value: '1' } as const;
              return unwrapResult(environments.change(workspace.id, id, [change], workspace.updatedAt));
            }),
          );
          const { variables, revision } = await unwrapResult(other.store.environments.get(workspace.id, id));
          expect([variables.length, revision]).toEqual([40, 41]);
        }),
      ),
    ),
  );

  it(
    'can read during a transaction of the other store, and fail to write after the timeout',
    testWithFile((file) =>
      withStore(file, (one) =>
        withStore(
          file,
          async (other) => {
            const workspace = await unwrapResult(one.store.workspaces.create(sampleWorkspace()));
            const meanwhile = async () => {
              expect(await unwrapResult(other.store.workspaces.all())).toEqual([workspace]);
              const error = await unwrapRefusal(other.store.workspaces.create(sampleWorkspace()));
              expect(error).toMatchObject({
                kind: 'storage-failed',
                cause: { driverError: { code: 'SQLITE_BUSY' } },
              });
            };
            await unwrapResult(
              one.store.transaction(({ workspaces }) =>
                pipe(
                  workspaces.update({ ...workspace, name: 'Renamed' }),
                  TE.tap(() => TE.fromTask(meanwhile)),
                ),
              ),
            );
            expect(await unwrapResult(other.store.workspaces.get(workspace.id))).toMatchObject({
              name: 'Renamed',
            });
          },
          100,
        ),
      ),
    ),
  );
});

describe('a transaction', () => {
  it(
    'immediately refuses a write through repositories other than its own',
    testWithFile((file) =>
      withStore(file, async ({ store }) => {
        const work = store.transaction(() => store.workspaces.create(sampleWorkspace()));
        expect(await unwrapRefusal(work)).toMatchObject({ kind: 'storage-failed' });
        expect(await unwrapResult(store.workspaces.all())).toEqual([]);
      }),
    ),
  );
});
