import { describe, expect, it } from 'vitest';

import { type Guard, openGuard } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';

import { type House, testInHouse } from './testing/house.js';

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
const createGuardedEnvironment = async (house: House, guard: Guard) => {
  const { environments } = house.application;
  const { id } = await unwrapResult(environments.create({ name: 'Live', secrets: { TOKEN: 's3cret' } }));
  await unwrapResult(environments.guard({ id, guard }));
  await house.synchronize();
  return id;
};

const findEnvironment = async (house: House, name = 'Live') =>
  (await house.environments()).find((one) => one.name === name);

describe('the guard of an environment', { tags: 'guard:files' }, () => {
  it(
    'is written to its file, and read from it in another clone',
    testInHouse(async (house) => {
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
    testInHouse(async (house) => {
      await createGuardedEnvironment(house, production);
      await house.edit(file, 'protected: true', 'protected: true\n  agents:\n    otherwise: deny');
      await house.synchronize();
      const guard = { protected: true, agents: { rules: [], otherwise: 'deny' } };
      expect(await findEnvironment(house)).toMatchObject({ guard, proposedGuard: null });
    }),
  );

  it(
    'stays when a file loosens it, until a person decides',
    testInHouse(async (house) => {
      const id = await createGuardedEnvironment(house, production);
      const before = await house.read(file);
      await house.edit(file, '  protected: true\n', '');
      const { warnings } = await house.synchronize();
      expect(warnings).toEqual([
        { code: 'guardWaits', message: expect.stringMatching(/"Live" loosens its guard/) as string },
      ]);
      expect(await findEnvironment(house)).toMatchObject({ guard: production, proposedGuard: openGuard });
      // Neither another run nor another change of the file counts as a decision.
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
    'becomes what a file proposed once a person confirms it',
    testInHouse(async (house) => {
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
    'is restored when the file withdraws its proposal',
    testInHouse(async (house) => {
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
    'is restored with the file, whatever the file now contains',
    { tags: 'guard:kept' },
    testInHouse(async (house) => {
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
    'is not loosened by resolving a conflict with a value',
    { tags: 'guard:person' },
    testInHouse(async (house) => {
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
  ])('is not accepted from a file with %j', (said, message) =>
    testInHouse(async (house) => {
      await createGuardedEnvironment(house, production);
      await house.edit(file, 'protected: true', said);
      const report = await house.synchronize();
      expect(JSON.stringify(report)).toContain(message);
      expect(await findEnvironment(house)).toMatchObject({ guard: production, proposedGuard: null });
    })(),
  );
});
