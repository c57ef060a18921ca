import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { type Change, watchStore } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { unwrapResult, unwrapRefusal, sampleWorkspace } from '@tandem/core/testing';
import { hasPostgres, type PostgresServer, startPostgres } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type OpenedStore, openPostgresStore } from '../src/index.js';
import { runPostgresSql } from './sql.js';

const createSignal = () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

/** Bundled once for the run by ../bundle-programs.setup.mjs. */
const library = JSON.stringify(new URL('../test-output/index.mjs', import.meta.url).href);

/** Creates a program that takes the lock of a key, prints that it holds the lock, and never releases it. */
const createHolderProgram = (server: PostgresServer) => `
  const { openPostgresStore } = await import(${library});
  const { store } = await openPostgresStore(${JSON.stringify(server.storeOf())});
  await store.shared.inTurn('key', async () => {
    process.stdout.write('taken');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  })();
`;

describe.runIf(hasPostgres())('a PostgreSQL store', { tags: 'storage:shared', timeout: 240_000 }, () => {
  let server: PostgresServer;
  let [mine, theirs]: OpenedStore[] = [];
  const notices: string[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    mine = await openPostgresStore({ ...server.storeOf(), busyTimeoutMs: 300 });
    theirs = await openPostgresStore({ ...server.storeOf(), notice: (message) => notices.push(message) });
  }, 240_000);
  afterAll(async () => {
    await mine?.close();
    await theirs?.close();
    await server.remove();
  }, 240_000);

  const both = () => {
    if (mine === undefined || theirs === undefined) throw new Error('the server did not start');
    return { mine: mine.store, theirs: theirs.store };
  };

  it('receives the changes made while its connection was lost, once and in order', async () => {
    const stores = both();
    const heard: Change[] = [];
    stores.theirs.shared?.subscribe((change) => heard.push(change));
    await runPostgresSql(
      server.urlOf(),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`,
    );
    const made = [sampleWorkspace(), sampleWorkspace(), sampleWorkspace()];
    const store = watchStore(stores.mine, () => undefined);
    for (const one of made) await unwrapResult(store.workspaces.create(one));
    await expect.poll(() => heard.map(({ id }) => id), { timeout: 60_000 }).toEqual(made.map(({ id }) => id));
    await expect.poll(() => notices.join('\n'), { timeout: 60_000 }).toContain('again');
  });

  it('reports every workspace as changed to a process that missed more changes than are stored', async () => {
    const stores = both();
    const heard: Change[] = [];
    const { id } = await unwrapResult(stores.mine.workspaces.create(sampleWorkspace()));
    stores.theirs.shared?.subscribe((change) => heard.push(change));
    await runPostgresSql(
      server.urlOf(),
      `SELECT setval(pg_get_serial_sequence('shared_changes', 'position'), (SELECT coalesce(max("position"), 1) + 20000 FROM "shared_changes"))`,
    );
    await unwrapResult(watchStore(stores.mine, () => undefined).workspaces.create(sampleWorkspace()));
    const all = { workspaceId: id, entity: 'workspace', id, op: 'updated' };
    await expect.poll(() => heard, { timeout: 60_000 }).toContainEqual(all);
  });

  it('gives the lock of a killed process to the next process', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', createHolderProgram(server)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    await once(child.stdout, 'data');
    let isTaken = false;
    const next = both().mine.shared?.inTurn(
      'key',
      TE.fromIO(() => (isTaken = true)),
    );
    const done = next?.();
    // A free lock of this key would have been granted by now, because the lock of another key was granted meanwhile.
    await unwrapResult(both().mine.shared?.inTurn('another', TE.right(1)) ?? TE.right(0));
    expect(isTaken).toBe(false);
    child.kill('SIGKILL');
    await exit;
    await done;
    expect(isTaken).toBe(true);
  });

  it('refuses a write as busy if another process writes for longer than the timeout', async () => {
    const stores = both();
    const began = createSignal();
    const held = createSignal();
    const long = unwrapResult(
      stores.theirs.transaction(() =>
        TE.fromTask(async () => {
          began.resolve();
          await held.promise;
        }),
      ),
    );
    await began.promise;
    expect(await unwrapRefusal(stores.mine.workspaces.create(sampleWorkspace()))).toMatchObject({
      kind: 'storage-failed',
      reason: 'busy',
      file: server.urlOf().replace('admin@', ''),
    });
    held.resolve();
    await long;
    await unwrapResult(stores.mine.workspaces.create(sampleWorkspace()));
  });

  it('recovers after all connections were lost', { tags: 'storage:reason' }, async () => {
    const stores = both();
    await unwrapResult(stores.mine.workspaces.all());
    await server.stop('SIGQUIT');
    expect(await unwrapRefusal(stores.mine.workspaces.all())).toMatchObject({ reason: 'unreachable' });
    expect(await unwrapRefusal(stores.mine.shared?.inTurn('x', TE.right(1)) ?? TE.right(0))).toMatchObject({
      reason: 'unreachable',
    });
    await server.start();
    const isBack = async () => (await stores.mine.workspaces.all()())._tag;
    await expect.poll(isBack, { timeout: 60_000 }).toBe('Right');
    await expect
      .poll(async () => (await stores.mine.workspaces.create(sampleWorkspace())())._tag, { timeout: 60_000 })
      .toBe('Right');
  });
});
