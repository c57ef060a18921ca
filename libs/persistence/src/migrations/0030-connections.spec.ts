import { join } from 'node:path';

import { unwrapResult, sampleFolder, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { Connections1795352400000 } from './0030-connections.js';
import { migrations } from './all.js';

it(
  'gives the workspaces of an older file no settings for connections',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const plain = sampleFolder(workspace.id, { path: '' });
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      await unwrapResult(
        store.folders.create({ ...plain, connections: { ca: ['ca.pem'], clientCertificates: [] } }),
      );
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Connections1795352400000)))
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
