import { join } from 'node:path';

import { unwrapResult, sampleExecution, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { KeptBodies1795302000000 } from './0018-kept-bodies.js';
import { migrations } from './all.js';

const body = { kind: 'text', bytes: new TextEncoder().encode('kept'), truncated: true } as const;

it(
  'keeps the executions and the bodies of an older file, and drops the oldest again',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const [older, newer, newest] = [1, 2, 3].map(() => sampleExecution(workspace.id));
    if (!older || !newer || !newest) throw new Error('there are three');
    const first = await openSqliteStore({ file });
    await unwrapResult(first.store.workspaces.create(workspace));
    for (const one of [older, newer]) await unwrapResult(first.store.executions.add(one, body, 9));
    await first.close();

    const source = await connect(file, 1_000);
    for (const _ of migrations.slice(migrations.indexOf(KeptBodies1795302000000)))
      await source.undoLastMigration({ transaction: 'none' });
    const columns = await source.query<{ readonly name: string }[]>('PRAGMA table_info("executions")');
    expect(columns.map(({ name }) => name)).not.toContain('bodyFile');
    await source.destroy();

    const { store, close } = await openSqliteStore({ file });
    try {
      expect(await unwrapResult(store.executions.body(workspace.id, older.summary.id))).toEqual(body);
      await unwrapResult(store.executions.add(newest, null, 2));
      const { items } = await unwrapResult(store.executions.list(workspace.id, { take: 9 }));
      expect(items.map(({ id }) => id)).toEqual([newest.summary.id, newer.summary.id]);
    } finally {
      await close();
    }
  }),
);
