import { join } from 'node:path';

import { unwrapResult, sampleFolder, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { FolderAuth1795442400000 } from './0054-folder-auth.js';
import { migrations } from './all.js';

it(
  'lets the folders of an older file inherit that said None, and leaves the others',
  { tags: 'inherit:auth:none' },
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const none = { ...sampleFolder(workspace.id), auth: { type: 'none' } as const };
    const bearer = {
      ...sampleFolder(workspace.id),
      id: `${none.id.slice(0, -1)}x` as typeof none.id,
      path: 'other',
      auth: { type: 'bearer', token: 't' } as const,
    };
    const first = await openDatabase(file, 1_000);
    try {
      const store = createStore(first);
      await unwrapResult(store.workspaces.create(workspace));
      for (const one of [none, bearer]) await unwrapResult(store.folders.create(one));
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(FolderAuth1795442400000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const found = await unwrapResult(createStore(again).folders.list(workspace.id));
      expect(found.find(({ id }) => id === none.id)?.auth).toEqual({ type: 'inherit' });
      expect(found.find(({ id }) => id === bearer.id)?.auth).toEqual(bearer.auth);
    } finally {
      await again.close();
    }
  }),
);
