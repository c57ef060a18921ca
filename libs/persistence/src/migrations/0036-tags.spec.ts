import { join } from 'node:path';

import { unwrapResult, sampleGraphqlRequest, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { Tags1795374000000 } from './0036-tags.js';
import { migrations } from './all.js';

it(
  'gives the requests of an older file no tags',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const tagged = { tags: ['smoke'] };
    const rest = sampleRequest(workspace.id);
    const graphql = sampleGraphqlRequest(workspace.id);
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(store.restRequests.create({ ...rest, ...tagged }));
      await unwrapResult(store.graphqlRequests.create({ ...graphql, ...tagged }));
      expect(await unwrapResult(store.restRequests.all(workspace.id))).toMatchObject([tagged]);
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Tags1795374000000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const store = createStore(again);
      expect(await unwrapResult(store.restRequests.all(workspace.id))).toEqual([rest]);
      expect(await unwrapResult(store.graphqlRequests.all(workspace.id))).toEqual([graphql]);
    } finally {
      await again.close();
    }
  }),
);
