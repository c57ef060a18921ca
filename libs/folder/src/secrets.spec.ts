import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const pair = (name: string, value: string) => ({ name, value, enabled: true });

const setSecret = async (house: TestWorkspace, value: string) => {
  const environment = await house.environment();
  const { revision } = environment;
  const next = { ...environment, revision: revision + 1, secrets: [pair('TOKEN', value)] };
  await unwrapResult(house.store.environments.replace(next, revision));
};

const nothing = { written: [], pulled: [], merged: [], renamed: [], deleted: [], conflicts: [] };

describe('a secret with white space around it', () => {
  it.each([' lead-secret-77 ', 'lead-secret-77\n', '\tlead-secret-77'])(
    'is also recognized without the white space: %j',
    (value) =>
      testInWorkspace(async (house) => {
        await setSecret(house, value);
        const auth = { type: 'basic', username: 'u', password: 'lead-secret-77' } as const;
        const id = await house.createRest({ name: 'Basic', url: 'http://h/', script: '', auth });
        const coded = Buffer.from('u:lead-secret-77').toString('base64');
        const headers = [pair('authorization', `Basic ${coded}`)];
        await house.createRest({ name: 'Header', url: 'http://h/', script: '', headers });
        expect((await house.synchronize()).withheld).toEqual([
          { path: 'basic.yml', field: 'auth', secret: 'TOKEN' },
          { path: 'header.yml', field: 'headers[authorization]', secret: 'TOKEN' },
        ]);
        expect(await house.get(id)).toMatchObject({ auth });
        expect(JSON.stringify(await house.files())).not.toContain('lead-secret-77');
      })(),
  );
});

describe('a secret whose value was already in a file', () => {
  it(
    'is removed from the file by the next synchronization, even if nothing else changes',
    { tags: 'folder:secrets' },
    testInWorkspace(async (house) => {
      const headers = [pair('x-key', 'supersecret99')];
      const id = await house.createRest({ name: 'Literal', url: 'http://h/', script: '', headers });
      await house.createRest({ name: 'Other', url: 'http://h/', script: '' });
      await house.synchronize();
      expect(await house.read('literal.yml')).toContain('supersecret99');
      await setSecret(house, 'supersecret99');
      const report = await house.synchronize();
      expect(report.withheld).toEqual([{ path: 'literal.yml', field: 'headers[x-key]', secret: 'TOKEN' }]);
      expect(report.written).toContain('literal.yml');
      expect(await house.read('literal.yml')).not.toContain('supersecret99');
      expect(await house.get(id)).toMatchObject({ headers });
      const again = await house.synchronize();
      expect(again).toMatchObject({ ...nothing, withheld: report.withheld });
    }),
  );

  it(
    'is remembered neither by value nor by a hash that other workspaces would share',
    testInWorkspace(async (house) => {
      await setSecret(house, 'supersecret99');
      const searched = async () => {
        const { bases } = await unwrapResult(house.store.folderMemories.get(house.workspace.id));
        return [...new Set(bases.map((base) => base.searched))];
      };
      await house.synchronize();
      const first = await searched();
      expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.[0-9a-f]{64}$/)]);
      await house.createRest({ name: 'Later', url: 'http://h/', script: '' });
      await house.synchronize();
      expect(await searched()).toEqual(first);
      await setSecret(house, 'another-secret');
      await house.synchronize();
      await setSecret(house, 'supersecret99');
      await house.synchronize();
      const later = await searched();
      expect(later).toHaveLength(1);
      expect(later).not.toEqual(first);
    }),
  );
});

const createManualFile = (more = '') =>
  `info:\n  name: Hand\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n  headers:\n    - name: a\n      value: "1"\n    - name: k\n      value: tok-secret-1${more}\n`;

describe('a secret that a person writes to a file', () => {
  it(
    'is reported once if the app has it too',
    testInWorkspace(async (house) => {
      await setSecret(house, 'tok-secret-1');
      const url = 'http://h/?k=tok-secret-1';
      await house.createRest({ name: 'R', url, script: '' });
      const { withheld } = await house.synchronize();
      expect(withheld).toEqual([{ path: 'r.yml', field: 'url', secret: 'TOKEN' }]);
      const text = await house.read('r.yml');
      await house.write('r.yml', text.replace(/url: .*/, `url: ${url}`));
      expect((await house.synchronize()).withheld).toEqual(withheld);
      expect(await house.read('r.yml')).not.toContain('tok-secret-1');
    }),
  );

  it.each([
    ['without an id', ''],
    ['with an id', '\nx-tandem:\n  id: rest_0123456789abcdef'],
  ])('is moved from the file to the app in one synchronization: new, %s', (_, more) =>
    testInWorkspace(async (house) => {
      await setSecret(house, 'tok-secret-1');
      await house.synchronize();
      await house.write('hand.yml', createManualFile(more));
      const report = await house.synchronize();
      expect(report.withheld).toEqual([{ path: 'hand.yml', field: 'headers[k]', secret: 'TOKEN' }]);
      expect(report).toMatchObject({ pulled: ['hand.yml'], written: ['hand.yml'] });
      expect(await house.read('hand.yml')).not.toContain('tok-secret-1');
      const headers = [pair('a', '1'), pair('k', 'tok-secret-1')];
      expect(await house.all()).toMatchObject([{ name: 'Hand', headers }]);
      expect(await house.synchronize()).toMatchObject({ ...nothing, withheld: report.withheld });
      expect(await house.all()).toMatchObject([{ headers }]);
    })(),
  );

  it.each([
    ['url', 'url: http://h/', 'url: http://h/tok-secret-1', { url: 'http://h/tok-secret-1' }],
    ['headers[a]', 'value: "1"', 'value: tok-secret-1', { headers: [pair('a', 'tok-secret-1')] }],
  ] as const)(
    'is moved from the file to the app in one synchronization: changed, %s',
    (field, from, to, fields) =>
      testInWorkspace(async (house) => {
        await setSecret(house, 'tok-secret-1');
        const id = await house.createRest({
          name: 'R',
          url: 'http://h/',
          headers: [pair('a', '1')],
          script: '',
        });
        await house.synchronize();
        const before = await house.read('r.yml');
        await house.edit('r.yml', from, to);
        const report = await house.synchronize();
        expect(report.withheld).toEqual([{ path: 'r.yml', field, secret: 'TOKEN' }]);
        expect(report).toMatchObject({ merged: ['r.yml'], conflicts: [] });
        expect(await house.read('r.yml')).toBe(before);
        expect(await house.get(id)).toMatchObject(fields);
        expect(await house.synchronize()).toMatchObject({ ...nothing, withheld: report.withheld });
        expect(await house.get(id)).toMatchObject(fields);
      })(),
  );

  it(
    'is not written while it has a conflict',
    testInWorkspace(async (house) => {
      await setSecret(house, 'tok-secret-1');
      const id = await house.createRest({ name: 'R', url: 'http://h/', script: '' });
      await house.synchronize();
      await house.edit('r.yml', 'url: http://h/', 'url: http://h/tok-secret-1');
      await unwrapResult(house.application.rest.update({ id, url: 'http://h/ours' }));
      const { conflicts, withheld } = await house.synchronize();
      expect(conflicts).toMatchObject([{ id, field: 'url', ours: 'http://h/ours' }]);
      expect(withheld).toEqual([]);
      expect(await house.synchronize()).toMatchObject({ ...nothing, conflicts, withheld });
      await house.resolve({ id, field: 'url', take: 'theirs' });
      expect(await house.get(id)).toMatchObject({ url: 'http://h/tok-secret-1' });
      expect(await house.read('r.yml')).not.toContain('tok-secret-1');
    }),
  );
});

describe('a secret that a person leaves in a file', () => {
  const warning = (path: string) => ({ code: 'secretInFile', path });

  it.each([
    ['in a comment', (text: string) => text.replace('method: GET', 'method: GET # tok-secret-1')],
    ['in a key of another program', (text: string) => `${text}vendor:\n  key: tok-secret-1\n`],
  ])('is reported by every synchronization, and the file stays unchanged: %s', (_, edit) =>
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'R', url: 'http://h/', script: '' });
      await house.synchronize();
      const text = edit(await house.read('r.yml'));
      await house.write('r.yml', text);
      expect(await house.synchronize()).toMatchObject({ warnings: [] });
      await setSecret(house, 'tok-secret-1');
      for (const _run of [1, 2, 3]) {
        const report = await house.synchronize();
        expect(report.warnings).toMatchObject([warning('r.yml')]);
        expect(report.warnings[0]?.message).toContain('"TOKEN"');
        expect(JSON.stringify(report)).not.toContain('tok-secret-1');
      }
      expect(await house.read('r.yml')).toBe(text);
      await unwrapResult(house.application.rest.update({ id, url: 'http://h/2' }));
      const withheld = [{ path: 'r.yml', field: '*', secret: 'TOKEN' }];
      expect(await house.synchronize()).toMatchObject({ withheld, warnings: [warning('r.yml')] });
      await house.edit('r.yml', 'tok-secret-1', 'x');
      expect(await house.synchronize()).toMatchObject({ written: ['r.yml'], warnings: [], withheld: [] });
    })(),
  );

  it(
    'is reported but not read if it is the value of a secret variable',
    testInWorkspace(async (house) => {
      const text = (value: string) =>
        `name: E\nvariables:\n  - name: KEY\n    secret: true\n    value: ${value}\nx-tandem:\n  id: env_0123456789abcdef\n`;
      await house.write('environments/E.yml', text('hunter2'));
      for (const _run of [1, 2]) {
        const report = await house.synchronize();
        expect(report.warnings).toMatchObject([warning('environments/E.yml')]);
        expect(report.warnings[0]?.message).toMatch(/"KEY".*Set it in the app/);
        expect(JSON.stringify(report)).not.toContain('hunter2');
      }
      expect(await house.read('environments/E.yml')).toBe(text('hunter2'));
      for (const value of ['""', 'null', '"{{process.env.KEY}}"']) {
        await house.write('environments/E.yml', text(value));
        expect((await house.synchronize()).warnings).toEqual([]);
      }
    }),
  );
});

it(
  'a secret value of another workspace is not written to files',
  { tags: 'secrets:all-workspaces' },
  testInWorkspace(async (house) => {
    const other = {
      ...house.workspace,
      id: `ws_${'9'.repeat(16)}` as typeof house.workspace.id,
      path: '/other',
    };
    await unwrapResult(house.store.workspaces.create({ ...other, activeEnvironmentId: null }));
    const { id: _, ...environment } = await house.environment();
    await unwrapResult(
      house.store.environments.create({
        ...environment,
        id: `env_${'9'.repeat(16)}` as typeof _,
        workspaceId: other.id,
        secrets: [{ name: 'FAR', value: 'far-away-s3cret', enabled: true }],
      }),
    );
    await house.createRest({ name: 'R', url: 'http://h/far-away-s3cret', script: '' });
    expect((await house.synchronize()).withheld).toMatchObject([{ field: 'url', secret: 'FAR' }]);
    expect(JSON.stringify(await house.files())).not.toContain('far-away-s3cret');
  }),
);

it(
  'a conflict does not show a secret value in the file, and can be resolved with the file',
  { tags: 'folder:secrets' },
  testInWorkspace(async (house) => {
    const environment = await house.environment();
    const { revision } = environment;
    const secrets = [{ name: 'TOKEN', value: 'supersecret99', enabled: true }];
    await unwrapResult(
      house.store.environments.replace({ ...environment, revision: revision + 1, secrets }, revision),
    );
    const id = await house.createRest({ name: 'Shared', url: 'http://h/base', script: '' });
    await house.synchronize();
    await house.edit('shared.yml', 'http://h/base', 'http://h/?key=supersecret99');
    await unwrapResult(house.application.rest.update({ id, url: 'http://h/app' }));
    const { conflicts } = await house.synchronize({ dryRun: true });
    expect(conflicts).toMatchObject([
      {
        id,
        field: 'url',
        base: 'http://h/base',
        ours: 'http://h/app',
        theirs: 'http://h/?key=‹secret:TOKEN›',
      },
    ]);
    await house.resolve({ id, field: 'url', take: 'theirs' });
    expect(await house.get(id)).toMatchObject({ url: 'http://h/?key=supersecret99' });
  }),
);
