import { type Guard, openGuard } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const nothing = { written: [], pulled: [], merged: [], conflicts: [], invalid: [], warnings: [] };

describe("an environment's base and description", { tags: 'environment:extends:files' }, () => {
  it(
    'are written to its file and merged, and omitted if they are empty',
    testInWorkspace(async (house) => {
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
    'are read from files of other tools, where a description may have a type',
    testInWorkspace(async (house) => {
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
    'are read from a file that an older version synchronized without them',
    testInWorkspace(async (house) => {
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
    'cause a warning while the base exists neither in the app nor in a file',
    testInWorkspace(async (house) => {
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
    'cause a warning with the file if environments extend each other in a cycle',
    testInWorkspace(async (house) => {
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

it(
  "an environment's description is written to its file and read from it, and an empty one is omitted",
  { tags: 'environment:color' },
  testInWorkspace(async (house) => {
    const { environments } = house.application;
    const { id } = await unwrapResult(environments.create({ name: 'Live', color: '#d32f2f' }));
    await unwrapResult(environments.create({ name: 'Plain' }));
    await house.synchronize();
    expect(await house.read('environments/Live.yml')).toContain('color: "#d32f2f"\n');
    expect(await house.read('environments/Plain.yml')).not.toContain('color');

    const text = await house.read('environments/Live.yml');
    await house.write('environments/Live.yml', text.replace('#d32f2f', '#2e8a54'));
    await house.synchronize();
    expect(await house.environments()).toContainEqual(expect.objectContaining({ id, color: '#2e8a54' }));

    await unwrapResult(environments.update({ id, color: '' }));
    await house.synchronize();
    expect(await house.read('environments/Live.yml')).not.toContain('color');
  }),
);

const rules: Guard = {
  protected: true,
  agents: {
    rules: [
      { methods: ['POST', 'PUT'], hosts: ['*.example.com', 'localhost:*'], then: 'ask' },
      { methods: [], hosts: [], then: 'deny' },
    ],
    otherwise: 'ask',
    perMinute: 30,
  },
};
const production: Guard = { ...openGuard, protected: true };

const file = 'environments/Live.yml';
const createGuardedEnvironment = async (house: TestWorkspace, guard: Guard) => {
  const { environments } = house.application;
  const { id } = await unwrapResult(environments.create({ name: 'Live', secrets: { TOKEN: 's3cret' } }));
  await unwrapResult(environments.guard({ id, guard }));
  await house.synchronize();
  return id;
};

const findEnvironment = async (house: TestWorkspace, name = 'Live') =>
  (await house.environments()).find((one) => one.name === name);

describe('the guard of an environment', { tags: 'guard:files' }, () => {
  it(
    'is written to its file, and read from it in another clone',
    testInWorkspace(async (house) => {
      const id = await createGuardedEnvironment(house, rules);
      const text = await house.read(file);
      expect(text).toContain(`x-tandem:
  id: ${id}
  protected: true
  agents:
    rules:
      - methods:
          - POST
          - PUT
        hosts:
          - "*.example.com"
          - localhost:*
        then: ask
      - then: deny
    otherwise: ask
    perMinute: 30
`);
      const report = await house.synchronize();
      expect({ written: report.written, conflicts: report.conflicts }).toEqual({
        written: [],
        conflicts: [],
      });
      await house.write(
        'environments/Other.yml',
        text.replace('name: Live', 'name: Other').replace(`id: ${id}`, 'x: y'),
      );
      await house.synchronize();
      expect(await findEnvironment(house, 'Other')).toMatchObject({ guard: rules, proposedGuard: null });
    }),
  );

  it(
    'is tightened by a file immediately',
    testInWorkspace(async (house) => {
      await createGuardedEnvironment(house, production);
      await house.edit(file, 'protected: true', 'protected: true\n  agents:\n    otherwise: deny');
      await house.synchronize();
      const guard = { protected: true, agents: { rules: [], otherwise: 'deny' } };
      expect(await findEnvironment(house)).toMatchObject({ guard, proposedGuard: null });
    }),
  );

  it(
    'stays when a file loosens it until a person decides',
    testInWorkspace(async (house) => {
      const id = await createGuardedEnvironment(house, production);
      const before = await house.read(file);
      await house.edit(file, '  protected: true\n', '');
      const { warnings } = await house.synchronize();
      expect(warnings).toEqual([
        { code: 'guardWaits', message: expect.stringMatching(/"Live" loosens its guard/) as string },
      ]);
      expect(await findEnvironment(house)).toMatchObject({ guard: production, proposedGuard: openGuard });
      // Neither another synchronization nor another change of the file counts as a confirmation.
      await house.synchronize();
      await house.edit(file, 'name: Live', 'name: Live\ndescription: Ours');
      await house.synchronize();
      expect(await findEnvironment(house)).toMatchObject({
        description: 'Ours',
        guard: production,
        proposedGuard: openGuard,
      });
      expect(await house.read(file)).not.toContain('protected');

      await unwrapResult(house.application.environments.guard({ id, guard: production }));
      await house.synchronize();
      expect(await house.read(file)).toBe(before.replace('name: Live', 'name: Live\ndescription: Ours'));
      expect(await findEnvironment(house)).toMatchObject({ guard: production, proposedGuard: null });
    }),
  );

  it(
    'becomes what a file proposed once a person confirms the proposal',
    testInWorkspace(async (house) => {
      const id = await createGuardedEnvironment(house, production);
      await house.edit(file, '  protected: true\n', '');
      await house.synchronize();
      await unwrapResult(house.application.environments.guard({ id, guard: openGuard }));
      const { written, warnings } = await house.synchronize();
      expect([written, warnings]).toEqual([[], []]);
      expect(await findEnvironment(house)).toMatchObject({ guard: null, proposedGuard: null });
    }),
  );

  it(
    'stays unchanged when the file withdraws its proposal',
    testInWorkspace(async (house) => {
      await createGuardedEnvironment(house, production);
      const before = await house.read(file);
      await house.edit(file, '  protected: true\n', '');
      await house.synchronize();
      await house.write(file, before);
      await house.synchronize();
      expect(await findEnvironment(house)).toMatchObject({ guard: production, proposedGuard: null });
    }),
  );

  it(
    'is restored when the file of a removed environment returns, whatever the file now contains',
    { tags: 'guard:kept' },
    testInWorkspace(async (house) => {
      const id = await createGuardedEnvironment(house, production);
      const text = await house.read(file);
      await house.remove(file);
      await house.synchronize();
      expect(await findEnvironment(house)).toBeUndefined();
      await house.write(file, text.replace('  protected: true\n', ''));
      await house.synchronize();
      const back = await findEnvironment(house);
      expect(back).toMatchObject({ id, guard: production, proposedGuard: openGuard });
      expect(back?.secrets).toMatchObject([{ name: 'TOKEN', value: 's3cret' }]);
    }),
  );

  it(
    'is not loosened when a conflict is resolved with a value',
    { tags: 'guard:person' },
    testInWorkspace(async (house) => {
      const id = await createGuardedEnvironment(house, production);
      await house.edit(file, 'protected: true', 'agents:\n    otherwise: ask');
      const strict = { ...production, agents: { rules: [], otherwise: 'deny' as const } };
      await unwrapResult(house.application.environments.guard({ id, guard: strict }));
      const { conflicts } = await house.synchronize();
      expect(conflicts).toMatchObject([{ id, field: 'guard' }]);
      await house.resolve({ id, field: 'guard', take: 'value', value: null });
      expect(await findEnvironment(house)).toMatchObject({ guard: strict, proposedGuard: openGuard });
    }),
  );

  it.each([
    ['agents: deny', 'agents must be rules'],
    ['agents:\n    otherwise: never', 'agents must be rules'],
    ['agents:\n    rules:\n      - methods: [POST]', 'agents must be rules'],
    ['agents:\n    rules:\n      - hosts: [a/b]\n        then: deny', 'agents must be rules'],
    ['agents:\n    perMinute: many', 'agents must be rules'],
    ['agents:\n    rule: []', 'agents must be rules'],
    ['protected: maybe', 'protected must be true or false'],
  ])('is an error in a file that has %j', (said, message) =>
    testInWorkspace(async (house) => {
      await createGuardedEnvironment(house, production);
      await house.edit(file, 'protected: true', said);
      const report = await house.synchronize();
      expect(JSON.stringify(report)).toContain(message);
      expect(await findEnvironment(house)).toMatchObject({ guard: production, proposedGuard: null });
    })(),
  );
});
