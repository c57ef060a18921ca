import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FolderBase } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createMergeDriver, runGit } from '../git/merge-driver.js';
import { testInFolder } from '../testing/house.js';
import { getDataFolder } from './data-folder.js';
import { createScriptFiles } from './script-files.js';

/** The workspace's base after a synchronization with the folder itself, or with its `tandem` folder. */
const base = (folder: '' | '.'): FolderBase => ({
  ...{ id: 'ws_1', kind: 'workspace', path: 'opencollection.yml', folder, fileHash: 'h', scriptHash: '' },
  ...{ revision: 1, seq: null, settled: true, searched: '', fields: '{}' },
});

/** A collection in its own folder, in which a `tandem` folder with a manifest has appeared. */
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
    'is the folder that was synchronized before, or else the folder found on disk',
    testWithBoth(async (path) => {
      expect((await getDataFolder({ path, base: null })).name).toBe('tandem');
      expect((await getDataFolder({ path, base: base('') })).name).toBe('tandem');
      expect((await getDataFolder({ path, base: base('.') })).name).toBe('');
    }),
  );

  it(
    'is the folder from which scripts require files',
    testWithBoth(async (path) => {
      const first = (folder: '' | '.') =>
        unwrapResult(createScriptFiles().first({ path, base: base(folder) }, ['lib.js']));
      expect(await first('.')).toEqual({ file: 'lib.js', text: '' });
      expect(await first('')).toEqual({ file: 'lib.js', text: 'tandem' });
    }),
  );

  it(
    'is the folder in which the merge driver is set up',
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

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'tandem-script-files-'));
  await mkdir(join(path, 'tandem/lib'), { recursive: true });
  await mkdir(join(path, 'tandem/.hidden'));
  await mkdir(join(path, 'tandem/node_modules'));
  await writeFile(join(path, 'tandem/lib/a.js'), 'a');
  await writeFile(join(path, 'outside.js'), 'outside');
});
afterEach(() => rm(path, { recursive: true }));

const findFirstFile = (...files: readonly string[]) =>
  unwrapResult(createScriptFiles().first({ path, base: null }, files));
const write = (file: string, content: string | Buffer) => writeFile(join(path, 'tandem', file), content);

describe('the files that scripts require', { tags: 'foreign:bruno:files' }, () => {
  it('are read below the data folder, and the first match counts', async () => {
    expect(await findFirstFile('lib/b.js', 'lib/a.js')).toEqual({ file: 'lib/a.js', text: 'a' });
    expect(await findFirstFile('lib/b.js', 'lib/b/index.js')).toBeNull();
    expect(await findFirstFile('lib', 'lib/a.js/index.js')).toBeNull();
  });

  it('may be in a hidden folder', async () => {
    await write('.hidden/a.js', 'a');
    expect(await findFirstFile('.hidden/a.js')).toEqual({ file: '.hidden/a.js', text: 'a' });
  });

  it('are not read if they are outside the data folder, hidden, or part of Git or of installed packages', async () => {
    await mkdir(join(path, 'tandem/.git'), { recursive: true });
    await write('.git/a.js', 'a');
    await write('.hidden/.b.js', 'b');
    await write('.env.json', '{}');
    await write('node_modules/a.js', 'a');
    for (const file of ['../outside.js', 'lib/../../outside.js', join(path, 'outside.js'), 'lib/a.js\0', ''])
      expect(await findFirstFile(file), file).toBeNull();
    for (const file of ['.git/a.js', '.hidden/.b.js', '.env.json', 'node_modules/a.js'])
      expect(await findFirstFile(file), file).toBeNull();
  });

  it('are not read through a link', async () => {
    await symlink(join(path, 'outside.js'), join(path, 'tandem/link.js'));
    await symlink(path, join(path, 'tandem/folder'));
    await symlink(join(path, 'tandem/lib'), join(path, 'tandem/inside'));
    for (const file of ['link.js', 'folder/outside.js', 'inside/a.js'])
      expect(await findFirstFile(file), file).toBeNull();
  });

  it("are read from the workspace's folder if that contains the manifest", async () => {
    await writeFile(join(path, 'opencollection.yml'), 'opencollection: "1.0.0"');
    expect(await findFirstFile('outside.js')).toEqual({ file: 'outside.js', text: 'outside' });
    await write('opencollection.yml', 'opencollection: "1.0.0"');
    expect(await findFirstFile('outside.js')).toBeNull();
  });

  it('have a size limit and must be text', async () => {
    await write('long.js', ' '.repeat(1024 * 1024 + 1));
    await write('bytes.json', Buffer.from([0xff]));
    expect(await findFirstFile('long.js')).toEqual({
      file: 'long.js',
      problem: 'has more than 1048576 bytes',
    });
    expect(await findFirstFile('bytes.json')).toEqual({ file: 'bytes.json', problem: 'is not UTF-8' });
  });
});
