import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const nothing = { written: [], pulled: [], merged: [], conflicts: [], invalid: [], warnings: [] };

const http = 'http:\n  method: GET\n  url: http://h/\n';
const file = (name: string, own: string) => `info:\n  name: ${name}\n  type: http\n${http}x-tandem:\n${own}`;

const update = (house: TestWorkspace, id: string, change: object) =>
  unwrapResult(house.application.rest.update({ id: id, ...change }));

const needsOf = async (house: TestWorkspace, name: string) =>
  (await house.all()).find((one) => one.name === name)?.needs;

describe('the dependencies of a request', { tags: 'needs:files' }, () => {
  it(
    'are stored in its file as relative paths, and follow their targets',
    testInWorkspace(async (house) => {
      const login = await house.createRest({ name: 'Log in', folder: 'Auth' });
      const setup = await house.createRest({ name: 'Set up', needs: [login], settings: { maxAge: '15m' } });
      const id = await house.createRest({ name: 'Users', folder: 'API/v1', needs: [setup, login] });
      await house.synchronize();
      expect(await house.read('set-up.yml')).toMatch(
        /\nx-tandem:\n {2}id: rest_\w+\n {2}needs:\n {4}- auth\/log-in.yml\n$/,
      );
      const users = 'api/v1/users.yml';
      expect(await house.read(users)).toContain('    - "../../set-up.yml"\n    - "../../auth/log-in.yml"\n');
      expect(await house.synchronize()).toMatchObject(nothing);

      await update(house, login, { name: 'Sign in' });
      expect((await house.synchronize()).conflicts).toEqual([]);
      expect(await house.read(users)).toContain('    - "../../set-up.yml"\n    - "../../auth/sign-in.yml"\n');
      expect(await house.read('set-up.yml')).toContain('    - auth/sign-in.yml\n');
      expect(await house.synchronize()).toMatchObject(nothing);

      await unwrapResult(house.application.folders.move({ id: 'Auth', parent: 'API' }));
      await update(house, id, { folder: 'API', name: 'All users' });
      await house.synchronize();
      expect(await house.read('api/all-users.yml')).toContain(
        '    - "../set-up.yml"\n    - auth/sign-in.yml\n',
      );
      expect(await house.read('set-up.yml')).toContain('    - api/auth/sign-in.yml\n');
      expect(await house.synchronize()).toMatchObject(nothing);
      expect(await house.get(id)).toMatchObject({ needs: [setup, login] });

      await unwrapResult(house.application.rest.remove({ id: setup }));
      await update(house, id, { needs: [login], settings: { maxAge: '1h' } });
      await house.synchronize();
      expect(await house.read('api/all-users.yml')).toMatch(
        /\nsettings:\n {2}maxAge: "1h"\n[^]* {2}needs:\n {4}- auth\/sign-in.yml\n/,
      );
      await update(house, id, { needs: [], settings: {} });
      await house.synchronize();
      expect(await house.read('api/all-users.yml')).not.toMatch(/needs|maxAge/);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'are resolved after files were moved by hand, and in a fresh copy of the files',
    testInWorkspace(async (house) => {
      await house.write('login.yml', file('Login', '  id: rest_0123456789abcdef\n'));
      await house.write('users.yml', file('Users', '  needs:\n    - ./login.yml # the token\n'));
      await house.synchronize();
      expect(await needsOf(house, 'Users')).toEqual(['rest_0123456789abcdef']);
      expect(await house.read('users.yml')).toContain('    - ./login.yml # the token\n');
      await house.write('auth/login.yml', await house.read('login.yml'));
      await house.remove('login.yml');
      expect(await house.synchronize()).toMatchObject({ conflicts: [], warnings: [] });
      expect(await house.read('users.yml')).toContain('    - auth/login.yml');
      expect(await needsOf(house, 'Users')).toEqual(['rest_0123456789abcdef']);
      await house.write('deep/er/users.yml', await house.read('users.yml'));
      await house.remove('users.yml');
      expect(await house.synchronize()).toMatchObject({ conflicts: [], warnings: [] });
      expect(await house.read('deep/er/users.yml')).toContain('    - "../../auth/login.yml"');
      expect(await needsOf(house, 'Users')).toEqual(['rest_0123456789abcdef']);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'keep the path of a removed file',
    testInWorkspace(async (house) => {
      const login = await house.createRest({ name: 'Log in' });
      const id = await house.createRest({ name: 'Users', needs: [login] });
      await house.synchronize();
      const [file, before] = [await house.read('log-in.yml'), await house.read('users.yml')];
      await house.remove('log-in.yml');
      expect(await house.synchronize()).toMatchObject({
        deleted: ['log-in.yml'],
        written: [],
        conflicts: [],
      });
      expect(await house.read('users.yml')).toBe(before);
      await house.write('log-in.yml', file);
      expect(await house.synchronize()).toMatchObject({ written: [], conflicts: [], warnings: [] });
      expect(await house.get(id)).toMatchObject({ needs: [login] });
    }),
  );

  it(
    'can point to a request that is added later',
    testInWorkspace(async (house) => {
      await house.write('users.yml', file('Users', '  needs:\n    - ../login.yml\n    - login.yml\n'));
      const { warnings } = await house.synchronize();
      expect(warnings).toMatchObject([
        { code: 'needNotFound', path: 'users.yml', message: expect.stringContaining('needs[0]') as string },
        { code: 'needNotFound', path: 'users.yml', message: expect.stringContaining('needs[1]') as string },
      ]);
      expect(await needsOf(house, 'Users')).toEqual(['../login.yml', 'login.yml']);
      await house.write('login.yml', file('Login', '  id: rest_0123456789abcdef\n'));
      await house.synchronize();
      expect(await needsOf(house, 'Users')).toEqual(['../login.yml', 'rest_0123456789abcdef']);
      expect(await house.read('users.yml')).toContain('  needs:\n    - ../login.yml\n    - login.yml\n');
    }),
  );

  it(
    'are imported even if they form a cycle, with a warning while the cycle exists',
    testInWorkspace(async (house) => {
      const needing = (...paths: readonly string[]) =>
        `  needs:\n${paths.map((path) => `    - ${path}\n`).join('')}`;
      await house.write('a.yml', file('A', needing('b.yml')));
      await house.write('b.yml', file('B', needing('plain.yml', 'sub/c.yml')));
      await house.write('sub/c.yml', file('C', needing('../a.yml', '../plain.yml')));
      await house.write('own.yml', file('Own', needing('own.yml')));
      await house.write('tail.yml', file('Tail', needing('a.yml')));
      await house.write('plain.yml', file('Plain', ''));
      const told = async () => (await house.synchronize()).warnings;
      const circles = [
        {
          code: 'needCycle',
          path: 'a.yml',
          message: 'needs make a circle: A → B → C → A; remove one of these needs',
        },
        {
          code: 'needCycle',
          path: 'own.yml',
          message: 'needs make a circle: Own → Own; remove one of these needs',
        },
      ];
      const inOrder = (warnings: readonly { readonly path?: string }[]) =>
        [...warnings].sort((one, other) => (one.path ?? '').localeCompare(other.path ?? ''));
      for (let time = 0; time < 2; time++) expect(inOrder(await told())).toMatchObject(circles);
      expect(await needsOf(house, 'A')).toHaveLength(1);
      await house.edit('sub/c.yml', '    - ../a.yml\n', '');
      expect(await told()).toMatchObject(circles.slice(1));
    }),
  );

  it(
    'are merged as a whole, and must be a list',
    testInWorkspace(async (house) => {
      const [a, b] = [await house.createRest({ name: 'A' }), await house.createRest({ name: 'B' })];
      const id = await house.createRest({ name: 'C', needs: [a] });
      await house.synchronize();
      await house.edit('c.yml', '- a.yml', '- b.yml');
      await update(house, id, { needs: [] });
      expect((await house.synchronize()).conflicts).toMatchObject([
        { id, field: 'needs', base: [a], ours: [], theirs: [b] },
      ]);
      await house.write('d.yml', file('D', '  needs: a.yml\n'));
      expect((await house.synchronize()).invalid).toMatchObject([
        {
          path: 'd.yml',
          line: 8,
          message: expect.stringContaining('x-tandem.needs must be a list') as string,
        },
      ]);
    }),
  );
});
