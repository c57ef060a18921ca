import { join } from 'node:path';

import { openGuard } from '@tandem/core';
import { unwrapResult, sampleEnvironment, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { Guards1795424400000 } from './0050-guards.js';
import { migrations } from './all.js';

it(
  'gives the environments of an older file no guard',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const guard = { ...openGuard, protected: true };
    const environment = sampleEnvironment(workspace.id, { guard, proposedGuard: openGuard });
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(store.environments.create(environment));
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Guards1795424400000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const environments = await unwrapResult(createStore(again).environments.list(workspace.id));
      expect(environments).toEqual([{ ...environment, guard: null, proposedGuard: null }]);
    } finally {
      await again.close();
    }
  }),
);
