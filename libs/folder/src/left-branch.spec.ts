import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const secret = 'a-value-that-no-file-has';
const pair = (name: string, value: string) => ({ name, value, enabled: true });

const setSecrets = async (house: TestWorkspace, secrets: readonly ReturnType<typeof pair>[]) => {
  const environment = await house.environment();
  const { revision } = environment;
  await unwrapResult(
    house.store.environments.replace({ ...environment, revision: revision + 1, secrets }, revision),
  );
  await house.synchronize();
};

/** The name of the only environment's file. */
const fileOf = async (house: TestWorkspace): Promise<string> => {
  const path = Object.keys(await house.files()).find((one) => one.startsWith('environments/'));
  return path ?? expect.fail('there is no environment');
};

describe('switching to a branch without a secret, and back', () => {
  it(
    'deletes the value of a secret in the app if the file no longer contains the secret',
    { tags: 'folder:secrets' },
    testInWorkspace(async (house) => {
      await setSecrets(house, [pair('TOKEN', secret), pair('OTHER', 'another value')]);
      const file = await fileOf(house);
      const here = await house.read(file);
      const there = here.replace(/.*name: TOKEN\n(?:(?! *- ).*\n)*/, '');
      expect(there).not.toContain('TOKEN');
      await house.write(file, there);
      await house.synchronize();
      expect((await house.environment()).secrets).toEqual([pair('OTHER', 'another value')]);
      await house.write(file, here);
      await house.synchronize();
      expect((await house.environment()).secrets).toEqual([
        pair('TOKEN', secret),
        pair('OTHER', 'another value'),
      ]);
      expect(await unwrapResult(house.store.folderMemories.retired(house.workspace.id))).toEqual([]);
    }),
  );

  it(
    'restores a removed environment with all its values, and makes it active again',
    { tags: 'folder:secrets' },
    testInWorkspace(async (house) => {
      await setSecrets(house, [pair('TOKEN', secret)]);
      const before = await house.environment();
      const file = await fileOf(house);
      const text = await house.read(file);
      await house.remove(file);
      await house.synchronize({ confirmDeletions: true });
      expect(await house.environments()).toEqual([]);
      await house.write(file, text);
      await house.synchronize();
      const [after] = await house.environments();
      expect(after).toMatchObject({ id: before.id, secrets: [pair('TOKEN', secret)] });
      const workspace = await unwrapResult(house.store.workspaces.active());
      expect(workspace?.activeEnvironmentId).toBe(before.id);
    }),
  );

  it(
    "writes the secret's value to no file in between",
    { tags: 'folder:secrets' },
    testInWorkspace(async (house) => {
      await setSecrets(house, [pair('TOKEN', secret)]);
      await house.remove(await fileOf(house));
      await house.synchronize({ confirmDeletions: true });
      await house.createRest({ name: 'R', url: `http://h/${secret}`, script: '' });
      const { withheld } = await house.synchronize();
      expect(withheld).toEqual([{ path: 'r.yml', field: 'url', secret: 'TOKEN' }]);
      expect(JSON.stringify(await house.files())).not.toContain(secret);
    }),
  );
});
