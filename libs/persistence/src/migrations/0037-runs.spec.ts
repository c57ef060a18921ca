import { join } from 'node:path';

import { unwrapResult, sampleRun, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { Runs1795377600000 } from './0037-runs.js';
import { migrations } from './all.js';

it(
  'keeps runs of workspaces of an older file from now on',
  { tags: 'run:stored' },
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const first = await openSqliteStore({ file });
    await unwrapResult(first.store.workspaces.create(workspace));
    await first.close();

    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Runs1795377600000)))
      await source.undoLastMigration({ transaction: 'none' });
    expect(await source.query(`SELECT name FROM sqlite_master WHERE name LIKE 'runs%'`)).toEqual([]);
    await source.destroy();

    const { store, close } = await openSqliteStore({ file, notice: () => undefined });
    try {
      const run = sampleRun();
      await unwrapResult(store.runs.add(workspace.id, run, 50));
      expect(await unwrapResult(store.runs.get(workspace.id, run.id))).toEqual(run);
    } finally {
      await close();
    }
  }),
);
