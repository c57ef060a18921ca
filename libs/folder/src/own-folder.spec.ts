import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import {
  readFiles,
  type TestWorkspace,
  testInFolder,
  testInWorkspace,
  openTestWorkspace,
} from './testing/house.js';

const request = (name: string, more = '') =>
  `info:\n  name: ${name} # theirs\n  type: http\n  seq: 1\n\nhttp:\n  method: GET\n  url: http://h/${name}\n${more}`;

const collection: Readonly<Record<string, string>> = {
  'opencollection.yml':
    'opencollection: 1.0.0 # Bruno wrote this\ninfo:\n  name: Shop\nbundled: false\nextensions:\n  bruno:\n    ignore:\n      - node_modules\n      - dist\n    presets:\n      request:\n        type: http\n',
  'environments/Local.yml': 'name: Local\nvariables:\n  - name: HOST\n    value: http://h\n',
  'users/folder.yml': 'info:\n  name: Users\n  type: folder\n  seq: 1\n',
  'users/get.yml': request('Get', '  auth: inherit\nsettings:\n  timeout: 5000\n'),
  'upload.yml': request(
    'Upload',
    '  body:\n    type: multipart-form\n    data:\n      - name: a\n        type: file\n        value:\n          - files/a.txt\n',
  ),
};

/** Unrelated files next to a collection in a repository. */
const others: Readonly<Record<string, string>> = {
  'docker-compose.yml': 'services:\n  db:\n    image: postgres\n',
  'openapi.yml':
    'openapi: 3.1.0\ninfo:\n  title: Shop\ncomponents:\n  securitySchemes:\n    a:\n      type: http\n',
  'k8s/all.yml': 'kind: Service\n---\nkind: Deployment\n',
  'charts/deploy.yaml': 'name: {{ .Values.name }}\n',
  'src/index.js': 'export {};\n',
  'src/folder.js': 'export {};\n',
  'collection.json': '{}',
  '.github/workflows/ci.yml': request('Hidden'),
  'node_modules/a/get.yml': request('Package'),
  'dist/get.yml': request('Built'),
};

const put = async (root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), text);
  }
};

/** Runs a test in a collection whose manifest is in the workspace's own folder. */
const testInCollection = (
  test: (house: TestWorkspace, path: string) => Promise<void>,
  more: Readonly<Record<string, string | Uint8Array>> = {},
): (() => Promise<void>) =>
  testInFolder(async (folder) => {
    const path = join(folder, 'shop');
    await put(path, { ...collection, ...more });
    await test(await openTestWorkspace(path, 'own'), path);
  });

const nothing = { written: [], merged: [], renamed: [], deleted: [], conflicts: [], invalid: [] };
const namesOf = async (house: TestWorkspace) => (await house.all()).map(({ name }) => name).sort();

describe('a workspace with its manifest in its own folder', { tags: 'folder:own' }, () => {
  it(
    'is imported completely, and nothing is written before something changes',
    testInCollection(async (house, path) => {
      const before = await readFiles(path);
      const report = await house.synchronize();
      expect(report).toMatchObject({ ...nothing, path, warnings: [] });
      expect(report.pulled.toSorted()).toEqual(
        Object.keys(collection)
          .filter((one) => !one.startsWith('open'))
          .sort(),
      );
      expect(await house.synchronize()).toMatchObject({ ...nothing, pulled: [] });
      expect(await readFiles(path)).toEqual(before);
      expect(await namesOf(house)).toEqual(['Get', 'Upload']);
      expect((await house.environments()).map(({ name }) => name)).toEqual(['Local']);
      expect((await unwrapResult(house.store.workspaces.get(house.workspace.id))).name).toBe('Shop');
    }, others),
  );

  it(
    'reports a symbolic link in place of a request script, and imports the other files',
    testInCollection(async (house, path) => {
      await symlink(join(path, 'collection.json'), join(path, 'upload.js'));
      const report = await house.synchronize();
      expect(report.invalid).toMatchObject([
        { path: 'upload.js', message: 'a symbolic link is not followed' },
      ]);
      expect(await namesOf(house)).toContain('Get');
    }, others),
  );

  it.each([
    ['a request', 'linked.yml', '../others/get.yml'],
    ['a request with an extension in upper case', 'linked.YML', '../others/get.yml'],
    ['a folder of requests', 'linked', '../others'],
    ['a folder with requests in subfolders', 'linked', '..'],
    ['an environment', 'environments/linked.yml', '../../others/env.yml'],
    ['an environment in another location', 'users/linked.yml', '../../others/env.yml'],
    ["a folder's document", 'users/folder.yml', '../../others/folder.yml'],
    ['the script of a folder', 'users/folder.js', '../../others/get.js'],
    ['the script of the collection', 'collection.js', '../others/get.js'],
  ])(
    'reports a link to %s as invalid, and imports the other files',
    { tags: 'folder:links' },
    (_, link, target) =>
      testInCollection(async (house, path) => {
        await put(join(path, '../others'), {
          'get.yml': request('Elsewhere'),
          'get.js': 'export const onTest = () => {};\n',
          'env.yml': collection['environments/Local.yml'] ?? '',
          'folder.yml': collection['users/folder.yml'] ?? '',
        });
        await rm(join(path, link), { force: true });
        await symlink(target, join(path, link));
        const report = await house.synchronize();
        expect(report.invalid).toMatchObject([{ path: link, message: 'a symbolic link is not followed' }]);
        expect(await namesOf(house)).toEqual(['Get', 'Upload']);
      }, others)(),
  );

  it(
    'is refused with a clear error if its manifest is a symbolic link, and nothing is written',
    { tags: 'folder:links' },
    testInFolder(async (folder) => {
      const path = join(folder, 'shop');
      await put(path, {
        'get.yml': request('Get'),
        '../manifest.yml': collection['opencollection.yml'] ?? '',
      });
      await symlink('../manifest.yml', join(path, 'opencollection.yml'));
      const house = await openTestWorkspace(path);
      const before = await readFiles(path);
      expect(await unwrapRefusal(house.application.synchronization.synchronize({}))).toMatchObject({
        kind: 'folder-unusable',
        reason:
          'opencollection.yml in it is a symbolic link, which is not followed; put the file itself in its place',
      });
      expect(await readFiles(path)).toEqual(before);
    }),
  );

  it(
    'gets no folders for unrelated directories',
    testInCollection(async (house) => {
      await house.synchronize();
      const { folders } = await unwrapResult(house.application.folders.list({}));
      expect(folders.map(({ path }) => path)).toEqual(['Users']);
    }, others),
  );

  it(
    'gets an id only in the file that the app changes',
    testInCollection(async (house, path) => {
      await house.synchronize();
      const before = await readFiles(path);
      const [get] = (await house.all()).filter(({ name }) => name === 'Get');
      if (get === undefined) throw new Error('there is no such request');
      await unwrapResult(house.application.rest.update({ id: get.id, url: 'http://h/changed' }));
      expect(await house.synchronize()).toMatchObject({ written: ['users/get.yml'], pulled: [] });
      const after = await readFiles(path);
      expect({ ...after, 'users/get.yml': '' }).toEqual({ ...before, 'users/get.yml': '' });
      expect(after['users/get.yml']).toContain(`x-tandem:\n  id: ${get.id}\n`);
      expect(after['users/get.yml']?.replace(/x-tandem:\n.*\n/, '')).toBe(
        before['users/get.yml']?.replace('http://h/Get', 'http://h/changed'),
      );
      expect(await house.synchronize()).toMatchObject({ ...nothing, pulled: [] });
    }, others),
  );

  it(
    'keeps an entity when its file changes, even if the file has no id',
    testInCollection(async (house) => {
      await house.synchronize();
      const ids = (await house.all()).map(({ id }) => id).sort();
      await house.edit('users/get.yml', 'http://h/Get', 'http://h/other');
      expect(await house.synchronize()).toMatchObject({ ...nothing, pulled: ['users/get.yml'] });
      expect((await house.all()).map(({ id }) => id).sort()).toEqual(ids);
    }),
  );

  it(
    'keeps the file paths of its requests unchanged',
    testInCollection(async (house) => {
      await house.synchronize();
      const upload = (await house.all()).find(({ name }) => name === 'Upload');
      expect(upload?.body).toMatchObject({ parts: [{ name: 'a', file: 'files/a.txt' }] });
      await house.createRest({ name: 'Sends', body: { type: 'binary', file: 'files/b.bin' } });
      await house.synchronize();
      expect(await house.read('sends.yml')).toContain('filePath: files/b.bin');
    }),
  );

  it(
    'gets files of new requests next to the others, but no notes for agents',
    testInCollection(async (house, path) => {
      await house.synchronize();
      const before = Object.keys(await readFiles(path));
      await house.createRest({ name: 'New', folder: 'dist' });
      expect((await house.synchronize()).written.toSorted()).toEqual(
        ['dist-2/folder.yml', 'dist-2/new.js', 'dist-2/new.yml'].toSorted(),
      );
      expect(Object.keys(await readFiles(path)).filter((one) => !before.includes(one))).toHaveLength(3);
      expect(await house.synchronize()).toMatchObject({ ...nothing, pulled: [] });
    }),
  );
});

describe('unread files next to a collection', { tags: 'folder:own' }, () => {
  it(
    'are reported if they may be requests',
    testInCollection(
      async (house, path) => {
        await symlink('/etc/hosts', join(path, 'linked.yml'));
        await symlink('/etc', join(path, 'etc'));
        const { warnings, invalid } = await house.synchronize();
        expect(invalid).toEqual([]);
        expect(warnings.map(({ code, path: file }) => [code, file]).sort()).toEqual([
          ['notRead', 'latin.yml'],
          ['notRead', 'linked.yml'],
          ['notRead', 'stream.yml'],
        ]);
      },
      {
        'latin.yml': Buffer.from([0x61, 0xff]),
        'stream.yml': 'info:\n  name: Stream\n  type: grpc\ngrpc:\n  url: h\n',
        'src/logo.js': Buffer.from([0xff]),
      },
    ),
  );

  it(
    'are errors if they are invalid requests, and imported requests stay',
    testInCollection(async (house) => {
      await house.synchronize();
      await house.write('users/get.yml', request('Get').replace('info:', 'info: ['));
      await house.write('broken.yml', request('Broken').replace('url:', 'url: ['));
      const { invalid, deleted } = await house.synchronize();
      expect(invalid.map(({ path }) => path).sort()).toEqual(['broken.yml', 'users/get.yml']);
      expect(deleted).toEqual([]);
      expect(await namesOf(house)).toEqual(['Get', 'Upload']);
    }),
  );

  it(
    'delete no request if its directory was replaced by a link',
    testInCollection(async (house, path) => {
      await house.synchronize();
      await rename(join(path, 'users'), join(path, '..', 'users'));
      await symlink(join(path, '..', 'users'), join(path, 'users'));
      const { invalid, deleted } = await house.synchronize();
      expect([invalid.map((one) => one.path), deleted]).toEqual([['users'], []]);
      expect(await namesOf(house)).toEqual(['Get', 'Upload']);
    }),
  );
});

describe('a manifest that appears or disappears', { tags: 'folder:own:missing' }, () => {
  it(
    'prevents deletions and writes while it is missing, even if other files are gone',
    testInCollection(async (house, path) => {
      await house.synchronize();
      await rename(join(path, 'opencollection.yml'), join(path, 'kept'));
      await rm(join(path, 'upload.yml'));
      await house.createRest({ name: 'New' });
      const before = await readFiles(path);
      const report = await house.synchronize();
      expect(report).toMatchObject({ ...nothing, pulled: [], path });
      expect(report.warnings).toMatchObject([{ code: 'manifestMissing' }]);
      expect(await readFiles(path)).toEqual(before);
      await rename(join(path, 'kept'), join(path, 'opencollection.yml'));
      expect(await house.synchronize()).toMatchObject({ deleted: ['upload.yml'], warnings: [] });
      expect(await namesOf(house)).toEqual(['Get', 'New']);
    }),
  );

  it(
    'prevents imports of new files while it cannot be read, because the directories to ignore are unknown',
    testInCollection(async (house) => {
      await house.synchronize();
      const text = await house.read('opencollection.yml');
      await house.write('opencollection.yml', text.replace('info:', 'info: ['));
      await house.write('new.yml', request('New'));
      const report = await house.synchronize();
      expect(report).toMatchObject({ written: [], pulled: [], deleted: [] });
      expect(report.invalid).toMatchObject([{ path: 'opencollection.yml' }]);
      await house.write('opencollection.yml', text);
      expect(await house.synchronize()).toMatchObject({ ...nothing, pulled: ['new.yml'] });
    }, others),
  );

  it(
    'is not searched for in tandem/ after the folder itself was synchronized',
    testInCollection(async (house, path) => {
      await house.synchronize();
      await put(path, {
        'tandem/opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Other\n',
        'tandem/a.yml': request('A'),
      });
      const report = await house.synchronize();
      expect(report).toMatchObject({ ...nothing, pulled: [], path });
      expect(report.warnings).toMatchObject([{ code: 'notRead', path: 'tandem' }]);
    }),
  );

  it(
    'changes nothing if it is next to tandem/ and the workspace has its files in tandem/',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'A' });
      await house.synchronize();
      const path = join(house.root, '..');
      await put(path, collection);
      expect(await house.synchronize()).toMatchObject({ ...nothing, pulled: [], path: house.root });
      await rename(join(house.root, 'opencollection.yml'), join(house.root, 'kept'));
      expect(await house.synchronize()).toMatchObject({ deleted: [], pulled: [], path: house.root });
      expect(await namesOf(house)).toEqual(['A']);
    }),
  );

  it(
    'is not read by a new workspace if it is next to tandem/ with its files',
    testInFolder(async (folder) => {
      const path = join(folder, 'shop');
      await put(path, {
        ...collection,
        'tandem/opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: T\n',
      });
      const house = await openTestWorkspace(path);
      expect(await house.synchronize()).toMatchObject({ pulled: [], path: join(path, 'tandem') });
    }),
  );

  it(
    'makes the folder a collection if the workspace has no files yet',
    testInFolder(async (folder) => {
      const path = join(folder, 'shop');
      await mkdir(path);
      const house = await openTestWorkspace(path);
      await put(path, {
        ...collection,
        'opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: shop\n',
      });
      expect(await house.synchronize()).toMatchObject({ path, conflicts: [], deleted: [] });
      expect(await namesOf(house)).toEqual(['Get', 'Upload']);
      expect(await readFile(join(path, 'users/get.yml'), 'utf8')).toBe(collection['users/get.yml']);
    }),
  );
});
