import { join } from 'node:path';

import { unwrapResult, sampleFolder, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { FolderScripts1795363200000 } from './0033-folder-scripts.js';
import { migrations } from './all.js';

it(
  'gives the folders of an older file no script',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const plain = sampleFolder(workspace.id);
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(store.folders.create({ ...plain, script: 'export {};' }));
      expect(await unwrapResult(store.folders.list(workspace.id))).toMatchObject([{ script: 'export {};' }]);
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(FolderScripts1795363200000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      expect(await unwrapResult(createStore(again).folders.list(workspace.id))).toEqual([plain]);
    } finally {
      await again.close();
    }
  }),
);
