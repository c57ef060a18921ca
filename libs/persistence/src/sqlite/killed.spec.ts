import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';

/** Bundled once per run by ../bundle-programs.setup.mjs. */
const library = JSON.stringify(new URL('../../test-output/index.mjs', import.meta.url).href);

/** Creates workspaces endlessly and prints the id of each acknowledged one. */
const program = (file: string) => `
  const { openSqliteStore } = await import(${library});
  const { store } = await openSqliteStore({ file: ${JSON.stringify(file)} });
  const at = new Date().toISOString();
  for (let n = 0; ; n++) {
    const id = 'ws_' + String(n).padStart(16, '0');
    const times = { createdAt: at, updatedAt: at, lastOpenedAt: at };
    const made = await store.workspaces.create({ id, name: 'W', path: '/' + id, activeEnvironmentId: null, ...times })();
    if (made._tag === 'Right') process.stdout.write(id + '\\n');
  }
`;

/** Collects the ids that a writer acknowledged before it was killed, at most `maxIds` of them. */
const collectIdsUntilKilled = async (file: string, maxIds: number): Promise<readonly string[]> => {
  const node = ['--input-type=module', '-e', program(file)];
  const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const ids: string[] = [];
  for await (const id of createInterface({ input: child.stdout })) {
    ids.push(id);
    if (ids.length === maxIds) child.kill('SIGKILL');
  }
  await exit;
  return ids;
};

describe('a process that is killed while it writes', () => {
  it('has stored everything that it acknowledged', () =>
    testInFolder(async (folder) => {
      const file = join(folder, 't.sqlite');
      const acknowledged = await collectIdsUntilKilled(file, 50);
      const { store, close } = await openSqliteStore({ file });
      const kept = (await unwrapResult(store.workspaces.all())).map(({ id }) => id as string);
      await close();
      expect(acknowledged.length).toBeGreaterThanOrEqual(50);
      expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
    })());
});
