import { join } from 'node:path';

import { unwrapResult, sampleGraphqlRequest, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { RequestVariables1795359600000 } from './0032-request-variables.js';
import { migrations } from './all.js';

it(
  'gives the requests of an older file no variables of their own',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const requestVariables = [{ name: 'a', value: '1', enabled: true }];
    const rest = sampleRequest(workspace.id);
    const graphql = sampleGraphqlRequest(workspace.id);
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(store.restRequests.create({ ...rest, requestVariables }));
      await unwrapResult(store.graphqlRequests.create({ ...graphql, requestVariables }));
      expect(await unwrapResult(store.restRequests.all(workspace.id))).toMatchObject([{ requestVariables }]);
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(RequestVariables1795359600000)))
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
