import { given } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { fileOperations } from './files/operations.js';
import { crashingAt } from './testing/crashing.js';
import { type House, inFolder, openHouse } from './testing/house.js';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A workspace where every kind of step is due: new, changed on both sides, moved, renamed, deleted, script gone. */
const prepare = async (house: House) => {
  const { application, createRest } = house;
  const rest = (name: string, more: object = {}) =>
    createRest({ name, url: 'http://h/', script: '', ...more });
  const moved = await rest('Moved', { folder: 'Old', script: 'a\n' });
  const renamed = await rest('Before', { script: 'b\n' });
  const both = await rest('Both', { description: 'one\ntwo\nthree\nfour\nfive', script: 'c\n' });
  const gone = await rest('Gone', { script: 'd\n' });
  const scriptless = await rest('Scriptless', { script: 'e\n' });
  await rest('Deleted by hand');
  await house.synchronize();
  await given(application.rest.update({ id: moved, folder: 'New/Inner', url: 'http://h/moved' }));
  await given(application.rest.update({ id: renamed, name: 'After' }));
  await given(
    application.rest.update({ id: both, description: 'ONE\ntwo\nthree\nfour\nfive', script: 'C\n' }),
  );
  await given(application.rest.update({ id: scriptless, script: '' }));
  await given(application.rest.remove({ id: gone }));
  await rest('New', { folder: 'New', script: 'f\n' });
  await house.edit('both.yml', 'five', 'FIVE');
  await house.edit('both.yml', 'http://h/', 'http://h/theirs');
  await house.remove('deleted-by-hand.yml');
  await house.write('by-hand.yml', 'info:\n  name: By hand\n  type: http\nhttp:\n  url: http://h/\n');
  await house.write('by-hand.js', 'g\n');
};

const endOf = async (house: House) => ({
  files: await house.files(),
  rest: (await house.all()).map(({ revision: _, createdAt: _c, updatedAt: _u, ...fields }) => fields),
});

/** Runs the scenario with a crash at step `at`, then once more without; gives the end and how many steps there were. */
const withCrashAt = async (folder: string, at: number) => {
  // The workspace's name comes from its folder.
  const path = join(folder, String(at), 'shop');
  await mkdir(path, { recursive: true });
  const house = await openHouse(path);
  await prepare(house);
  const crashing = crashingAt(at);
  house.on(crashing);
  await house.application.synchronization.synchronize({})();
  house.on(fileOperations);
  const report = await house.synchronize();
  const again = await house.synchronize();
  expect(again).toMatchObject({ written: [], pulled: [], merged: [], renamed: [], deleted: [] });
  return { end: await endOf(house), steps: crashing.steps(), report };
};

describe('a run that ends in the middle', () => {
  it(
    'comes to the same end when it is run again, at whichever step it ended',
    { tags: 'folder:crash' },
    inFolder(async (folder) => {
      const whole = await withCrashAt(folder, Infinity);
      expect(whole.steps).toBeGreaterThan(15);
      for (let at = 1; at <= whole.steps; at++) {
        const { end, report } = await withCrashAt(folder, at);
        expect({ at, conflicts: report.conflicts, invalid: report.invalid }).toEqual({
          at,
          conflicts: [],
          invalid: [],
        });
        expect({ at, files: Object.keys(end.files) }).toEqual({ at, files: Object.keys(whole.end.files) });
        expect({ at, ...withoutNewIds(end) }).toEqual({ at, ...withoutNewIds(whole.end) });
      }
    }),
  );
});

/** A file without an id gets one at each attempt. */
const withoutNewIds = (end: Awaited<ReturnType<typeof endOf>>) =>
  JSON.parse(JSON.stringify(end).replaceAll(/rest_[0-9a-z]{16}/g, 'rest')) as object;
