import { join } from 'node:path';

import { unwrapResult, sampleFolder, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { FolderInheritance1795330800000 } from './0024-folder-inheritance.js';
import { migrations } from './all.js';

it(
  'gives the folders of an older file nothing to inherit',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const plain = sampleFolder(workspace.id, { description: 'Notes' });
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(
        store.folders.create({
          ...plain,
          headers: [{ name: 'a', value: 'b', enabled: true }],
          auth: { type: 'bearer', token: 't' },
          settings: { timeoutMs: 1 },
        }),
      );
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(FolderInheritance1795330800000)))
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
