import { join } from 'node:path';

import { unwrapResult, sampleCookie, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { Cookies1795338000000 } from './0026-cookies.js';
import { migrations } from './all.js';

it(
  'keeps cookies of workspaces of an older file from now on',
  { tags: 'cookies:kept' },
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const first = await openSqliteStore({ file });
    await unwrapResult(first.store.workspaces.create(workspace));
    await first.close();

    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(Cookies1795338000000)))
      await source.undoLastMigration({ transaction: 'none' });
    expect(await source.query(`SELECT name FROM sqlite_master WHERE name LIKE 'cookies%'`)).toEqual([]);
    await source.destroy();

    const { store, close } = await openSqliteStore({ file, notice: () => undefined });
    try {
      await unwrapResult(store.cookies.change(workspace.id, null, { set: [sampleCookie()], removed: [] }));
      expect(await unwrapResult(store.cookies.list(workspace.id, null))).toEqual([sampleCookie()]);
    } finally {
      await close();
    }
  }),
);
