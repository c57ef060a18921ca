import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type FolderWatch, watchFolder } from './watch-folder.js';

let path: string;
let watch: FolderWatch | undefined;
let changes = 0;

const root = (): string => join(path, 'tandem');

/** Repeats a change until it is noticed, because a new directory is only watched shortly after it was created. */
const isNoticed = async (change: (at: number) => Promise<unknown>): Promise<void> => {
  changes = 0;
  let at = 0;
  await expect
    .poll(
      async () => {
        if (changes === 0) await change((at += 1));
        return changes;
      },
      { interval: 50 },
    )
    .toBeGreaterThan(0);
};

const start = (): void => {
  watch = watchFolder(root(), () => {
    changes += 1;
  });
};

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'tandem-watch-'));
});
afterEach(async () => {
  watch?.close();
  await rm(path, { recursive: true });
});

describe('a watched folder', { tags: 'folder:watch' }, () => {
  it('reports changed, created, renamed and removed files, including files in new folders', async () => {
    await mkdir(root());
    start();
    await isNoticed((at) => writeFile(join(root(), 'a.yml'), `${at}`));
    await isNoticed(async (at) => {
      await mkdir(join(root(), 'deep', `${at}`), { recursive: true });
    });
    await isNoticed((at) => writeFile(join(root(), 'deep', '1', 'b.yml'), `${at}`));
    await isNoticed((at) => rename(join(root(), 'deep', '1'), join(root(), `moved${at}`)));
    await isNoticed(() => rm(join(root(), 'a.yml'), { force: true }));
  });

  it('may be created after the watch starts, and again after it was removed', async () => {
    start();
    await isNoticed(async () => {
      await rm(root(), { recursive: true, force: true });
      await mkdir(root());
    });
    await isNoticed((at) => writeFile(join(root(), 'a.yml'), `${at}`));
    await isNoticed(() => rm(root(), { recursive: true, force: true }));
    await isNoticed(async () => {
      await rm(root(), { recursive: true, force: true });
      await mkdir(root());
    });
    await isNoticed((at) => writeFile(join(root(), 'a.yml'), `${at}`));
  });

  it('stays watched when another folder takes its place immediately', async () => {
    const inner = join(root(), 'inner', 'deep');
    await mkdir(inner, { recursive: true });
    start();
    await isNoticed((at) => writeFile(join(inner, 'a.yml'), `${at}`));
    rmSync(root(), { recursive: true });
    mkdirSync(inner, { recursive: true });
    await isNoticed((at) => writeFile(join(inner, 'a.yml'), `${at}`));
    renameSync(join(root(), 'inner'), join(path, 'elsewhere'));
    mkdirSync(inner, { recursive: true });
    await isNoticed((at) => writeFile(join(inner, 'a.yml'), `${at}`));
  });
});
