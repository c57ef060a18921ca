import type { RestRequest } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const nothing = { written: [], pulled: [], merged: [], conflicts: [], invalid: [], warnings: [] };

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

const all = {
  headers: [pair('x-team', '{{team}}'), pair('x-off', '1', false)],
  auth: { type: 'bearer', token: '{{token}}' },
  variables: [pair('team', 'blue')],
  settings: { timeoutMs: 5_000, followRedirects: false, http: '2', cookies: false, tls: { verify: false } },
} as const;

const request = `request:
  headers:
    - name: x-team
      value: "{{team}}"
    - name: x-off
      value: "1"
      disabled: true
  auth:
    type: bearer
    token: "{{token}}"
  variables:
    - name: team
      value: blue
  settings:
    http:
      timeout: 5000
      followRedirects: false
      http: "2"
      cookies: false
      tls:
        verify: false
`;

const folderAt = async ({ application }: TestWorkspace, id: string) =>
  (await unwrapResult(application.folders.get({ id }))).folder;

const findOnlyRequest = async (house: TestWorkspace): Promise<RestRequest> => {
  const [one] = await house.all();
  if (one === undefined) throw new Error('the request was not read');
  return one;
};

describe('the auth of a folder', { tags: ['inherit:files', 'inherit:auth:none'] }, () => {
  it(
    'is None if the file says none, and Inherit if the file has no auth',
    testInWorkspace(async (house) => {
      const { id } = await unwrapResult(house.application.folders.create({ path: 'Users' }));
      expect(await folderAt(house, id)).toMatchObject({ auth: { type: 'inherit' } });
      await house.synchronize();
      expect(await house.read('users/folder.yml')).not.toContain('auth');
      await unwrapResult(house.application.folders.update({ id, auth: { type: 'none' } }));
      await house.synchronize();
      expect(await house.read('users/folder.yml')).toContain('request:\n  auth: none\n');
      expect(await house.synchronize()).toMatchObject(nothing);
      await house.edit('users/folder.yml', 'request:\n  auth: none\n', '');
      await house.synchronize();
      expect(await folderAt(house, id)).toMatchObject({ auth: { type: 'inherit' } });
      await house.edit('users/folder.yml', 'x-tandem:', 'request:\n  auth: none\nx-tandem:');
      await house.synchronize();
      expect(await folderAt(house, id)).toMatchObject({ auth: { type: 'none' } });
    }),
  );
});

describe('a setting that requests inherit from a folder', { tags: 'inherit:files' }, () => {
  it(
    "is written to a folder's file and read from it",
    testInWorkspace(async (house) => {
      const { id } = await unwrapResult(house.application.folders.create({ path: 'Users', ...all }));
      await house.synchronize();
      const text = `info:\n  name: Users\n  type: folder\n${request}x-tandem:\n  id: ${id}\n`;
      expect(await house.read('users/folder.yml')).toBe(text);
      expect(await house.synchronize()).toMatchObject(nothing);
      await house.edit('users/folder.yml', 'value: blue', 'value: red # not blue');
      await unwrapResult(house.application.folders.update({ id, auth: { type: 'inherit' } }));
      expect(await house.synchronize()).toMatchObject({ merged: ['users/folder.yml'], conflicts: [] });
      expect(await folderAt(house, id)).toMatchObject({
        ...all,
        auth: { type: 'inherit' },
        variables: [pair('team', 'red')],
      });
      const merged = await house.read('users/folder.yml');
      expect(merged).toContain('value: red # not blue');
      expect(merged).not.toContain('auth:');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is written to the manifest for the workspace, and content of other tools stays',
    testInWorkspace(async (house) => {
      await house.synchronize();
      await house.edit('opencollection.yml', 'bundled', 'config:\n  proxy: {} # later\nbundled');
      await unwrapResult(house.application.folders.update({ id: '', ...all, description: 'Notes' }));
      expect(await house.synchronize()).toMatchObject({ written: ['opencollection.yml'], conflicts: [] });
      const text = await house.read('opencollection.yml');
      expect(text).toContain(`\n${request}docs:\n  content: Notes\n`);
      expect(text).toContain('  proxy: {} # later\n');
      expect(await house.synchronize()).toMatchObject(nothing);
      await house.edit('opencollection.yml', 'value: blue', 'value: red');
      expect(await house.synchronize()).toMatchObject({ pulled: ['opencollection.yml'], written: [] });
      expect(await folderAt(house, '')).toMatchObject({ ...all, variables: [pair('team', 'red')] });
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is read from the files of a Bruno collection',
    testInWorkspace(async (house) => {
      await house.write('opencollection.yml', `opencollection: 1.0.0\ninfo:\n  name: shop\n${request}`);
      await house.write('users/folder.yml', 'info:\n  name: Users\nrequest:\n  auth: inherit\n');
      const http = 'http:\n  method: GET\n  url: http://h/\n  auth: inherit\n';
      await house.write('users/one.yml', `info:\n  name: One\n  type: http\n${http}`);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect(await folderAt(house, '')).toMatchObject(all);
      expect(await folderAt(house, 'Users')).toMatchObject({ auth: { type: 'inherit' }, headers: [] });
      expect(await house.all()).toMatchObject([{ name: 'One', auth: { type: 'inherit' } }]);
    }),
  );

  it(
    'stays in the file and in copies of the request if it is an unsupported auth',
    { tags: 'auth:unsupported' },
    testInWorkspace(async (house) => {
      const kind = 'type: edgegrid # signed\n    clientToken: "{{key}}"\n    callback: [a, b]';
      await house.write('users/folder.yml', `info:\n  name: Users\nrequest:\n  auth:\n    ${kind}\n`);
      const http = `http:\n  method: GET\n  url: http://h/\n  auth:\n    ${kind}\n`;
      await house.write('users/one.yml', `info:\n  name: One\n  type: http\n${http}`);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      const content = { type: 'edgegrid', clientToken: '{{key}}', callback: ['a', 'b'] };
      const auth = { type: 'unsupported', name: 'edgegrid', content };
      expect(await folderAt(house, 'Users')).toMatchObject({ auth });
      const one = await findOnlyRequest(house);
      expect(one).toMatchObject({ auth });
      await unwrapResult(house.application.rest.update({ id: one.id, description: 'Changed' }));
      await house.createRest({ name: 'Two', folder: 'Users', auth: one.auth });
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect(await house.read('users/one.yml')).toContain(kind);
      expect(await house.read('users/folder.yml')).toContain(kind);
      expect(await house.read('users/two.yml')).toContain('type: edgegrid\n    clientToken: "{{key}}"');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'stays in the file if it is an unsupported key of an AWS signature',
    { tags: 'auth:aws-sigv4' },
    testInWorkspace(async (house) => {
      const keys =
        'accessKeyId: "{{id}}"\n    secretAccessKey: "{{key}}"\n    service: s3\n    region: eu-west-1 # near';
      const kind = `type: awsv4\n    profileName: default # ours\n    ${keys}`;
      const http = `http:\n  method: GET\n  url: http://h/\n  auth:\n    ${kind}\n`;
      await house.write('one.yml', `info:\n  name: One\n  type: http\n${http}`);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      const signed = {
        accessKeyId: '{{id}}',
        secretAccessKey: '{{key}}',
        region: 'eu-west-1',
        service: 's3',
      };
      const auth = { type: 'aws-sigv4', ...signed } as const;
      const one = await findOnlyRequest(house);
      expect(one.auth).toEqual(auth);
      await unwrapResult(house.application.rest.update({ id: one.id, description: 'Changed' }));
      await house.synchronize();
      expect(await house.read('one.yml')).toContain(kind);
      await unwrapResult(
        house.application.rest.update({ id: one.id, auth: { ...auth, sessionToken: '{{t}}' } }),
      );
      await house.synchronize();
      expect(await house.read('one.yml')).toContain('profileName: default # ours');
      expect(await house.read('one.yml')).toContain('sessionToken: "{{t}}"');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is read again if it is an auth kind that an older version did not know',
    { tags: 'auth:unsupported' },
    testInWorkspace(async (house) => {
      const keys = { accessKeyId: 'a', secretAccessKey: '{{key}}', region: 'r', service: 's' };
      const id = await house.createRest({ name: 'One', auth: { type: 'aws-sigv4', ...keys } });
      await house.synchronize();
      const content = { type: 'awsv4', ...keys };
      const auth = { type: 'unsupported', name: 'awsv4', content } as const;
      const { bases } = await unwrapResult(house.store.folderMemories.get(house.workspace.id));
      const older = bases.map((base) => {
        const fields = JSON.parse(base.fields) as object;
        return base.id === id ? { ...base, fields: JSON.stringify({ ...fields, auth }) } : base;
      });
      await unwrapResult(
        house.store.folderMemories.change(house.workspace.id, { put: older, forget: [], removals: null }),
      );
      const one = await findOnlyRequest(house);
      await unwrapResult(house.store.restRequests.replace({ ...one, auth }, one.revision));
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [], written: [] });
      expect(await findOnlyRequest(house)).toMatchObject({ auth: { type: 'aws-sigv4', ...keys } });
    }),
  );

  it.each(['none', '~', 'null', '""', '{}'])(
    'is no auth if the file has %s',
    { tags: 'auth:unsupported' },
    (word) =>
      testInWorkspace(async (house) => {
        const http = `http:\n  method: GET\n  url: http://h/\n  auth: ${word}\n`;
        await house.write('one.yml', `info:\n  name: One\n  type: http\n${http}`);
        expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
        expect(await house.all()).toMatchObject([{ auth: { type: 'none' } }]);
        expect(await house.synchronize()).toMatchObject(nothing);
      })(),
  );

  it.each([
    ['{mode: oauth2, token: x}', { mode: 'oauth2', token: 'x' }],
    ['{type: [oauth2]}', { type: ['oauth2'] }],
    ['{type: null, token: x}', { type: 'null', token: 'x' }],
  ])('is an unsupported auth if the file has %s', { tags: 'auth:unsupported' }, (words, content) =>
    testInWorkspace(async (house) => {
      const http = `http:\n  method: GET\n  url: http://h/\n  auth: ${words}\n`;
      await house.write('one.yml', `info:\n  name: One\n  type: http\n${http}`);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect((await findOnlyRequest(house)).auth).toEqual({ type: 'unsupported', name: 'unknown', content });
    })(),
  );

  it.each(['none', null, {}, { type: 'bearer', token: 'x' }])(
    'stays in the file if it is an unsupported auth, whatever content an agent sends: %j',
    { tags: 'auth:unsupported' },
    (content) =>
      testInWorkspace(async (house) => {
        await house.createRest({ name: 'One', auth: { type: 'unsupported', name: 'edgegrid', content } });
        await house.synchronize();
        expect(await house.read('one.yml')).toContain('auth:\n    type: unsupported\n    name: edgegrid\n');
        await house.edit('one.yml', 'name: One', 'name: Two');
        expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
        expect(await findOnlyRequest(house)).toMatchObject({ name: 'Two', auth: { type: 'unsupported' } });
      })(),
  );

  it(
    'is read again if it is an auth kind that an older version treated as none',
    { tags: 'auth:unsupported' },
    testInWorkspace(async (house) => {
      const http = 'http:\n  method: GET\n  url: http://h/\n  auth:\n    type: edgegrid\n';
      const text = `info:\n  name: One\n  type: http\n${http}`;
      await house.write('one.yml', text);
      await house.synchronize();
      const one = await findOnlyRequest(house);
      const { bases } = await unwrapResult(house.store.folderMemories.get(house.workspace.id));
      const none = { type: 'none' } as const;
      const older = bases.map((base) => {
        const fields = JSON.parse(base.fields) as object;
        return base.kind === 'rest' ? { ...base, fields: JSON.stringify({ ...fields, auth: none }) } : base;
      });
      await unwrapResult(
        house.store.folderMemories.change(house.workspace.id, { put: older, forget: [], removals: null }),
      );
      await unwrapResult(house.store.restRequests.replace({ ...one, auth: none }, one.revision));
      const before = await house.read('one.yml');
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [], written: [] });
      expect(await house.read('one.yml')).toBe(before);
      expect(await house.all()).toMatchObject([{ auth: { type: 'unsupported', name: 'edgegrid' } }]);
    }),
  );

  it(
    'is read again if an older version read only a part of the file',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'One', folder: 'Users' });
      await house.synchronize();
      const texts = await house.files();
      const { bases } = await unwrapResult(house.store.folderMemories.get(house.workspace.id));
      const older = bases.map((base) => {
        const { headers, auth, variables, settings, ...fields } = JSON.parse(base.fields) as Record<
          string,
          unknown
        >;
        const kept = base.kind === 'rest' ? { headers, auth: { type: 'none' }, settings } : {};
        return { ...base, fields: JSON.stringify({ ...fields, ...kept }) };
      });
      await unwrapResult(
        house.store.folderMemories.change(house.workspace.id, { put: older, forget: [], removals: null }),
      );
      const one = await house.get(id);
      await unwrapResult(house.store.restRequests.replace({ ...one, auth: { type: 'none' } }, one.revision));
      const texts2 = { ...texts, 'opencollection.yml': `${texts['opencollection.yml'] ?? ''}${request}` };
      await house.write('opencollection.yml', texts2['opencollection.yml']);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect(await house.files()).toEqual(texts2);
      expect(await house.get(id)).toMatchObject({ auth: { type: 'inherit' } });
      expect(await folderAt(house, '')).toMatchObject(all);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is kept if Bruno drops it together with our key when it saves a folder',
    testInWorkspace(async (house) => {
      const { id } = await unwrapResult(house.application.folders.create({ path: 'Users', ...all }));
      await house.synchronize();
      const text = await house.read('users/folder.yml');
      const saved = text.slice(0, text.indexOf('  settings:')).replace('blue', 'red');
      await house.write('users/folder.yml', saved);
      await house.synchronize();
      expect(await folderAt(house, id)).toMatchObject({ ...all, variables: [pair('team', 'red')] });
      await unwrapResult(house.application.folders.update({ id, description: 'Notes' }));
      expect(await house.synchronize()).toMatchObject({ written: ['users/folder.yml'], invalid: [] });
      expect(await house.read('users/folder.yml')).toContain('      timeout: 5000\n');
      const { settings: _, ...others } = all;
      await unwrapResult(house.application.folders.update({ id, settings: {} }));
      await house.synchronize();
      expect(await folderAt(house, id)).toMatchObject({
        ...others,
        variables: [pair('team', 'red')],
        settings: {},
      });
    }),
  );

  it(
    "is written again if the folder's file was removed and its directory was not",
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'One', folder: 'users' });
      await unwrapResult(house.application.folders.update({ id: 'users', headers: all.headers }));
      await house.synchronize();
      const text = await house.read('users/folder.yml');
      await house.remove('users/folder.yml');
      expect(await house.synchronize()).toMatchObject({ written: ['users/folder.yml'] });
      expect(await house.read('users/folder.yml')).toBe(text);
    }),
  );

  it(
    'is never written with a secret value',
    testInWorkspace(async (house) => {
      const { id, workspaceId } = (await house.environments())[0]!;
      const changes = [{ kind: 'secret' as const, name: 'token', value: 'sesame-open' }];
      await unwrapResult(
        house.store.environments.change(workspaceId, id, changes, '2026-01-01T00:00:00.000Z'),
      );
      const auth = { type: 'bearer', token: 'sesame-open' } as const;
      await unwrapResult(house.application.folders.create({ path: 'Users', auth, headers: all.headers }));
      await unwrapResult(
        house.application.folders.update({ id: '', variables: [pair('t', 'sesame-open'), pair('u', '1')] }),
      );
      expect((await house.synchronize()).withheld).toMatchObject([
        { field: 'variables[t]', secret: 'token' },
        { field: 'auth', secret: 'token' },
      ]);
      expect(JSON.stringify(await house.files())).not.toContain('sesame-open');
      expect(await folderAt(house, 'Users')).toMatchObject({ auth });
    }),
  );
});
