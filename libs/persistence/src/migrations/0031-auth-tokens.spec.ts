import { join } from 'node:path';

import { unwrapResult, sampleToken, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { AuthTokens1795356000000 } from './0031-auth-tokens.js';
import { migrations } from './all.js';

it(
  'keeps tokens of workspaces of an older file from now on',
  { tags: 'auth:tokens' },
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const first = await openSqliteStore({ file });
    await unwrapResult(first.store.workspaces.create(workspace));
    await first.close();

    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(AuthTokens1795356000000)))
      await source.undoLastMigration({ transaction: 'none' });
    expect(await source.query(`SELECT name FROM sqlite_master WHERE name LIKE 'auth_tokens%'`)).toEqual([]);
    await source.destroy();

    const { store, close } = await openSqliteStore({ file, notice: () => undefined });
    try {
      await unwrapResult(
        store.authTokens.put({ workspaceId: workspace.id, environmentId: null }, sampleToken()),
      );
      expect(
        await unwrapResult(store.authTokens.list({ workspaceId: workspace.id, environmentId: null })),
      ).toEqual([sampleToken()]);
    } finally {
      await close();
    }
  }),
);
