import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxFolderDepth } from '@tandem/core';
import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { fileOperations } from './files/operations.js';
import { type TestWorkspace, layouts, readFiles, testInWorkspace } from './testing/house.js';

const request = (name: string, more = '') =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  url: http://h/\n${more}`;

/** A YAML bomb of nine levels with ten aliases each. */
const bomb = [
  'a: &a x',
  ...Array.from('bcdefghij').map(
    (key, n) => `${key}: &${key} [${Array(10).fill(`*${'abcdefghi'[n]}`).join(',')}]`,
  ),
].join('\n');

const bad: readonly (readonly [string, string | Uint8Array, RegExp, number, number])[] = [
  ['YAML that cannot be parsed', 'info:\n  name: "open\nhttp: [', /./, 3, 8],
  ['a repeated key', 'info:\n  name: a\n  name: b\n', /unique/, 3, 3],
  [
    'a second document',
    `${request('a')}---\ninfo:\n`,
    /^the file holds more than one document; keep one$/,
    6,
    1,
  ],
  ['a request of an unknown kind', 'info:\n  name: a\n  type: grpc\n', /grpc/, 3, 9],
  [
    'a method that is not a token',
    'info:\n  name: a\n  type: http\nhttp:\n  method: G T\n',
    /^http\.method must be an HTTP method such as GET/,
    5,
    11,
  ],
  ['a missing name', 'info:\n  type: http\n', /no name/, 1, 1],
  ['a YAML bomb', `${request('a')}${bomb}\n`, /alias/, 1, 1],
  ['conflict markers of git', `a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> theirs\n`, /git/, 2, 1],
  [
    'bytes that are not UTF-8',
    Buffer.concat([Buffer.from('info:\n  name: '), Buffer.from([0xff, 0xfe])]),
    /UTF-8/,
    2,
    9,
  ],
];

describe('a file that cannot be read', () => {
  it.each(bad)(
    'is reported with its line and column, and stays unchanged: %s',
    (_, text, message, line, column) =>
      testInWorkspace(async (house) => {
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
    'is reported if its extension is in upper case, and its entity stays',
    testInWorkspace(async (house) => {
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
    'keeps its entity even if the file was moved too',
    { tags: 'folder:invalid' },
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'Kept', url: 'http://h/', script: '' });
      await house.synchronize();
      await house.edit('kept.yml', 'info:', 'info: [');
      await rename(join(house.root, 'kept.yml'), join(house.root, 'elsewhere.yml'));
      expect((await house.synchronize()).invalid).toMatchObject([{ path: 'elsewhere.yml' }]);
      expect(await house.get(id)).toMatchObject({ name: 'Kept' });
    }),
  );

  it(
    'is refused before it is read if it has 100 MB',
    testInWorkspace(async (house) => {
      await house.synchronize();
      await house.write('huge.yml', '');
      await truncate(join(house.root, 'huge.yml'), 100_000_000);
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'huge.yml', message: 'it has more than 2.5 MB' },
      ]);
    }),
  );

  it(
    'is skipped without waiting if it is a named pipe',
    testInWorkspace(async (house) => {
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
    testInWorkspace(async (house) => {
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
    'is reported if it belongs to a folder or a file, and other files are imported',
    { tags: 'folder:invalid' },
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'R', url: 'http://h/', script: '' });
      await house.synchronize();
      await house.edit('r.yml', 'http://h/', 'http://h/changed');
      // The directory listing simulates the name, because some systems refuse to create it.
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
    'is reported if the file system refuses it',
    testInWorkspace(async (house) => {
      await house.synchronize();
      const odd = Buffer.concat([Buffer.from(`${house.root}/`), Buffer.from([0xff, 0xfe])]);
      await mkdir(odd);
      expect((await house.synchronize()).invalid).toMatchObject([{ path: '\ufffd\ufffd' }]);
    }),
  );
});

describe('symbolic links', () => {
  it(
    'are reported and never followed, whether they point to files, folders or each other',
    { tags: 'folder:links' },
    testInWorkspace(async (house) => {
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
    'are refused as the data folder',
    testInWorkspace(async (house) => {
      await symlink('/', house.root);
      const refused = await unwrapRefusal(house.application.synchronization.synchronize({}));
      expect(refused).toMatchObject({
        kind: 'folder-unusable',
        reason: 'tandem in it is not a regular folder',
      });
    }),
  );
});

describe('names of requests and folders in the app', () => {
  it(
    'are read back from folders at the maximum depth',
    testInWorkspace(async (house) => {
      const folder = Array.from({ length: maxFolderDepth }, (_, n) => `f${n}`).join('/');
      const id = await house.createRest({ name: 'R', folder, url: 'http://h/', script: '' });
      await house.synchronize();
      await house.edit(`${folder}/r.yml`, 'http://h/', 'http://h/changed');
      expect(await house.synchronize()).toMatchObject({ pulled: [`${folder}/r.yml`], invalid: [] });
      expect(await house.get(id)).toMatchObject({ folder, url: 'http://h/changed' });
    }),
  );

  it(
    'never create a file outside the folder or with a reserved name',
    testInWorkspace(async (house) => {
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

const expectRefusal = async (house: TestWorkspace) => {
  const before = await house.all();
  const refused = await unwrapRefusal(house.application.synchronization.synchronize({}));
  expect(await house.all()).toEqual(before);
  return refused;
};

describe('a folder that cannot be used', () => {
  it(
    'causes a clear error and leaves the database unchanged: the workspace is gone',
    testInWorkspace(async (house) => {
      await house.synchronize();
      await rename(join(house.root, '..'), `${join(house.root, '..')}-gone`);
      expect(await expectRefusal(house)).toMatchObject({
        kind: 'folder-unusable',
        reason: 'it does not exist',
      });
    }),
  );

  it(
    'causes a clear error and leaves the database unchanged: its format is newer',
    testInWorkspace(async (house) => {
      await house.synchronize();
      await house.edit('opencollection.yml', 'format: 1', 'format: 2');
      expect(await expectRefusal(house)).toMatchObject({ kind: 'folder-unusable' });
    }),
  );

  it(
    'causes a clear error and leaves the database unchanged: the disk is full',
    testInWorkspace(async (house) => {
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
])('a new file never gets a name that a file system treats as an existing name: %s', (_, taken, name, path) =>
  testInWorkspace(async (house) => {
    await house.write(taken, request('Other'));
    await house.createRest({ name, url: 'http://h/', script: '' });
    expect((await house.synchronize()).written).toContain(path);
    expect(await house.synchronize()).toMatchObject({ written: [], pulled: [] });
  })(),
);

const formatRequest = (name: string, more = '') =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1/${more}\n`;

const manifest = 'opencollection: "1.0.0"\ninfo:\n  name: N\n';
const environment = 'name: dev\nvariables:\n  - name: a\n    value: b\n';
const script = 'export function onTest() {}\n';

/** Files that look like parts of a collection, each with the message that is reported about it. */
const files: readonly [path: string, text: string | Uint8Array, message: RegExp][] = [
  ['upper.YML', formatRequest('upper'), /extension must be in lower case/],
  ['environments/dev.YAML', environment, /extension must be in lower case/],
  ['good.JS', script, /extension must be in lower case/],
  ['old.bru', 'meta {\n  name: x\n}\n', /tandem import/],
  ['orphan.js', script, /orphan\.yml is missing/],
  ['soap.yml', 'info:\n  name: u\n  type: soap\nsoap:\n  url: x\n', /info\.type is "soap"/],
  ['socket.yml', 'info:\n  name: w\n  type: websocket\nwebsocket:\n  url: ws://h\n', /websocket/],
  ['untyped.yml', 'info:\n  name: t\nhttp:\n  method: GET\n', /info\.type is ""/],
  ['no-info.yml', formatRequest('x').slice(formatRequest('x').indexOf('http:')), /info/],
  ['capital.yml', formatRequest('x').replace('info:', 'Info:'), /info/],
  ['bad.yml', formatRequest('bad').replace('url: ', 'url: "'), /./],
  ['no-map.yml', 'info:\n : : [\n', /mappings/],
  ['latin.yml', new Uint8Array([...new TextEncoder().encode(formatRequest('latin')), 0xe9, 10]), /not UTF-8/],
  ['nested/opencollection.yml', manifest, /manifest of another collection/],
  ['folder.yml', 'info:\n  name: Root\n  type: folder\n', /describes no folder/],
  ['sub/other.yml', 'info:\n  name: Sub\n  type: folder\n', /folder/],
  ['environments/sub/dev.yml', environment, /environment|info\.type/],
  ['dev.yml', environment, /environment|info\.type/],
];

const writeGoodFiles = async (house: TestWorkspace) => {
  await house.write('opencollection.yml', manifest);
  await house.write('good.yml', formatRequest('good'));
};

describe.each(layouts)('a synchronization in the layout %s', (layout) => {
  it.each(files)(
    'reports the file %s and imports other files',
    { tags: 'folder:overlooked' },
    (path, text, message) =>
      testInWorkspace(async (house) => {
        await writeGoodFiles(house);
        await house.write(path, text);
        const { invalid, warnings } = await house.synchronize();
        const named = [...invalid, ...warnings].filter((one) => one.path === path);
        expect(named).toMatchObject([{ message: expect.stringMatching(message) as string }]);
        expect((await house.all()).map(({ name }) => name)).toEqual(['good']);
      }, layout)(),
  );

  it.each([
    ['flow.yml', '{info: {name: flow, type: http}, http: {method: GET, url: "http://127.0.0.1/"}}\n'],
    [
      'marked.yml',
      '# a note\n---\n{info: {name: flow, type: http}, http: {method: GET, url: "http://a/"}}\n',
    ],
    ['indented.yml', formatRequest('flow').replaceAll(/^/gm, '  ').trimEnd()],
    ['bom.yml', `\ufeff${formatRequest('flow')}`],
    ['long.yaml', formatRequest('flow')],
  ])('imports the request %s in any YAML notation', { tags: 'folder:overlooked' }, (path, text) =>
    testInWorkspace(async (house) => {
      await writeGoodFiles(house);
      await house.write(path, text);
      expect(await house.synchronize()).toMatchObject({ invalid: [], warnings: [] });
      expect((await house.all()).map(({ name }) => name).sort()).toEqual(['flow', 'good']);
    }, layout)(),
  );

  it(
    'reports a manifest that cannot be parsed, with its line',
    { tags: 'folder:overlooked' },
    testInWorkspace(async (house) => {
      await house.write('opencollection.yml', 'info:\n : : [\n');
      await house.write('good.yml', formatRequest('good'));
      const { invalid } = await house.synchronize();
      expect(invalid).toMatchObject([{ path: 'opencollection.yml', line: 2 }]);
    }, layout),
  );
});

it(
  'files of other programs next to a collection are ignored without a warning',
  { tags: 'folder:overlooked' },
  testInWorkspace(async (house) => {
    await writeGoodFiles(house);
    await house.write('ci.yml', 'name: CI\non: push\nvariables:\n  A: b\njobs: {}\n');
    await house.write('api.yml', 'openapi: 3.0.0\ninfo:\n  title: T\n  version: "1"\npaths: {}\n');
    await house.write('proxy.yml', 'http:\n  routers:\n    a:\n      rule: Host(`a`)\n');
    await house.write('indented.yml', '  http: true\n  routes: none\n');
    await house.write('compose.yaml', '{"services": {"a": {"image": "x"}}}\n');
    await house.write('main.js', 'export const main = () => 1;\n');
    await house.write('template.yml', '{{- if .Values.x }}\nname: {{ .name }}\n{{- end }}\n');
    expect(await house.synchronize()).toMatchObject({ invalid: [], warnings: [] });
    expect(await unwrapResult(house.store.environments.list(house.workspace.id))).toEqual([]);
  }, 'own'),
);

const markers = 'info:\n<<<<<<< HEAD\n  name: A\n=======\n  name: B\n>>>>>>> theirs\n  type: folder\n';

describe('a folder.yml that cannot be read', () => {
  it.each([
    ['conflict markers of git', markers],
    ['YAML that cannot be parsed', 'info: [\n'],
    ['a missing name', 'info:\n  type: folder\n'],
    ['bytes that are not UTF-8', Buffer.from([0x69, 0xff])],
    ['more content than a file may have', `# ${'x'.repeat(2_600_000)}\n`],
  ])('is reported, and its requests stay in their folder: %s', (_, text) =>
    testInWorkspace(async (house) => {
      const id = await house.createRest({
        name: 'R',
        folder: 'My users/Old ones',
        url: 'http://h/',
        script: '',
      });
      const outer = await house.createRest({ name: 'O', folder: 'My users', url: 'http://h/', script: '' });
      await house.synchronize();
      await house.write('my-users/folder.yml', text);
      const report = await house.synchronize();
      expect(report.invalid).toMatchObject([{ path: 'my-users/folder.yml' }]);
      expect(report).toMatchObject({ pulled: [], written: [], renamed: [], deleted: [], conflicts: [] });
      expect(await house.get(id)).toMatchObject({ folder: 'My users/Old ones' });
      await unwrapResult(house.application.rest.update({ id: outer, url: 'http://h/2' }));
      await house.createRest({ name: 'New', folder: 'My users', url: 'http://h/', script: '' });
      expect(await house.synchronize()).toMatchObject({
        written: ['my-users/o.yml', 'my-users/new.yml'],
        pulled: [],
      });
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [] });
    })(),
  );
});

const formatRequestWith = (more: string, auth = '') =>
  `info:\n  name: R\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1/\n${auth}${more}`;
const folder = (more: string) => `info:\n  name: f\n  type: folder\nrequest:\n${more}`;

const settings: readonly [line: string, message: string][] = [
  ['timeout: soon', 'timeout must be a whole number or inherit'],
  ['maxRedirects: -1', 'maxRedirects must be a whole number or inherit'],
  ['followRedirects: 7', 'followRedirects must be true, false or inherit'],
  ['cookies: maybe', 'cookies must be true, false or inherit'],
  ['maxAge: 5x', 'maxAge must be a time such as 30s, 15m, 2h or 1d'],
  ['tls: [verify]', 'tls must be a map'],
  ['tls: { verify: maybe }', 'tls.verify must be true, false or inherit'],
];

describe('a value with an unexpected shape', { tags: 'folder:invalid' }, () => {
  it.each(settings)(
    'is an error in a request and a folder, for example in the setting %s',
    async (line, message) => {
      await testInWorkspace(async (house) => {
        await house.write('r.yml', formatRequestWith(`settings:\n  ${line}\n`));
        await house.write('f/folder.yml', folder(`  settings:\n    http:\n      ${line}\n`));
        expect((await house.synchronize()).invalid).toMatchObject([
          {
            path: 'f/folder.yml',
            line: 7,
            message: expect.stringContaining(`request.settings.http.${message}`) as string,
          },
          { path: 'r.yml', line: 8, message: expect.stringContaining(`settings.${message}`) as string },
        ]);
        expect(await house.read('r.yml')).toContain(line);
      })();
    },
  );

  it(
    'is an error if it is a list instead of an auth',
    testInWorkspace(async (house) => {
      await house.write('r.yml', formatRequestWith('', '  auth:\n    - bearer\n'));
      await house.write('f/folder.yml', folder('  auth:\n    - bearer\n'));
      const message = expect.stringContaining('auth must be inherit or a map') as string;
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'f/folder.yml', line: 6, message },
        { path: 'r.yml', line: 8, message },
      ]);
    }),
  );

  it(
    'is an error if it is something other than a path in a dependency, or a list as a proxy host',
    testInWorkspace(async (house) => {
      await house.synchronize();
      await house.write('r.yml', formatRequestWith('x-tandem:\n  needs:\n    - id: r\n'));
      const manifest = await house.read('opencollection.yml');
      await house.write(
        'opencollection.yml',
        `${manifest}config:\n  proxy:\n    inherit: false\n    config:\n      hostname: [a]\n`,
      );
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'opencollection.yml', message: expect.stringContaining('hostname must be text') as string },
        {
          path: 'r.yml',
          message: expect.stringContaining('x-tandem.needs must be a list of text') as string,
        },
      ]);
    }),
  );

  it(
    'is not an error if Bruno writes it, such as inherit or a missing timeout',
    testInWorkspace(async (house) => {
      const ofBruno =
        'settings:\n  encodeUrl: inherit\n  timeout: 0\n  followRedirects: inherit\n  maxRedirects: inherit\n  maxAge: inherit\n  http: inherit\n';
      await house.write('r.yml', formatRequestWith(ofBruno));
      expect(await house.synchronize()).toMatchObject({ invalid: [], warnings: [] });
      const { requests } = await unwrapResult(house.application.rest.list({ take: 1 }));
      expect((await unwrapResult(house.application.rest.get({ id: requests[0]!.id }))).settings).toEqual({});
      expect(await house.read('r.yml')).toContain(ofBruno);
    }),
  );
});
