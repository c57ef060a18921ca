import { join } from 'node:path';

import { defaultActivityLimits } from '@tandem/core';
import { unwrapResult, sampleActivity, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { Activities1795316400000 } from './0022-activities.js';
import { migrations } from './all.js';

it(
  'keeps the activity of workspaces of an older file from now on',
  { tags: 'activity:kept' },
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const first = await openSqliteStore({ file });
    await unwrapResult(first.store.workspaces.create(workspace));
    await first.close();

    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Activities1795316400000)))
      await source.undoLastMigration({ transaction: 'none' });
    expect(await source.query(`SELECT name FROM sqlite_master WHERE name LIKE 'activities%'`)).toEqual([]);
    await source.destroy();

    const { store, close } = await openSqliteStore({ file, notice: () => undefined });
    try {
      const entries = [sampleActivity(workspace.id, { name: 'A' })];
      await unwrapResult(store.activities.add(workspace.id, entries, defaultActivityLimits));
      const { items } = await unwrapResult(store.activities.list(workspace.id, { take: 9 }));
      expect(items.map(({ name }) => name)).toEqual(['A']);
    } finally {
      await close();
    }
  }),
);
