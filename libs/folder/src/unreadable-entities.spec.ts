import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlannedApplication } from '@tandem/application/testing';
import { createUnreadableError, type Repositories, type Store } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createFolderSync } from './folder-sync.js';
import { readFiles, testInFolder, testInWorkspace } from './testing/house.js';

type RestRequests = Repositories['restRequests'];

/** Creates a repository in which the rows of the requests in `damaged` cannot be read. */
const damageRequests = (requests: RestRequests, damaged: ReadonlySet<string>): RestRequests => ({
  ...requests,
  all: (workspaceId, ids) =>
    pipe(
      requests.all(workspaceId, ids),
      TE.map((all) => all.filter(({ id }) => !damaged.has(id))),
    ),
  get: (workspaceId, id) =>
    damaged.has(id)
      ? TE.left(createUnreadableError({ entity: 'REST request', id, fields: ['headers'] }))
      : requests.get(workspaceId, id),
});

const damageStore =
  (damaged: ReadonlySet<string>) =>
  (store: Store): Store => {
    const of = <A extends Repositories>(all: A): A => ({
      ...all,
      restRequests: damageRequests(all.restRequests, damaged),
    });
    return {
      ...of(store),
      transaction: (work) => store.transaction((repositories) => work(of(repositories))),
    };
  };

const scene = async (path: string) => {
  const damaged = new Set<string>();
  const folderSync = createFolderSync();
  const planned = await createPlannedApplication({ folderSync, path, wrap: damageStore(damaged) });
  const { application, createRest } = planned;
  const synchronize = () => unwrapResult(application.synchronization.synchronize({}));
  const [id, other] = [await createRest({ name: 'Damaged' }), await createRest({ name: 'Other' })];
  await synchronize();
  const change = (of: typeof id, url: string) => unwrapResult(application.rest.update({ id: of, url }));
  const files = () => readFiles(join(path, 'tandem'));
  const fileOf = async (name: string) =>
    Object.entries(await files()).find(([, text]) => text.includes(`name: ${name}`)) ?? expect.fail(name);
  return { ...planned, damaged, synchronize, id, other, change, fileOf };
};

const createWarning = (id: string) => ({
  code: 'unreadableRow',
  message: `The REST request ${id} cannot be read: invalid data in headers.`,
});

describe('a request whose row cannot be read', () => {
  it(
    'keeps its file, and other requests are synchronized',
    { tags: 'storage:row' },
    testInFolder(async (path) => {
      const { damaged, change, synchronize, fileOf, id, other } = await scene(path);
      const before = await fileOf('Damaged');
      await change(id, 'http://h/changed');
      await change(other, 'http://h/other');
      damaged.add(id);
      const report = await synchronize();
      expect(report).toMatchObject({ deleted: [], warnings: [createWarning(id)] });
      expect(await fileOf('Damaged')).toEqual(before);
      expect((await fileOf('Other'))[1]).toContain('http://h/other');
    }),
  );

  it(
    'does not block other requests if its file has changed',
    { tags: 'storage:row' },
    testInFolder(async (path) => {
      const { damaged, synchronize, fileOf, id, other, change } = await scene(path);
      const [file, text] = await fileOf('Damaged');
      const edited = text.replace('http://h/x', 'http://h/edited');
      await writeFile(join(path, 'tandem', file), edited);
      damaged.add(id);
      await change(other, 'http://h/other');
      expect(await synchronize()).toMatchObject({ warnings: [createWarning(id)] });
      expect(await fileOf('Damaged')).toEqual([file, edited]);
      expect((await fileOf('Other'))[1]).toContain('http://h/other');
      damaged.clear();
      expect(await synchronize()).toMatchObject({ pulled: [file], warnings: [] });
    }),
  );
});

const body = (bytes: number) => ({ type: 'text' as const, content: 'x'.repeat(bytes) });

const nothing = { written: [], pulled: [], merged: [], deleted: [], invalid: [] };

describe('a request that is too large for a file', () => {
  it.each([
    ['longest field', { body: body(3_000_000) }, 'big.yml'],
    ['script', { script: `//${'x'.repeat(3_000_000)}\n` }, 'big.js'],
  ])('is reported by every synchronization and stays in the app because of its %s', (part, large, path) =>
    testInWorkspace(async (house) => {
      await house.synchronize();
      const id = await house.createRest({ name: 'Big', script: '', ...large });
      for (const _ of [1, 2]) {
        const report = await house.synchronize();
        expect(report).toMatchObject({ ...nothing, warnings: [{ code: 'tooLarge', path }] });
        expect(report.warnings[0]?.message).toContain(`make its ${part} shorter`);
      }
      expect(Object.keys(await house.files())).not.toContain('big.yml');
      expect(await house.get(id)).toMatchObject(large);
      await unwrapResult(house.application.rest.update({ id, body: body(10), script: 'y\n' }));
      expect(await house.synchronize()).toMatchObject({ written: ['big.yml', 'big.js'], warnings: [] });
    })(),
  );

  it(
    'keeps its previous file, and the app keeps the new value',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'Big', script: '', body: body(10) });
      await house.synchronize();
      const before = await house.files();
      await unwrapResult(house.application.rest.update({ id, body: body(3_000_000) }));
      for (const _ of [1, 2])
        expect(await house.synchronize()).toMatchObject({ ...nothing, warnings: [{ code: 'tooLarge' }] });
      expect(await house.files()).toEqual(before);
      expect(await house.get(id)).toMatchObject({ body: body(3_000_000) });
      await house.edit('big.yml', 'method: GET', 'method: PUT');
      expect(await house.synchronize()).toMatchObject({ pulled: ['big.yml'], invalid: [] });
      expect(await house.get(id)).toMatchObject({ method: 'PUT', body: body(3_000_000) });
    }),
  );
});
