import { join } from 'node:path';

import { unwrapResult, sampleGraphqlRequest, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { Folders1795305600000 } from './0019-folders.js';
import { migrations } from './all.js';

it(
  'creates the folders that the requests of an older file are in, and those around them',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const [mine, other] = [sampleWorkspace(), sampleWorkspace()];
    const first = await openDatabase(file, 1_000);
    await (async () => {
      const { workspaces, restRequests, graphqlRequests } = createStore(first);
      for (const one of [mine, other]) await unwrapResult(workspaces.create(one));
      for (const path of ['', 'A/B/C', 'A/B/C', 'ünï'])
        await unwrapResult(restRequests.create(sampleRequest(mine.id, { folder: path })));
      await unwrapResult(graphqlRequests.create(sampleGraphqlRequest(mine.id, { folder: 'A/D//E' })));
      await unwrapResult(graphqlRequests.create(sampleGraphqlRequest(other.id, { folder: 'A' })));
    })().finally(() => first.close());

    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Folders1795305600000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const { folders } = createStore(again);
      const made = await unwrapResult(folders.list(mine.id));
      expect(made.map(({ path }) => path)).toEqual(['A', 'A/B', 'A/B/C', 'A/D', 'A/D//E', 'ünï']);
      expect(new Set(made.map(({ id }) => id)).size).toBe(6);
      expect(made[0]).toMatchObject({ description: '', seq: null, revision: 1 });
      expect((await unwrapResult(folders.list(other.id))).map(({ path }) => path)).toEqual(['A']);
    } finally {
      await again.close();
    }
  }),
);
