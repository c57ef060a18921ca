import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const before = "pm.environment.set('a', 1);\n\n  // ${x} ''' done";

describe('Postman scripts in files', { tags: 'foreign:kept' }, () => {
  it(
    'are stored under a key of our own, because Bruno would run them under its keys',
    testInWorkspace(async (house) => {
      const foreign = { dialect: 'postman', beforeRequest: before, tests: 'first();' } as const;
      const id = await house.createRest({ name: 'A', foreign });
      await house.synchronize();
      const text = await house.read('a.yml');
      expect(text).toMatch(/^x-tandem:\n[^]*foreign:\n {4}dialect: postman\n {4}beforeRequest: \|-\n/m);
      await house.write('a.yml', text.replace('first();', 'second();'));
      await house.synchronize();
      expect((await unwrapResult(house.application.rest.get({ id }))).foreign).toEqual({
        ...foreign,
        tests: 'second();',
      });
      await unwrapResult(house.application.rest.update({ id, foreign: null }));
      await house.synchronize();
      expect(await house.read('a.yml')).not.toContain('foreign');
    }),
  );

  it(
    'can belong to folders and the workspace',
    testInWorkspace(async (house) => {
      const foreign = { dialect: 'postman', tests: 'first();' } as const;
      await unwrapResult(house.application.folders.create({ path: 'F', foreign }));
      await unwrapResult(house.application.folders.update({ id: '', foreign }));
      await house.synchronize();
      for (const file of ['f/folder.yml', 'opencollection.yml']) {
        const text = await house.read(file);
        expect(text).toContain('dialect: postman');
        await house.write(file, text.replace('first();', 'second();'));
      }
      await house.synchronize();
      for (const id of ['F', ''])
        expect((await unwrapResult(house.application.folders.get({ id }))).folder.foreign).toEqual({
          ...foreign,
          tests: 'second();',
        });
    }),
  );

  it(
    'are an error if their tool is unknown',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'A', foreign: { dialect: 'postman', tests: 'a' } });
      await house.synchronize();
      const text = await house.read('a.yml');
      await house.write('a.yml', text.replace('dialect: postman', 'dialect: insomnia'));
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'a.yml', message: expect.stringContaining('dialect must be postman') as string },
      ]);
    }),
  );
});

const file = `info:
  name: A
  type: http
http:
  method: GET
  url: http://h
runtime:
  scripts:
    - type: before-request # of the team
      code: |-
        bru.setVar('a', 1); // one
    - type: hooks
      code: theirs();
    - type: tests
      code: first();
  assertions:
    - expression: res.status
      operator: eq
      value: 200
      description: it is there
    - expression: res.body
      operator: isJson
      disabled: true
  actions:
    - type: set-variable
      phase: after-response
      selector: { expression: res.body.token, method: jsonq }
      variable: { name: token, scope: request }
    - type: set-variable
      phase: before-request
      selector: { expression: '1', method: jsonq }
      variable: { name: other, scope: runtime }
  variables:
    - name: own
      value: x
`;

const foreign = {
  dialect: 'bruno',
  beforeRequest: "bru.setVar('a', 1); // one",
  tests: 'first();',
  assertions: [
    { name: 'res.status', value: 'eq 200', enabled: true },
    { name: 'res.body', value: 'isJson', enabled: false },
  ],
  variables: [{ name: 'token', value: 'res.body.token', enabled: true }],
} as const;

describe('Bruno scripts in files', { tags: 'foreign:bruno:kept' }, () => {
  it(
    "are read from Bruno's keys, and written back to them",
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'B' });
      await house.synchronize();
      await house.write('a.yml', file);
      await house.synchronize();
      const { requests } = await unwrapResult(house.application.rest.list({ take: 10 }));
      const id = requests.find(({ name }) => name === 'A')?.id ?? '';
      expect((await unwrapResult(house.application.rest.get({ id }))).foreign).toEqual(foreign);
      const before = await house.read('a.yml');
      expect(before.startsWith(file)).toBe(true);

      const assertions = [
        { name: 'res.status', value: 'lt 300', enabled: true },
        { name: 'res.body', value: 'isJson', enabled: true },
        { name: 'res.body.a', value: '12', enabled: true },
      ];
      await unwrapResult(
        house.application.rest.update({ id, foreign: { ...foreign, assertions, tests: 'second();' } }),
      );
      await house.synchronize();
      const changed = file
        .replace('first();', 'second();')
        .replace('operator: eq\n      value: 200', "operator: lt\n      value: '300'")
        .replace(
          'isJson\n      disabled: true\n',
          "isJson\n    - expression: res.body.a\n      operator: '12'\n",
        );
      expect((await house.read('a.yml')).replaceAll('"', "'")).toBe(before.replace(file, changed));
    }),
  );

  it(
    'leave keys that only Bruno knows in the file when they are removed',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'B' });
      await house.synchronize();
      await house.write('a.yml', file);
      await house.synchronize();
      const { requests } = await unwrapResult(house.application.rest.list({ take: 10 }));
      const id = requests.find(({ name }) => name === 'A')?.id ?? '';
      await unwrapResult(house.application.rest.update({ id, foreign: null }));
      await house.synchronize();
      const text = await house.read('a.yml');
      expect(text).toContain('theirs();');
      expect(text).toContain('name: other');
      expect(text).not.toMatch(/first|res\.status|name: token/);
    }),
  );

  it(
    'can belong to folders and the workspace',
    testInWorkspace(async (house) => {
      await unwrapResult(
        house.application.folders.create({ path: 'F', foreign: { dialect: 'bruno', tests: 'first();' } }),
      );
      await unwrapResult(
        house.application.folders.update({ id: '', foreign: { dialect: 'bruno', tests: 'first();' } }),
      );
      await house.synchronize();
      for (const name of ['f/folder.yml', 'opencollection.yml']) {
        const text = await house.read(name);
        expect(text).toMatch(/^request:\n {2}scripts:\n {4}- type: tests\n {6}code: first\(\);\n/m);
        await house.write(name, text.replace('first();', 'second();'));
      }
      await house.synchronize();
      for (const id of ['F', ''])
        expect((await unwrapResult(house.application.folders.get({ id }))).folder.foreign).toEqual({
          dialect: 'bruno',
          tests: 'second();',
        });
    }),
  );

  it(
    'stay when the file also has Postman scripts',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'A', foreign: { dialect: 'postman', tests: 'pm;' } });
      await house.synchronize();
      const text = await house.read('a.yml');
      const both = text.replace(
        'x-tandem:',
        'runtime:\n  scripts:\n    - type: tests\n      code: theirs();\nx-tandem:',
      );
      await house.write('a.yml', both);
      await house.synchronize();
      await unwrapResult(
        house.application.rest.update({ id, foreign: { dialect: 'postman', tests: 'pm.test;' } }),
      );
      await house.synchronize();
      expect(await house.read('a.yml')).toBe(both.replace('pm;', 'pm.test;'));
      const { foreign: kept } = await unwrapResult(house.application.rest.get({ id }));
      expect(kept).toEqual({ dialect: 'postman', tests: 'pm.test;' });
    }),
  );
});

const manifestScripts = 'ws_0123456789abcdef';

const manifest = (name: string) =>
  `opencollection: "1.0.0"\ninfo:\n  name: ${name}\nextensions:\n  tandem:\n    format: "1"\n    id: ${manifestScripts}\n`;

const nameOf = async ({ store, workspace }: TestWorkspace) =>
  (await unwrapResult(store.workspaces.get(workspace.id))).name;

const path = 'opencollection.yml';

describe('a manifest that was written for another workspace', () => {
  it(
    'causes a conflict about the name, and each side keeps its name until that is resolved',
    testInWorkspace(async (house) => {
      await house.write(path, manifest('Other'));
      const name = await nameOf(house);
      for (const _ of [1, 2, 3]) {
        const report = await house.synchronize();
        expect(report.conflicts).toMatchObject([{ kind: 'workspace', field: 'name', theirs: 'Other' }]);
        expect(report).toMatchObject({ pulled: [], merged: [], deleted: [] });
        expect(await house.read(path)).toBe(manifest('Other'));
        expect(await nameOf(house)).toBe(name);
      }
      await house.resolve({ id: house.workspace.id, field: 'name', take: 'theirs' });
      expect(await nameOf(house)).toBe('Other');
      expect(await house.synchronize()).toMatchObject({ conflicts: [], written: [], pulled: [] });
      expect(await house.read(path)).toBe(manifest('Other'));
    }),
  );

  it(
    'is imported once when its name changes, and keeps its id',
    testInWorkspace(async (house) => {
      await house.write(path, manifest(await nameOf(house)));
      expect(await house.synchronize()).toMatchObject({ conflicts: [], pulled: [] });
      await house.write(path, manifest('Renamed'));
      expect(await house.synchronize()).toMatchObject({ pulled: [path], conflicts: [], deleted: [] });
      expect(await nameOf(house)).toBe('Renamed');
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [], deleted: [] });
      expect(await house.read(path)).toBe(manifest('Renamed'));
    }),
  );

  it(
    'stays unchanged while it cannot be read',
    testInWorkspace(async (house) => {
      const broken = manifest('Other').replace('info:', 'info: [');
      await house.write(path, broken);
      for (const _ of [1, 2]) expect((await house.synchronize()).invalid).toMatchObject([{ path }]);
      expect(await house.read(path)).toBe(broken);
    }),
  );
});

describe('a memory that contains two manifests', () => {
  it(
    'forgets the manifest of the other workspace, and the file stays',
    testInWorkspace(async (house) => {
      await house.write(path, manifest(await nameOf(house)));
      await house.synchronize();
      const { id } = house.workspace;
      const { bases } = await unwrapResult(house.store.folderMemories.get(id));
      const own = bases.find(({ kind }) => kind === 'workspace');
      if (!own) throw new Error('the manifest is not remembered');
      const put = [{ ...own, id: manifestScripts, fields: '{"name":"Other"}' }];
      await unwrapResult(house.store.folderMemories.change(id, { put, forget: [], removals: [] }));
      for (const _ of [1, 2])
        expect(await house.synchronize()).toMatchObject({
          written: [],
          pulled: [],
          deleted: [],
          conflicts: [],
        });
      expect(await house.read(path)).toBe(manifest(await nameOf(house)));
      const left = await unwrapResult(house.store.folderMemories.get(id));
      expect(left.bases.filter(({ kind }) => kind === 'workspace')).toMatchObject([{ id }]);
    }),
  );
});
