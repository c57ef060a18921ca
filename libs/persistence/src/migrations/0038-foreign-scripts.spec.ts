import { join } from 'node:path';

import {
  unwrapResult,
  sampleFolder,
  sampleGraphqlRequest,
  sampleRequest,
  sampleWorkspace,
} from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { ForeignScripts1795381200000 } from './0038-foreign-scripts.js';
import { migrations } from './all.js';

it(
  'gives the requests and folders of an older file no scripts of other tools',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const foreign = { foreign: { dialect: 'postman', tests: 'pm.test("a");' } } as const;
    const rest = sampleRequest(workspace.id);
    const plain = sampleFolder(workspace.id);
    const graphql = sampleGraphqlRequest(workspace.id);
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(store.restRequests.create({ ...rest, ...foreign }));
      await unwrapResult(store.graphqlRequests.create({ ...graphql, ...foreign }));
      await unwrapResult(store.folders.create({ ...plain, ...foreign }));
      expect(await unwrapResult(store.folders.list(workspace.id))).toMatchObject([foreign]);
      expect(await unwrapResult(store.restRequests.all(workspace.id))).toMatchObject([foreign]);
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(ForeignScripts1795381200000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const store = createStore(again);
      expect(await unwrapResult(store.restRequests.all(workspace.id))).toEqual([rest]);
      expect(await unwrapResult(store.graphqlRequests.all(workspace.id))).toEqual([graphql]);
      expect(await unwrapResult(store.folders.list(workspace.id))).toEqual([plain]);
    } finally {
      await again.close();
    }
  }),
);
