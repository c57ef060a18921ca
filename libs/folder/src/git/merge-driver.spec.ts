import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { given } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { inFolder } from '../testing/house.js';
import { createMergeDriver, driverCommand } from './merge-driver.js';
import { runGit } from './run-git.js';

const program = [process.execPath, import.meta.filename];
const driver = createMergeDriver(program);

const at = (path: string) => ({ path, base: null });

const inRepository = (test: (root: string, folder: string) => Promise<void>) =>
  inFolder(async (folder) => {
    const root = await realpath(folder);
    await runGit(root, ['init', '-q']);
    await mkdir(join(root, 'shop', 'tandem'), { recursive: true });
    await test(root, join(root, 'shop'));
  });

const attributesIn = (path: string) => readFile(join(path, 'tandem', '.gitattributes'), 'utf8');

describe('the merge driver of a data folder', () => {
  it(
    "is set up in the repository's own configuration, once",
    { tags: 'folder:merge-driver' },
    inRepository(async (root, path) => {
      const before = { repository: root, isSetUp: false, reason: null };
      expect(await given(driver.status(at(path)))).toEqual(before);
      await writeFile(join(path, 'tandem', '.gitattributes'), '* text eol=lf');
      expect(await given(driver.install(at(path)))).toEqual({ ...before, isSetUp: true });
      const attributes = '* text eol=lf\n*.yml merge=tandem\n*.yaml merge=tandem\n*.js merge=tandem\n';
      expect(await attributesIn(path)).toBe(attributes);
      expect(await given(driver.install(at(path)))).toEqual({ ...before, isSetUp: true });
      expect(await attributesIn(path)).toBe(attributes);
      const { stdout } = await runGit(root, ['config', '--show-origin', '--get-all', 'merge.tandem.driver']);
      expect(stdout).toBe(`file:.git/config\t${driverCommand(program)}`);
    }),
  );

  it(
    'is set up again for a program that has moved',
    inRepository(async (root, path) => {
      await given(createMergeDriver([process.execPath]).install(at(path)));
      expect(await given(driver.status(at(path)))).toMatchObject({ repository: root, isSetUp: false });
      expect(await given(driver.install(at(path)))).toMatchObject({ isSetUp: true });
    }),
  );

  it(
    'says why it cannot be set up, and changes nothing then',
    inFolder(async (path) => {
      expect(await given(driver.install(at(path)))).toMatchObject({
        isSetUp: false,
        reason: expect.stringContaining('Synchronize first') as string,
      });
      await mkdir(join(path, 'tandem'));
      const reason = expect.stringContaining('not in a git repository') as string;
      expect(await given(driver.install(at(path)))).toEqual({ repository: null, isSetUp: false, reason });
      await expect(attributesIn(path)).rejects.toThrow('ENOENT');
      const missing = createMergeDriver([join(path, 'gone.js')]);
      expect(await given(missing.status(at(path)))).toMatchObject({ isSetUp: false });
    }),
  );

  it('quotes paths for the shell that git starts it with', () => {
    expect(driverCommand(["/a b/it's 100%/node", 'x.js'])).toBe(
      String.raw`'/a b/it'\''s 100%%/node' 'x.js' merge-file %O %A %B %P %L`,
    );
  });
});
