import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { testInFolder } from '../testing/in-folder.js';
import { requestFiles } from './request-files.js';

/** A workspace folder, and a secret file outside it. */
const testInWorkspace = (test: (workspace: string, outside: string) => Promise<void>) =>
  testInFolder(async (folder) => {
    const [workspace, outside] = [join(folder, 'workspace'), join(folder, 'outside')];
    await mkdir(join(workspace, 'data'), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, 'secret.txt'), 'secret');
    await writeFile(join(workspace, 'data', 'body.bin'), Buffer.from([0, 255, 10]));
    await test(workspace, outside);
  });

const codeOf = async (workspace: string, path: string) => {
  const outcome = await requestFiles.read(workspace, path)();
  return E.isLeft(outcome) ? outcome.left.code : 'READ';
};

describe('files of a workspace', () => {
  it(
    'are read byte for byte',
    testInWorkspace(async (workspace) => {
      const outcome = await requestFiles.read(workspace, 'data/body.bin')();
      expect(outcome).toMatchObject(E.right(Buffer.from([0, 255, 10])));
    }),
  );

  it.each(['data/../data/body.bin', './data/body.bin', 'link.bin', 'linked/body.bin'])(
    'can be read at %j, which is inside the folder',
    (path) =>
      testInWorkspace(async (workspace) => {
        await symlink('data/body.bin', join(workspace, 'link.bin'));
        await symlink(join(workspace, 'data'), join(workspace, 'linked'));
        expect(await codeOf(workspace, path)).toBe('READ');
      })(),
  );

  it.each([
    '..',
    '../outside/secret.txt',
    'data/../../outside/secret.txt',
    '',
    '.',
    'data',
    'a\0b',
    '/etc/hostname',
  ])('cannot be read at %j, which is refused', { tags: ['body:files'] }, (path) =>
    testInWorkspace(async (workspace) => {
      expect(await codeOf(workspace, path)).toBe('FILE_REFUSED');
    })(),
  );

  it(
    'are refused with "no file is chosen" if the path is empty',
    testInWorkspace(async (workspace) => {
      const outcome = await requestFiles.read(workspace, '')();
      expect(E.isLeft(outcome) && outcome.left.message).toMatch(/^No file is chosen\. Choose one/);
    }),
  );

  it(
    'cannot be read through a symbolic link that leads outside',
    { tags: ['body:files'] },
    testInWorkspace(async (workspace, outside) => {
      await symlink(join(outside, 'secret.txt'), join(workspace, 'file'));
      await symlink(outside, join(workspace, 'folder'));
      await symlink('loop', join(workspace, 'loop'));
      for (const path of ['file', 'folder/secret.txt', 'loop'])
        expect(await codeOf(workspace, path)).toBe('FILE_REFUSED');
    }),
  );

  it(
    'do not include the files of a neighbouring folder whose name begins with the name of the workspace folder',
    testInWorkspace(async (workspace) => {
      await mkdir(`${workspace}-2`);
      await writeFile(join(`${workspace}-2`, 'a.txt'), '');
      expect(await codeOf(workspace, '../workspace-2/a.txt')).toBe('FILE_REFUSED');
    }),
  );

  it(
    'may have names that start with two dots',
    testInWorkspace(async (workspace) => {
      await writeFile(join(workspace, '..a.txt'), '');
      expect(await codeOf(workspace, '..a.txt')).toBe('READ');
    }),
  );

  it.each(['none.txt', 'data/none/none.txt', 'data/body.bin/none.txt', 'x'.repeat(300)])(
    'do not include %j, which fails with FILE_NOT_FOUND',
    (path) =>
      testInWorkspace(async (workspace) => {
        expect(await codeOf(workspace, path)).toBe('FILE_NOT_FOUND');
      })(),
  );

  it(
    'are suggested below files/, where agents put them, if they exist there',
    testInWorkspace(async (workspace) => {
      await mkdir(join(workspace, 'files/up'), { recursive: true });
      await writeFile(join(workspace, 'files/up/photo.png'), '');
      const outcome = await requestFiles.read(workspace, 'up/photo.png')();
      expect(E.isLeft(outcome) && outcome.left).toEqual({
        code: 'FILE_NOT_FOUND',
        message: '"up/photo.png" is not in the workspace\'s folder. Did you mean "files/up/photo.png"?',
        details: { path: 'up/photo.png', near: ['files/up/photo.png'] },
      });
    }),
  );

  it(
    'can be read in a folder that is itself behind a symbolic link',
    testInWorkspace(async (workspace, outside) => {
      const link = join(outside, 'workspace');
      await symlink(workspace, link);
      expect(await codeOf(link, 'data/body.bin')).toBe('READ');
    }),
  );

  it.skipIf(process.platform === 'win32')(
    'cannot be named pipes, because these would block',
    testInWorkspace(async (workspace) => {
      execFileSync('mkfifo', [join(workspace, 'pipe')]);
      expect(await codeOf(workspace, 'pipe')).toBe('FILE_REFUSED');
    }),
  );

  it(
    'are not read if they are longer than the limit',
    { tags: ['body:files'] },
    testInWorkspace(async (workspace) => {
      await writeFile(join(workspace, 'huge'), '');
      await truncate(join(workspace, 'huge'), 2 ** 40);
      const mib = 1024 * 1024;
      expect(await requestFiles.read(workspace, 'huge', mib)()).toMatchObject(
        E.left({ code: 'FILE_REFUSED', message: '"huge" is longer than 1 MiB. Split it.' }),
      );
      const bytes = Buffer.alloc(3 * mib, 'ab');
      await writeFile(join(workspace, 'fits'), bytes);
      const read = await requestFiles.read(workspace, 'fits', 3 * mib)();
      expect(E.isRight(read) && bytes.equals(read.right)).toBe(true);
      expect(await requestFiles.read(workspace, 'fits', 3 * mib - 1)()).toMatchObject({ _tag: 'Left' });
    }),
  );

  it(
    'are named in an error that says what to do',
    testInWorkspace(async (workspace) => {
      const outcome = await requestFiles.read(workspace, '../outside/secret.txt')();
      expect(outcome).toMatchObject(
        E.left({
          message: expect.stringContaining('relative') as string,
          details: { path: '../outside/secret.txt' },
        }),
      );
    }),
  );
});

describe('the list of files of a workspace', () => {
  const listed = async (workspace: string, most = 10) => {
    const outcome = await requestFiles.list(workspace, most)();
    return E.isRight(outcome) ? outcome.right : outcome.left;
  };

  it(
    'contains readable files, but no files outside the folder or behind a link',
    testInWorkspace(async (workspace, outside) => {
      await writeFile(join(workspace, 'a.txt'), '');
      await mkdir(join(workspace, 'node_modules'));
      await writeFile(join(workspace, 'node_modules', 'x.js'), '');
      await symlink(outside, join(workspace, 'out'));
      await symlink(join(outside, 'secret.txt'), join(workspace, 'secret'));
      expect(await listed(workspace)).toEqual({ files: ['a.txt', 'data/body.bin'], isCut: false });
    }),
  );

  it(
    'is limited to the requested length, with top-level files first, and says that it is limited',
    testInWorkspace(async (workspace) => {
      await writeFile(join(workspace, 'z.txt'), '');
      expect(await listed(workspace, 1)).toEqual({ files: ['z.txt'], isCut: true });
    }),
  );

  it(
    'is in alphabetical order',
    testInWorkspace(async (workspace) => {
      for (const name of ['z.txt', 'B.txt', 'a.txt']) await writeFile(join(workspace, name), '');
      expect(await listed(workspace)).toEqual({
        files: ['a.txt', 'B.txt', 'data/body.bin', 'z.txt'],
        isCut: false,
      });
    }),
  );

  it(
    'is empty for a missing folder',
    testInWorkspace(async (workspace) => {
      expect(await listed(join(workspace, 'nowhere'))).toEqual({ files: [], isCut: false });
    }),
  );
});

describe('a file that is added to a workspace', () => {
  const pieces = (...texts: string[]): AsyncIterable<Uint8Array> =>
    (async function* () {
      for (const text of texts) yield await Promise.resolve(Buffer.from(text));
    })();
  const added = async (workspace: string, name: string, bytes: AsyncIterable<Uint8Array>, most = 100) => {
    const outcome = await requestFiles.add(workspace, name, bytes, most)();
    return E.isRight(outcome) ? outcome.right : outcome.left.kind;
  };
  const there = async (workspace: string) => (await readdir(join(workspace, 'files'))).sort();

  it(
    'is written completely to the folder files, with a number if its name is taken',
    { tags: ['body:upload'] },
    testInWorkspace(async (workspace) => {
      expect(await added(workspace, 'cat.txt', pieces('me', 'ow'))).toBe('files/cat.txt');
      expect(await added(workspace, 'cat.txt', pieces('purr'))).toBe('files/cat-2.txt');
      expect(await readFile(join(workspace, 'files', 'cat.txt'), 'utf8')).toBe('meow');
      expect(await readFile(join(workspace, 'files', 'cat-2.txt'), 'utf8')).toBe('purr');
      expect(await there(workspace)).toEqual(['cat-2.txt', 'cat.txt']);
    }),
  );

  it(
    'is removed if it is too long or incomplete',
    { tags: ['body:upload'] },
    testInWorkspace(async (workspace) => {
      const broken = (async function* () {
        yield await Promise.resolve(Buffer.from('half'));
        throw new Error('the connection broke');
      })();
      expect(await added(workspace, 'a', pieces('12345', '678901'), 10)).toBe('invalid-input');
      expect(await added(workspace, 'b', broken)).toBe('storage-failed');
      expect(await there(workspace)).toEqual([]);
    }),
  );

  it(
    'is refused if the folder files leads outside the workspace',
    { tags: ['body:upload'] },
    testInWorkspace(async (workspace, outside) => {
      await symlink(outside, join(workspace, 'files'));
      expect(await added(workspace, 'a.txt', pieces('x'))).toBe('folder-unusable');
      expect(await readdir(outside)).toEqual(['secret.txt']);
    }),
  );
});

describe('a file that is saved', { tags: ['save:as-received', 'save:refused'] }, () => {
  const save = async (workspace: string, path: string) => {
    const [checked, saved] = [
      await requestFiles.checkNew(workspace, path)(),
      await requestFiles.save(workspace, path, Buffer.from([0, 255, 13]))(),
    ];
    const messageOf = (outcome: typeof saved) => (E.isLeft(outcome) ? outcome.left.message : 'SAVED');
    expect(messageOf(checked)).toBe(messageOf(saved));
    return messageOf(saved);
  };

  it(
    'is readable by its owner only, in folders that are created for it',
    testInWorkspace(async (workspace) => {
      expect(await save(workspace, 'out/a/b.bin')).toBe('SAVED');
      expect(await readFile(join(workspace, 'out/a/b.bin'))).toEqual(Buffer.from([0, 255, 13]));
      expect(await readdir(join(workspace, 'out/a'))).toEqual(['b.bin']);
      if (process.platform !== 'win32')
        expect((await stat(join(workspace, 'out/a/b.bin'))).mode & 0o777).toBe(0o600);
    }),
  );

  it.each([
    ['../outside/new.txt', 'leads out'],
    ['data/../../outside/new.txt', 'leads out'],
    ['/tmp/new.txt', 'leads out'],
    ['', 'leads out'],
    ['data//x', 'leads out'],
    ['a\0b', 'leads out'],
    ['..\\outside\\new.txt', 'leads out'],
    ['linked/new.txt', 'a link or a file'],
    ['inner/new.txt', 'a link or a file'],
    ['data/body.bin/new.txt', 'a link or a file'],
    ['dangling.txt', 'exists already'],
    ['data/body.bin', 'exists already'],
    ['data', 'exists already'],
  ])('is refused at %j, and nothing is written', (path, reason) =>
    testInWorkspace(async (workspace, outside) => {
      await symlink(outside, join(workspace, 'linked'));
      await symlink('data', join(workspace, 'inner'));
      await symlink(join(outside, 'new.txt'), join(workspace, 'dangling.txt'));
      const message = await save(workspace, path);
      expect(message).toContain(reason);
      expect(await readdir(outside)).toEqual(['secret.txt']);
      expect(await readdir(join(workspace, 'data'))).toEqual(['body.bin']);
    })(),
  );
});
