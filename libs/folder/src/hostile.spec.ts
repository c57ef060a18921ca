import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { deepestFolder } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { fileOperations } from './files/operations.js';
import { readFiles, type House, testInHouse } from './testing/house.js';

const request = (name: string, more = '') =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  url: http://h/\n${more}`;

/** A bomb of nine levels, ten aliases each. */
const bomb = [
  'a: &a x',
  ...Array.from('bcdefghij').map(
    (key, n) => `${key}: &${key} [${Array(10).fill(`*${'abcdefghi'[n]}`).join(',')}]`,
  ),
].join('\n');

const bad: readonly (readonly [string, string | Uint8Array, RegExp, number, number])[] = [
  ['YAML that does not parse', 'info:\n  name: "open\nhttp: [', /./, 3, 8],
  ['a key that is there twice', 'info:\n  name: a\n  name: b\n', /unique/, 3, 3],
  [
    'a second document',
    `${request('a')}---\ninfo:\n`,
    /^the file holds more than one document; keep one$/,
    6,
    1,
  ],
  ['a request of an unknown kind', 'info:\n  name: a\n  type: grpc\n', /grpc/, 3, 9],
  [
    'a method that is no token',
    'info:\n  name: a\n  type: http\nhttp:\n  method: G T\n',
    /^http\.method must be an HTTP method such as GET/,
    5,
    11,
  ],
  ['no name', 'info:\n  type: http\n', /no name/, 1, 1],
  ['a YAML bomb', `${request('a')}${bomb}\n`, /alias/, 1, 1],
  ['conflict markers of git', `a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> theirs\n`, /git/, 2, 1],
  [
    'bytes that are no UTF-8',
    Buffer.concat([Buffer.from('info:\n  name: '), Buffer.from([0xff, 0xfe])]),
    /UTF-8/,
    2,
    9,
  ],
];

describe('a file that cannot be read', () => {
  it.each(bad)('is reported with its place and left alone: %s', (_, text, message, line, column) =>
    testInHouse(async (house) => {
      const id = await house.createRest({ name: 'Kept', url: 'http://h/', script: '' });
      await house.synchronize();
      await house.write('kept.yml', text);
      await unwrapResult(house.application.rest.update({ id, url: 'http://h/changed' }));
      const before = await house.files();
      const report = await house.synchronize();
      expect(report.invalid).toMatchObject([{ path: 'kept.yml', line, column }]);
      expect(report.invalid[0]?.message).toMatch(message);
      expect(await house.files()).toEqual(before);
      expect(await house.get(id)).toMatchObject({ url: 'http://h/changed' });
    })(),
  );

  it(
    'with its extension in the wrong case is reported, and its entity stays',
    testInHouse(async (house) => {
      const id = await house.createRest({ name: 'Kept', url: 'http://h/', script: '// mine' });
      await house.synchronize();
      await rename(join(house.root, 'kept.yml'), join(house.root, 'Kept.YML'));
      await house.write('NEW.Yaml', request('New'));
      const report = await house.synchronize();
      expect(report).toMatchObject({ deleted: [], pulled: [], written: [] });
      expect(report.invalid.map(({ path }) => path).sort()).toEqual(['Kept.YML', 'NEW.Yaml']);
      expect(report.invalid[0]?.message).toContain('rename it to .yml');
      expect(await house.get(id)).toMatchObject({ name: 'Kept', script: '// mine' });
      await rename(join(house.root, 'Kept.YML'), join(house.root, 'kept.yml'));
      await rename(join(house.root, 'NEW.Yaml'), join(house.root, 'new.yaml'));
      expect(await house.synchronize()).toMatchObject({ invalid: [], pulled: ['new.yaml'], deleted: [] });
    }),
  );

  it(
    'keeps its entity even if it was moved too',
    { tags: 'folder:invalid' },
    testInHouse(async (house) => {
      const id = await house.createRest({ name: 'Kept', url: 'http://h/', script: '' });
      await house.synchronize();
      await house.edit('kept.yml', 'info:', 'info: [');
      await rename(join(house.root, 'kept.yml'), join(house.root, 'elsewhere.yml'));
      expect((await house.synchronize()).invalid).toMatchObject([{ path: 'elsewhere.yml' }]);
      expect(await house.get(id)).toMatchObject({ name: 'Kept' });
    }),
  );

  it(
    'may have 100 MB, none of which is read',
    testInHouse(async (house) => {
      await house.synchronize();
      await house.write('huge.yml', '');
      await truncate(join(house.root, 'huge.yml'), 100_000_000);
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'huge.yml', message: 'it has more than 2.5 MB' },
      ]);
    }),
  );

  it(
    'may be a named pipe, which is not waited for',
    testInHouse(async (house) => {
      await house.synchronize();
      execFileSync('mkfifo', [join(house.root, 'pipe.yml')]);
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'pipe.yml', message: 'this is not a regular file' },
      ]);
    }),
  );
});

describe('a script that cannot be read', () => {
  it(
    'is reported, and stays unchanged in the app',
    { tags: 'folder:invalid' },
    testInHouse(async (house) => {
      const id = await house.createRest({ name: 'R', url: 'http://h/', script: 'mine()\n' });
      await house.synchronize();
      await house.write('r.js', Uint8Array.of(0xff, 0xfe, 0xfd));
      await house.edit('r.yml', 'http://h/', 'http://h/changed');
      const report = await house.synchronize();
      expect(report.invalid).toMatchObject([{ path: 'r.js' }]);
      expect(report).toMatchObject({ pulled: [], written: [], deleted: [], conflicts: [] });
      expect(await house.get(id)).toMatchObject({ url: 'http://h/', script: 'mine()\n' });
    }),
  );
});

describe('a name that is not UTF-8', () => {
  it(
    'is reported for a folder and a file, and the others are imported',
    { tags: 'folder:invalid' },
    testInHouse(async (house) => {
      await house.createRest({ name: 'R', url: 'http://h/', script: '' });
      await house.synchronize();
      await house.edit('r.yml', 'http://h/', 'http://h/changed');
      // Simulated as a directory listing, because some systems refuse to create such a name.
      house.on({
        ...fileOperations,
        list: async (directory) => [
          ...(await fileOperations.list(directory)),
          ...(directory === house.root
            ? ([
                { name: '\ufffd\ufffd', kind: 'directory', isText: false },
                { name: '\ufffd.yml', kind: 'file', isText: false },
                { name: '\ufffd.png', kind: 'file', isText: false },
              ] as const)
            : []),
        ],
      });
      const report = await house.synchronize();
      expect(report.pulled).toEqual(['r.yml']);
      expect(report.invalid).toEqual([
        { path: '\ufffd.yml', line: 1, column: 1, message: 'its name is not UTF-8' },
        { path: '\ufffd\ufffd', line: 1, column: 1, message: 'its name is not UTF-8' },
      ]);
    }),
  );

  it.runIf(process.platform === 'linux')(
    'is reported by the file system',
    testInHouse(async (house) => {
      await house.synchronize();
      const odd = Buffer.concat([Buffer.from(`${house.root}/`), Buffer.from([0xff, 0xfe])]);
      await mkdir(odd);
      expect((await house.synchronize()).invalid).toMatchObject([{ path: '\ufffd\ufffd' }]);
    }),
  );
});

describe('symbolic links', () => {
  it(
    'to files, to folders and in cycles are reported and never followed',
    { tags: 'folder:links' },
    testInHouse(async (house) => {
      const outside = join(house.root, '..', 'outside');
      await mkdir(outside);
      await writeFile(join(outside, 'secret.yml'), request('Outside'));
      const id = await house.createRest({ name: 'R', folder: 'Users', url: 'http://h/', script: '' });
      await house.synchronize();
      await symlink(join(outside, 'secret.yml'), join(house.root, 'link.yml'));
      await symlink('..', join(house.root, 'users', 'circle'));
      await rename(join(house.root, 'users'), join(outside, 'users'));
      await symlink(join(outside, 'users'), join(house.root, 'users'));
      await unwrapResult(house.application.rest.update({ id, url: 'http://h/changed' }));
      const before = await readFiles(outside);
      const report = await house.synchronize();
      expect(report.invalid.map(({ path }) => path)).toEqual(['link.yml', 'users']);
      expect(await readFiles(outside)).toEqual(before);
      expect(await house.all()).toMatchObject([{ url: 'http://h/changed' }]);
    }),
  );

  it(
    'in place of the folder itself are rejected',
    testInHouse(async (house) => {
      await symlink('/', house.root);
      const refused = await unwrapRefusal(house.application.synchronization.synchronize({}));
      expect(refused).toMatchObject({
        kind: 'folder-unusable',
        reason: 'tandem in it is not a regular folder',
      });
    }),
  );
});

describe('names in the app', () => {
  it(
    'are read back from the maximum depth',
    testInHouse(async (house) => {
      const folder = Array.from({ length: deepestFolder }, (_, n) => `f${n}`).join('/');
      const id = await house.createRest({ name: 'R', folder, url: 'http://h/', script: '' });
      await house.synchronize();
      await house.edit(`${folder}/r.yml`, 'http://h/', 'http://h/changed');
      expect(await house.synchronize()).toMatchObject({ pulled: [`${folder}/r.yml`], invalid: [] });
      expect(await house.get(id)).toMatchObject({ folder, url: 'http://h/changed' });
    }),
  );

  it(
    'never lead outside the folder or to a name that a system reserves',
    testInHouse(async (house) => {
      const odd = [
        '../../x',
        '..',
        '/etc/passwd',
        'a\0b',
        'CON',
        'con.txt',
        'folder',
        'opencollection',
        'x'.repeat(500),
        '🚲',
        'ß',
        'e\u0301',
        '\u00e9',
      ];
      for (const name of odd) await house.createRest({ name, folder: name, url: 'http://h/', script: '' });
      await house.synchronize();
      const paths = Object.keys(await house.files()).filter((path) => path.endsWith('.yml'));
      for (const path of paths) expect(path).toMatch(/^(?:[^/\\\0.]{1,80}\/){0,3}[^/\\\0.]{1,80}\.yml$/);
      const names = paths.flatMap((path) => path.replace('.yml', '').split('/'));
      expect(names.filter((name) => /^(?:con|aux|nul)$/i.test(name))).toEqual([]);
      const outside = await readFiles(join(house.root, '..'));
      expect(Object.keys(outside).every((path) => path.startsWith('tandem/'))).toBe(true);
      expect((await house.all()).map(({ name }) => name)).toEqual(odd);
    }),
  );
});

const expectRefusal = async (house: House) => {
  const before = await house.all();
  const refused = await unwrapRefusal(house.application.synchronization.synchronize({}));
  expect(await house.all()).toEqual(before);
  return refused;
};

describe('a folder that cannot be used', () => {
  it(
    'gives a clear error and leaves the database unchanged: the workspace is gone',
    testInHouse(async (house) => {
      await house.synchronize();
      await rename(join(house.root, '..'), `${join(house.root, '..')}-gone`);
      expect(await expectRefusal(house)).toMatchObject({
        kind: 'folder-unusable',
        reason: 'it does not exist',
      });
    }),
  );

  it(
    'gives a clear error and leaves the database unchanged: its format is newer',
    testInHouse(async (house) => {
      await house.synchronize();
      await house.edit('opencollection.yml', 'format: 1', 'format: 2');
      expect(await expectRefusal(house)).toMatchObject({ kind: 'folder-unusable' });
    }),
  );

  it(
    'gives a clear error and leaves the database unchanged: the disk is full',
    testInHouse(async (house) => {
      await house.createRest({ name: 'R', url: 'http://h/', script: '' });
      house.on({
        ...fileOperations,
        writeNew: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      });
      expect(await expectRefusal(house)).toMatchObject({
        kind: 'folder-unusable',
        reason: 'its disk is full',
      });
      house.on(fileOperations);
      expect((await house.synchronize()).written).toContain('r.yml');
    }),
  );
});

it.each([
  ['composed or not', 'cafe\u0301.yml', 'Café', 'café-2.yml'],
  ['in capitals', 'CAFE\u0301.yml', 'Café', 'café-2.yml'],
  ['in letters that capitals write as two', 'strasse.yml', 'Straße', 'straße-2.yml'],
])('a new file never gets a name that some system treats as the same: %s', (_, taken, name, path) =>
  testInHouse(async (house) => {
    await house.write(taken, request('Other'));
    await house.createRest({ name, url: 'http://h/', script: '' });
    expect((await house.synchronize()).written).toContain(path);
    expect(await house.synchronize()).toMatchObject({ written: [], pulled: [] });
  })(),
);
