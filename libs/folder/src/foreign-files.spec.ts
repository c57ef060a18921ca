import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const before = "pm.environment.set('a', 1);\n\n  // ${x} ''' done";

describe('Postman scripts in files', { tags: 'foreign:kept' }, () => {
  it(
    'are stored under our own key, because Bruno would run them elsewhere as its own',
    testInHouse(async (house) => {
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
    'work for folders and the workspace too',
    testInHouse(async (house) => {
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
    'must belong to a known tool',
    testInHouse(async (house) => {
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
