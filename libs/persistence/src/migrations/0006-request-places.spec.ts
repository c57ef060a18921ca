import { join } from 'node:path';

import type { FolderBase } from '@tandem/core';
import { unwrapResult, sampleGraphqlRequest, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { RequestPlaces1795258800000 } from './0006-request-places.js';
import { migrations } from './all.js';

const withStore = async <A>(file: string, work: (store: ReturnType<typeof createStore>) => Promise<A>) => {
  const database = await openDatabase(file, 1_000);
  try {
    return await work(createStore(database));
  } finally {
    await database.close();
  }
};

/** Reverts the file to its state before this migration. */
const takeBack = async (file: string) => {
  const source = await connect(file, 1_000);
  for (const _ of migrations.slice(migrations.indexOf(RequestPlaces1795258800000)))
    await source.undoLastMigration({ transaction: 'none' });
  await source.destroy();
};

const createTimestamp = (second: number) => ({ createdAt: `2026-01-02T03:04:0${second}.000Z` });

it(
  'numbers the requests of an older database by creation, except those with a position in a file',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const written = sampleRequest(workspace.id, createTimestamp(4));
    const made = [
      sampleRequest(workspace.id, createTimestamp(1)),
      sampleGraphqlRequest(workspace.id, createTimestamp(2)),
      sampleRequest(workspace.id, createTimestamp(3)),
    ] as const;
    const base: FolderBase = {
      id: written.id,
      kind: 'rest',
      path: 'a.yml',
      folder: '',
      fileHash: 'a',
      scriptHash: '',
      revision: 1,
      seq: null,
      settled: true,
      searched: '',
      fields: '{"name":"a"}',
    };
    await withStore(file, async (store) => {
      await unwrapResult(store.workspaces.create(workspace));
      for (const one of [made[0], made[2], written]) await unwrapResult(store.restRequests.create(one));
      await unwrapResult(store.graphqlRequests.create(made[1]));
      await unwrapResult(
        store.folderMemories.change(workspace.id, { put: [base], forget: [], removals: [] }),
      );
    });
    await takeBack(file);
    await withStore(file, async (store) => {
      expect(await unwrapResult(store.requestPlaces.list(workspace.id))).toEqual([
        ...made.map(({ id }, index) => ({ id, folder: '', seq: (index + 1) * 1_000 })),
        { id: written.id, folder: '', seq: null },
      ]);
      const { bases } = await unwrapResult(store.folderMemories.get(workspace.id));
      expect(bases).toEqual([{ ...base, settled: false, fields: '{"name":"a","seq":null}' }]);
    });
  }),
);
