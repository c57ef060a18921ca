import { join } from 'node:path';

import { unwrapResult, sampleEnvironment, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { EnvironmentColors1795309200000 } from './0020-environment-colors.js';
import { migrations } from './all.js';

it(
  'gives the environments of an older file no color',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const environment = sampleEnvironment(workspace.id, { color: '#d32f2f' });
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(store.environments.create(environment));
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(EnvironmentColors1795309200000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const environments = await unwrapResult(createStore(again).environments.list(workspace.id));
      expect(environments).toEqual([{ ...environment, color: '' }]);
    } finally {
      await again.close();
    }
  }),
);
