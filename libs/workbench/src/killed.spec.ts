import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { RestRequest } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type FolderAlone, openFolderAlone } from './testing/folder-alone.js';
import { unwrapResult } from './testing/on-disk.js';

const run = promisify(execFile);

let root = '';
// Bundled once per run by ../bundle-programs.setup.mjs.
const program = join(import.meta.dirname, '../test-output/killed-child.mjs');
const liveFolder = () => ({ file: join(root, 'live', 't.sqlite'), path: join(root, 'live', 'shop') });
const getBackupFolder = () => join(root, 'kept');

const restoreBackup = async () => {
  await rm(join(root, 'live'), { recursive: true, force: true });
  await cp(getBackupFolder(), join(root, 'live'), { recursive: true });
};

/**
 * Makes changes on both sides: one request is changed on both, one is moved with its script out of a folder that is removed, one is
 * renamed, one is deleted on each side, and two are new.
 */
const prepareChanges = async () => {
  const { file, path } = liveFolder();
  await mkdir(path, { recursive: true });
  const { application, synchronize, close } = await openFolderAlone(file);
  await unwrapResult(application.workspaces.open({ path }));
  const { rest } = application;
  const create = async (name: string, more: object = {}) =>
    (await unwrapResult<RestRequest>(rest.create({ name, url: 'http://h/', ...more }))).id;
  const both = await create('Both');
  const moved = await create('Moved', { folder: 'Old', script: 'a\n' });
  const renamed = await create('Before');
  const gone = await create('Gone', { script: 'b\n' });
  await create('Gone by hand');
  await synchronize(path);
  const folder = join(path, 'tandem');
  await unwrapResult(rest.update({ id: both, method: 'PUT' }));
  await unwrapResult(rest.update({ id: moved, folder: 'New' }));
  await unwrapResult(application.folders.remove({ id: 'Old' }));
  await unwrapResult(rest.update({ id: renamed, name: 'After' }));
  await unwrapResult(rest.remove({ id: gone }));
  await create('New');
  const text = await readFile(join(folder, 'both.yml'), 'utf8');
  await writeFile(join(folder, 'both.yml'), text.replace('http://h/', 'http://h/theirs # why'));
  await rm(join(folder, 'gone-by-hand.yml'));
  const byHand = 'info:\n  name: By hand\n  type: http\nhttp:\n  url: http://h/\n';
  await writeFile(join(folder, 'by-hand.yml'), `${byHand}x-tandem:\n  id: rest_aaaaaaaaaaaaaaaa\n`);
  await close();
  await cp(join(root, 'live'), getBackupFolder(), { recursive: true });
};

/** Synchronizes in another process. Returns the changes to files, or undefined if the process was killed. */
const synchronizeInChild = async (when: 'before' | 'after', step: number): Promise<readonly string[]> => {
  const { file, path } = liveFolder();
  const ended = run(process.execPath, [program, when, String(step), file, path]);
  const { stdout } = await ended.catch((error: unknown) => {
    if ((error as { readonly signal?: string }).signal === 'SIGKILL') return { stdout: '' };
    throw error;
  });
  return stdout.split(' ').filter((name) => name !== '');
};

/** Changes in the app what the killed run was writing. */
const editAgain = async ({ application, store }: FolderAlone, path: string) => {
  const { workspace } = await unwrapResult(application.workspaces.open({ path }));
  const all = await unwrapResult(store.restRequests.all(workspace.id));
  const edits: Readonly<Record<string, object>> = {
    Both: { method: 'PATCH' },
    Moved: { url: 'http://h/again', script: 'again\n' },
    After: { url: 'http://h/again' },
    New: { url: 'http://h/again' },
  };
  for (const { id, name } of all)
    if (Object.hasOwn(edits, name)) await unwrapResult(application.rest.update({ id, ...edits[name] }));
};

/** Synchronizes again and returns the resulting files and rows. A third run must change nothing. */
const synchronizeToEnd = async (
  edit: (alone: FolderAlone, path: string) => Promise<void> = () => Promise.resolve(),
) => {
  const { file, path } = liveFolder();
  const alone = await openFolderAlone(file);
  const { store, synchronize, close } = alone;
  try {
    await edit(alone, path);
    const { workspaceId, conflicts, invalid, warnings } = await synchronize(path);
    const quiet = { written: [], pulled: [], merged: [], renamed: [], deleted: [] };
    expect(await synchronize(path)).toMatchObject(quiet);
    const requests = await unwrapResult(store.restRequests.all(workspaceId));
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const texts = await Promise.all(files.sort().map(async (one) => [one, await readFile(one, 'utf8')]));
    const stored = requests.map(({ updatedAt: _, createdAt: _c, revision: _r, ...rest }) => rest);
    return { conflicts, invalid, warnings, stored, texts };
  } finally {
    await close();
  }
};

describe('a process killed during a synchronization', () => {
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-killed-')));
    await prepareChanges();
  });
  afterAll(() => rm(root, { recursive: true }));

  it(
    'is followed by a synchronization with the same result, whichever step was the last',
    { timeout: 600_000 },
    async () => {
      const steps = await synchronizeInChild('before', 0);
      expect(steps.length).toBeGreaterThan(15);
      await restoreBackup();
      const whole = await synchronizeToEnd();
      for (const [index, name] of steps.entries()) {
        const isFirst = name !== steps[index - 1];
        const isLast = name !== steps[index + 1];
        // Temporary files are written concurrently, in no fixed order.
        if (name === 'open' && !isFirst && !isLast) continue;
        // The database may be written between two different steps.
        const whens = isLast ? (['before', 'after'] as const) : (['before'] as const);
        for (const when of whens) {
          await restoreBackup();
          expect(await synchronizeInChild(when, index + 1)).toEqual([]);
          expect({ when, name, index, ...(await synchronizeToEnd()) }).toEqual({
            when,
            name,
            index,
            ...whole,
          });
        }
      }
    },
  );

  it(
    'causes no false conflicts with later changes to the files that it was writing',
    { timeout: 600_000, tags: 'folder:crash:edited' },
    async () => {
      await restoreBackup();
      const steps = await synchronizeInChild('before', 0);
      await restoreBackup();
      const whole = await synchronizeToEnd(editAgain);
      expect(whole).toMatchObject({ conflicts: [], invalid: [], warnings: [] });
      const { stored } = whole;
      expect(stored.find(({ name }) => name === 'Both')).toMatchObject({
        method: 'PATCH',
        url: expect.stringContaining('http://h/theirs') as string,
      });
      for (const [index, name] of steps.entries()) {
        const isLast = name !== steps[index + 1];
        if (name !== 'rename' && !isLast) continue;
        for (const when of isLast ? (['before', 'after'] as const) : (['before'] as const)) {
          await restoreBackup();
          expect(await synchronizeInChild(when, index + 1)).toEqual([]);
          expect({ when, name, index, ...(await synchronizeToEnd(editAgain)) }).toEqual({
            when,
            name,
            index,
            ...whole,
          });
        }
      }
    },
  );
});
