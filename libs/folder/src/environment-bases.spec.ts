import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const nothing = { written: [], pulled: [], merged: [], conflicts: [], invalid: [], warnings: [] };

describe('the base and the description of an environment', { tags: 'environment:extends:files' }, () => {
  it(
    'are written to its file, merged, and left out if empty',
    testInHouse(async (house) => {
      const { environments } = house.application;
      await unwrapResult(environments.create({ name: 'Common' }));
      const said = { description: 'As customers see it.', extends: 'Common' };
      const { id } = await unwrapResult(environments.create({ name: 'Live', ...said }));
      await house.synchronize();
      const text = await house.read('environments/Live.yml');
      expect(text).toContain('description: As customers see it.\n');
      expect(text).toContain('extends: Common\n');
      expect(await house.read('environments/Common.yml')).not.toMatch(/extends|description/);
      expect(await house.synchronize()).toMatchObject(nothing);

      await house.edit('environments/Live.yml', 'As customers see it.', 'As it is sold. # for now');
      await unwrapResult(environments.update({ id, extends: '' }));
      expect(await house.synchronize()).toMatchObject({ merged: ['environments/Live.yml'], conflicts: [] });
      expect(await house.environments()).toContainEqual(
        expect.objectContaining({ id, description: 'As it is sold.', extends: '' }),
      );
      expect(await house.read('environments/Live.yml')).toContain('As it is sold. # for now');
      expect(await house.read('environments/Live.yml')).not.toContain('extends');
    }),
  );

  it(
    'come from files of other tools, where a description may have a type',
    testInHouse(async (house) => {
      const description = 'description:\n  content: Ours\n  type: text/markdown\n';
      await house.write('environments/Mine.yml', `name: Mine\n${description}extends: common\n`);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      const mine = (await house.environments()).find(({ name }) => name === 'Mine')!;
      expect(mine).toMatchObject({ description: 'Ours', extends: 'common' });
      await unwrapResult(house.application.environments.update({ id: mine.id, description: 'Theirs' }));
      await house.synchronize();
      expect(await house.read('environments/Mine.yml')).toContain(
        'description:\n  content: Theirs\n  type: text/markdown\n',
      );
    }),
  );

  it(
    'are read even if an older version ignored them in a file',
    testInHouse(async (house) => {
      await house.write('environments/Mine.yml', 'name: Mine\nextends: Common\n');
      await house.synchronize();
      const { bases } = await unwrapResult(house.store.folderMemories.get(house.workspace.id));
      const older = bases.map((base) => {
        if (base.kind !== 'environment') return base;
        const { extends: _, description: __, ...fields } = JSON.parse(base.fields) as Record<string, unknown>;
        return { ...base, fields: JSON.stringify(fields) };
      });
      await unwrapResult(
        house.store.folderMemories.change(house.workspace.id, { put: older, forget: [], removals: null }),
      );
      const mine = (await house.environments()).find(({ name }) => name === 'Mine')!;
      await unwrapResult(house.store.environments.replace({ ...mine, extends: '' }, mine.revision));
      expect(await house.synchronize()).toMatchObject({ written: [], conflicts: [] });
      expect((await house.environments()).find(({ name }) => name === 'Mine')).toMatchObject({
        extends: 'Common',
      });
    }),
  );

  it(
    'are a warning while the base is neither in the app nor in a file',
    testInHouse(async (house) => {
      await house.write('environments/A.yml', 'name: A\nextends: B\n');
      await house.write('environments/C.yml', 'name: C\nextends: A\n');
      const { warnings, invalid } = await house.synchronize();
      expect(invalid).toEqual([]);
      expect(warnings).toEqual([
        {
          code: 'environmentBaseMissing',
          path: 'environments/A.yml',
          message: 'extends "B", which is not an environment here; create it or choose another base',
        },
      ]);
      await unwrapResult(house.application.environments.create({ name: 'b' }));
      expect((await house.synchronize()).warnings).toEqual([]);
      expect((await house.synchronize()).warnings).toEqual([]);
    }),
  );

  it(
    'are a warning with the file if files extend each other in a cycle',
    testInHouse(async (house) => {
      await house.write('environments/A.yml', 'name: A\nextends: B\n');
      await house.write('environments/B.yml', 'name: B\nextends: a\n');
      await house.write('environments/C.yml', 'name: C\nextends: A\n');
      const { warnings, invalid } = await house.synchronize();
      expect(invalid).toEqual([]);
      expect(warnings).toMatchObject([
        {
          code: 'environmentCycle',
          path: 'environments/A.yml',
          message: expect.stringContaining('A → B → A') as string,
        },
        { code: 'environmentCycle', path: 'environments/B.yml' },
      ]);
      await house.edit('environments/B.yml', 'extends: a', 'extends: [a]');
      expect((await house.synchronize()).invalid).toMatchObject([
        {
          path: 'environments/B.yml',
          line: 2,
          message: expect.stringContaining('extends must be text') as string,
        },
      ]);
    }),
  );
});
