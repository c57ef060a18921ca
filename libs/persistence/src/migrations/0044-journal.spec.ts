import { join } from 'node:path';

import { defaultActivityLimits as limits } from '@tandem/core';
import { unwrapResult, sampleActivity, sampleTime, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { Journal1795402800000 } from './0044-journal.js';
import { migrations } from './all.js';

it(
  'finds the entries of an older file by time',
  { tags: 'activity:kept' },
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const first = await openSqliteStore({ file });
    await unwrapResult(first.store.workspaces.create(workspace));
    await unwrapResult(
      first.store.activities.add(workspace.id, [sampleActivity(workspace.id, { name: 'A' })], limits),
    );
    await first.close();

    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Journal1795402800000)))
      await source.undoLastMigration({ transaction: 'none' });
    await source.destroy();

    const { store, close } = await openSqliteStore({ file, notice: () => undefined });
    try {
      const since = (query: string) => store.activities.list(workspace.id, { take: 9, since: query });
      expect((await unwrapResult(since(sampleTime))).items.map(({ name }) => name)).toEqual(['A']);
      expect((await unwrapResult(since('9999'))).items).toEqual([]);
    } finally {
      await close();
    }
  }),
);
