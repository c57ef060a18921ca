import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { keepPrivate, replaceFile } from './private-files.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-private-'));
});
afterEach(() => rm(folder, { recursive: true }));

const getMode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe.skipIf(process.platform === 'win32')('a folder that other users can open', () => {
  it(
    'is restricted, or reported with the command that restricts it',
    { tags: 'storage:private' },
    async () => {
      await chmod(folder, 0o755);
      expect(await keepPrivate(folder, 0o700, false)).toBe(
        `other users of this machine can open ${folder}, which holds secrets; run: chmod 700 '${folder}'`,
      );
      expect(await getMode(folder)).toBe(0o755);
      expect(await keepPrivate(folder, 0o700)).toBeUndefined();
      expect(await getMode(folder)).toBe(0o700);
      expect(await keepPrivate(folder, 0o700, false)).toBeUndefined();
    },
  );
});

it('a private file is created with its folders, and replaces an existing file completely', async () => {
  const file = join(folder, 'a', 'b', 'c.json');
  await replaceFile(file, 'a longer text ü');
  expect(await readFile(file, 'utf8')).toBe('a longer text ü');
  await replaceFile(file, Buffer.from([0, 255]));
  expect([...(await readFile(file))]).toEqual([0, 255]);
  expect(await readdir(join(folder, 'a', 'b'))).toEqual(['c.json']);
});

it('a reader sees either the old or the new content of a private file', async () => {
  const file = join(folder, 'f');
  const versions = ['a', 'b'].map((letter) => letter.repeat(300_000));
  await replaceFile(file, versions[0]!);
  for (let round = 1; round <= 20; round += 1) {
    const writing = replaceFile(file, versions[round % 2]!);
    const read = await Promise.all(Array.from({ length: 5 }, () => readFile(file, 'utf8')));
    expect(read.every((text) => versions.includes(text))).toBe(true);
    await writing;
  }
});

describe.skipIf(process.platform === 'win32')('a private file', () => {
  it('can be read only by its owner, whatever its permissions were before', async () => {
    await writeFile(join(folder, 'open'), 'x', { mode: 0o644 });
    await replaceFile(join(folder, 'open'), 'y');
    await replaceFile(join(folder, 'inner', 'new'), 'y');
    expect(await getMode(join(folder, 'open'))).toBe(0o600);
    expect(await getMode(join(folder, 'inner', 'new'))).toBe(0o600);
    expect(await getMode(join(folder, 'inner'))).toBe(0o700);
  });

  it('has the requested permissions', async () => {
    await writeFile(join(folder, 'shared'), 'x');
    await replaceFile(join(folder, 'shared'), 'y', 0o640);
    expect(await getMode(join(folder, 'shared'))).toBe(0o640);
  });

  it('replaces the target of a symbolic link', async () => {
    await writeFile(join(folder, 'real'), 'old');
    await symlink('real', join(folder, 'link'));
    await replaceFile(join(folder, 'link'), 'new');
    expect(await readFile(join(folder, 'real'), 'utf8')).toBe('new');
    expect(
      (await readdir(folder, { withFileTypes: true })).find(({ name }) => name === 'link')?.isSymbolicLink(),
    ).toBe(true);
  });

  it('stays unchanged if the new content does not fit on the disk', async () => {
    const file = join(folder, 'f');
    await replaceFile(file, 'old');
    // A limit on the file size shortens one write(2) and fails the next one, as a full disk does.
    const script = `process.on('SIGXFSZ', () => undefined);
      import { replaceFile } from ${JSON.stringify(new URL('private-files.ts', import.meta.url).href)};
      await replaceFile(process.argv[1], 'x'.repeat(100_000)).catch(({ code }) => console.log(code));`;
    const { stdout, stderr } = spawnSync(
      'sh',
      [
        '-c',
        'ulimit -f 8 && exec "$0" "$@"',
        process.execPath,
        '--import',
        'tsx',
        '--conditions',
        '@tandem/source',
      ].concat(['--input-type=module', '--eval', script, file]),
      { encoding: 'utf8', env: { PATH: process.env.PATH ?? '', TSX_DISABLE_CACHE: '1' } },
    );
    expect([stdout.trim(), stderr]).toEqual(['EFBIG', '']);
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['f']);
  });
});
