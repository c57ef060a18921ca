import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInFolder } from '../testing/house.js';
import { createMergeDriver, formatDriverCommand, runGit } from './merge-driver.js';

const program = [process.execPath, import.meta.filename];
const driver = createMergeDriver(program);

const createPlace = (path: string) => ({ path, base: null });

const testInRepository = (test: (root: string, folder: string) => Promise<void>) =>
  testInFolder(async (folder) => {
    const root = await realpath(folder);
    await runGit(root, ['init', '-q']);
    await mkdir(join(root, 'shop', 'tandem'), { recursive: true });
    await test(root, join(root, 'shop'));
  });

const attributesIn = (path: string) => readFile(join(path, 'tandem', '.gitattributes'), 'utf8');

describe('the merge driver of a data folder', () => {
  it(
    'is set up once, in the configuration of the repository',
    { tags: 'folder:merge-driver' },
    testInRepository(async (root, path) => {
      const before = { repository: root, isSetUp: false, reason: null };
      expect(await unwrapResult(driver.status(createPlace(path)))).toEqual(before);
      await writeFile(join(path, 'tandem', '.gitattributes'), '* text eol=lf');
      expect(await unwrapResult(driver.install(createPlace(path)))).toEqual({ ...before, isSetUp: true });
      const attributes = '* text eol=lf\n*.yml merge=tandem\n*.yaml merge=tandem\n*.js merge=tandem\n';
      expect(await attributesIn(path)).toBe(attributes);
      expect(await unwrapResult(driver.install(createPlace(path)))).toEqual({ ...before, isSetUp: true });
      expect(await attributesIn(path)).toBe(attributes);
      const { stdout } = await runGit(root, ['config', '--show-origin', '--get-all', 'merge.tandem.driver']);
      expect(stdout).toBe(`file:.git/config\t${formatDriverCommand(program)}`);
    }),
  );

  it(
    'is set up again when the program has moved',
    testInRepository(async (root, path) => {
      await unwrapResult(createMergeDriver([process.execPath]).install(createPlace(path)));
      expect(await unwrapResult(driver.status(createPlace(path)))).toMatchObject({
        repository: root,
        isSetUp: false,
      });
      expect(await unwrapResult(driver.install(createPlace(path)))).toMatchObject({ isSetUp: true });
    }),
  );

  it(
    'reports why it cannot be set up, and then changes nothing',
    testInFolder(async (path) => {
      expect(await unwrapResult(driver.install(createPlace(path)))).toMatchObject({
        isSetUp: false,
        reason: expect.stringContaining('Synchronize first') as string,
      });
      await mkdir(join(path, 'tandem'));
      const reason = expect.stringContaining('not in a git repository') as string;
      expect(await unwrapResult(driver.install(createPlace(path)))).toEqual({
        repository: null,
        isSetUp: false,
        reason,
      });
      await expect(attributesIn(path)).rejects.toThrow('ENOENT');
      const missing = createMergeDriver([join(path, 'gone.js')]);
      expect(await unwrapResult(missing.status(createPlace(path)))).toMatchObject({ isSetUp: false });
    }),
  );

  it('quotes paths for the shell in which git starts the program', () => {
    expect(formatDriverCommand(["/a b/it's 100%/node", 'x.js'])).toBe(
      String.raw`'/a b/it'\''s 100%%/node' 'x.js' merge-file %O %A %B %P %L`,
    );
  });
});
