import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { fileOperations } from './files/operations.js';
import { createCrashingOperations } from './testing/crashing.js';
import { testInFolder, type Layout, layouts, openHouse } from './testing/house.js';

/** Moves a request, crashes the run at step `at`, changes the request in the app, and runs again. */
const crashAtStep = async (folder: string, at: number, layout: Layout) => {
  const path = join(folder, String(at), 'shop');
  await mkdir(path, { recursive: true });
  const house = await openHouse(path, layout);
  const id = await house.createRest({ name: 'Moved', folder: 'Old', url: 'http://h/', script: 'a()\n' });
  await house.synchronize();
  await unwrapResult(
    house.application.rest.update({ id, folder: 'New', url: 'http://h/1', script: 'b()\n' }),
  );
  const crashing = createCrashingOperations(at);
  house.on(crashing);
  await house.application.synchronization.synchronize({})();
  house.on(fileOperations);
  await unwrapResult(house.application.rest.update({ id, url: 'http://h/2' }));
  const { conflicts, invalid, warnings } = await house.synchronize();
  const again = await house.synchronize();
  const files = Object.keys(await house.files()).filter((file) => file.includes('moved'));
  const { url, folder: at2, script } = await house.get(id);
  return {
    steps: crashing.steps(),
    told: [conflicts, invalid, warnings],
    again,
    files,
    rest: { url, folder: at2, script },
  };
};

describe.each(layouts)('a move in the layout %s that is interrupted', (layout) => {
  it(
    'is completed by the next run, whatever the step',
    { tags: 'folder:crash:edited' },
    testInFolder(async (folder) => {
      const { steps } = await crashAtStep(folder, Infinity, layout);
      expect(steps).toBeGreaterThan(5);
      for (let at = 1; at <= steps; at++)
        expect({ at, ...(await crashAtStep(folder, at, layout)), steps }).toMatchObject({
          at,
          told: [[], [], []],
          again: { written: [], pulled: [], merged: [], renamed: [], deleted: [], conflicts: [] },
          files: ['new/moved.js', 'new/moved.yml'],
          rest: { url: 'http://h/2', folder: 'New', script: 'b()\n' },
        });
    }),
  );
});
