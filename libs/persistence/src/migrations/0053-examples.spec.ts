import { join } from 'node:path';

import { unwrapResult, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { Examples1795435200000 } from './0053-examples.js';
import { migrations } from './all.js';

it(
  'gives the requests of an older file no examples',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const response = { status: 200, statusText: 'OK', headers: [], body: null };
    const examples = [{ name: 'Found', description: '', request: null, response }];
    const rest = sampleRequest(workspace.id);
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(store.restRequests.create({ ...rest, examples }));
      expect(await unwrapResult(store.restRequests.all(workspace.id))).toMatchObject([{ examples }]);
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Examples1795435200000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const store = createStore(again);
      expect(await unwrapResult(store.restRequests.all(workspace.id))).toEqual([rest]);
    } finally {
      await again.close();
    }
  }),
);
