import { join } from 'node:path';

import { unwrapResult, sampleExecution, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { connect } from '../connection.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { ExecutionSearch1795312800000 } from './0021-execution-search.js';
import { migrations } from './all.js';

it(
  'finds the executions of an older file, and lists those that it cannot read',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const workspace = sampleWorkspace();
    const [found, other, damaged] = [1, 2, 3].map(() => sampleExecution(workspace.id));
    if (!found || !other || !damaged) throw new Error('there are three');
    const named = { ...found, summary: { ...found.summary, name: 'Größe' } };
    const first = await openSqliteStore({ file });
    await unwrapResult(first.store.workspaces.create(workspace));
    for (const one of [named, other, damaged]) await unwrapResult(first.store.executions.add(one, null, 9));
    await first.close();

    const source = await connect(file, 1_000);
    await source.query(`UPDATE "executions" SET "summary" = '{' WHERE "id" = ?`, [damaged.summary.id]);
    for (const _ of migrations.slice(migrations.indexOf(ExecutionSearch1795312800000)))
      await source.undoLastMigration({ transaction: 'none' });
    const columns = await source.query<{ readonly name: string }[]>('PRAGMA table_info("executions")');
    expect(columns.map(({ name }) => name)).not.toContain('searched');
    await source.destroy();

    const { store, close } = await openSqliteStore({ file, notice: () => undefined });
    try {
      const search = { search: 'größe', outcome: 'failed', take: 9 } as const;
      expect((await unwrapResult(store.executions.list(workspace.id, search))).items).toEqual([
        named.summary,
      ]);
      const all = await unwrapResult(store.executions.list(workspace.id, { take: 9 }));
      expect(all.items.map(({ id }) => id)).toEqual([other.summary.id, found.summary.id]);
    } finally {
      await close();
    }
  }),
);
