import { join } from 'node:path';

import { unwrapResult, sampleEnvironment, sampleRequest, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { OrderColumns1795287600000 } from './0014-order-columns.js';
import { migrations } from './all.js';

it(
  'keeps the order of an older file, and the pages that clients are in',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const requests = ['c', 'a', 'b'].map((name) => sampleRequest(workspace.id, { name }));
    const environments = ['z', 'y'].map((name) => sampleEnvironment(workspace.id, { name }));
    const first = await openDatabase(file, 1_000);
    const { next } = await (async () => {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      for (const one of requests) await unwrapResult(store.restRequests.create(one));
      for (const one of environments) await unwrapResult(store.environments.create(one));
      return unwrapResult(store.restRequests.list(workspace.id, { take: 1 }));
    })().finally(() => first.close());

    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(OrderColumns1795287600000)))
      await source.undoLastMigration({ transaction: 'none' });
    const columns = await source.query<{ readonly name: string }[]>('PRAGMA table_info("rest_requests")');
    expect(columns.map(({ name }) => name)).not.toContain('position');
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const store = createStore(again);
      expect(await unwrapResult(store.restRequests.all(workspace.id))).toEqual(requests);
      expect(await unwrapResult(store.environments.list(workspace.id))).toEqual(environments);
      const { items } = await unwrapResult(
        store.restRequests.list(workspace.id, { take: 9, after: next ?? '' }),
      );
      expect(items.map(({ name }) => name)).toEqual(['a', 'b']);
    } finally {
      await again.close();
    }
  }),
);
