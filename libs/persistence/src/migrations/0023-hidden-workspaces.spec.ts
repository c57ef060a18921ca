import { join } from 'node:path';

import { unwrapResult, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openDatabase } from '../database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';
import { HiddenWorkspaces1795320000000 } from './0023-hidden-workspaces.js';
import { migrations } from './all.js';

it(
  'hides no workspace of an older file',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const first = await openDatabase(file, 1_000);
    try {
      await unwrapResult(createStore(first).workspaces.create(workspace));
    } finally {
      await first.close();
    }
    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(HiddenWorkspaces1795320000000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const again = await openDatabase(file, 1_000);
    try {
      const { workspaces } = createStore(again);
      expect(await unwrapResult(workspaces.all())).toEqual([workspace]);
      await unwrapResult(workspaces.hide(workspace.id, 'removed', workspace.createdAt));
      expect(await unwrapResult(workspaces.all())).toEqual([]);
    } finally {
      await again.close();
    }
  }),
);
