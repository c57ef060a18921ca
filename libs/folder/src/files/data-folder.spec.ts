import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { FolderBase } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createMergeDriver } from '../git/merge-driver.js';
import { runGit } from '../git/run-git.js';
import { testInFolder } from '../testing/house.js';
import { getDataFolder } from './data-folder.js';
import { createScriptFiles } from './script-files.js';

/** What a synchronization of the folder itself, or of its `tandem` folder, remembers of the workspace. */
const base = (folder: '' | '.'): FolderBase => ({
  ...{ id: 'ws_1', kind: 'workspace', path: 'opencollection.yml', folder, fileHash: 'h', scriptHash: '' },
  ...{ revision: 1, seq: null, settled: true, searched: '', fields: '{}' },
});

/** A collection in its own folder, where a `tandem` with a manifest has appeared. */
const testWithBoth = (test: (path: string) => Promise<void>) =>
  testInFolder(async (folder) => {
    const path = await realpath(folder);
    await mkdir(join(path, 'tandem'));
    for (const at of ['', 'tandem']) {
      await writeFile(join(path, at, 'opencollection.yml'), 'opencollection: 1.0.0\n');
      await writeFile(join(path, at, 'lib.js'), at);
    }
    await test(path);
  });

describe('the data folder of a workspace', { tags: 'folder:own' }, () => {
  it(
    'is the previously synchronized one, else what the disk says',
    testWithBoth(async (path) => {
      expect((await getDataFolder({ path, base: null })).name).toBe('tandem');
      expect((await getDataFolder({ path, base: base('') })).name).toBe('tandem');
      expect((await getDataFolder({ path, base: base('.') })).name).toBe('');
    }),
  );

  it(
    'is where the files that scripts require are found',
    testWithBoth(async (path) => {
      const first = (folder: '' | '.') =>
        unwrapResult(createScriptFiles().first({ path, base: base(folder) }, ['lib.js']));
      expect(await first('.')).toEqual({ file: 'lib.js', text: '' });
      expect(await first('')).toEqual({ file: 'lib.js', text: 'tandem' });
    }),
  );

  it(
    'is where the merge driver is set up',
    testWithBoth(async (path) => {
      await runGit(path, ['init', '-q']);
      const driver = createMergeDriver([process.execPath, import.meta.filename]);
      const [own, below] = [
        { path, base: base('.') },
        { path, base: base('') },
      ];
      expect(await unwrapResult(driver.install(own))).toMatchObject({ isSetUp: true });
      const { stdout } = await runGit(path, [
        'status',
        '--porcelain',
        '--',
        '.gitattributes',
        'tandem/.gitattributes',
      ]);
      expect(stdout).toBe('?? .gitattributes');
      expect(await unwrapResult(driver.status(below))).toMatchObject({ isSetUp: false });
    }),
  );
});
