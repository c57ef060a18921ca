import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { fileOperations } from './files/operations.js';
import {
  createCrashingOperations,
  type TestWorkspace,
  type Layout,
  layouts,
  openTestWorkspace,
  testInFolder,
} from './testing/house.js';

/** A workspace with one pending change of every kind: new, changed on both sides, moved, renamed, deleted, script removed. */
const prepare = async (house: TestWorkspace) => {
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
  await unwrapResult(application.rest.update({ id: moved, folder: 'New/Inner', url: 'http://h/moved' }));
  await unwrapResult(application.rest.update({ id: renamed, name: 'After' }));
  await unwrapResult(
    application.rest.update({ id: both, description: 'ONE\ntwo\nthree\nfour\nfive', script: 'C\n' }),
  );
  await unwrapResult(application.rest.update({ id: scriptless, script: '' }));
  await unwrapResult(application.rest.remove({ id: gone }));
  await rest('New', { folder: 'New', script: 'f\n' });
  await house.edit('both.yml', 'five', 'FIVE');
  await house.edit('both.yml', 'http://h/', 'http://h/theirs');
  await house.remove('deleted-by-hand.yml');
  await house.write('by-hand.yml', 'info:\n  name: By hand\n  type: http\nhttp:\n  url: http://h/\n');
  await house.write('by-hand.js', 'g\n');
};

const endOf = async (house: TestWorkspace) => ({
  files: await house.files(),
  rest: (await house.all()).map(({ revision: _, createdAt: _c, updatedAt: _u, ...fields }) => fields),
});

/** Synchronizes with a crash at step `at`, and then once more without a crash. Returns the result and the number of steps. */
const crashAtStep = async (folder: string, at: number, layout: Layout) => {
  // The workspace's name comes from its folder.
  const path = join(folder, String(at), 'shop');
  await mkdir(path, { recursive: true });
  const house = await openTestWorkspace(path, layout);
  await prepare(house);
  const crashing = createCrashingOperations(at);
  house.on(crashing);
  await house.application.synchronization.synchronize({})();
  house.on(fileOperations);
  const report = await house.synchronize();
  const again = await house.synchronize();
  expect(again).toMatchObject({ written: [], pulled: [], merged: [], renamed: [], deleted: [] });
  return { end: await endOf(house), steps: crashing.steps(), report };
};

describe.each(layouts)('an interrupted synchronization in the layout %s', (layout) => {
  it(
    'reaches the same result when it is repeated, whichever step was interrupted',
    { tags: 'folder:crash' },
    testInFolder(async (folder) => {
      const whole = await crashAtStep(folder, Infinity, layout);
      expect(whole.steps).toBeGreaterThan(15);
      for (let at = 1; at <= whole.steps; at++) {
        const { end, report } = await crashAtStep(folder, at, layout);
        expect({ at, conflicts: report.conflicts, invalid: report.invalid }).toEqual({
          at,
          conflicts: [],
          invalid: [],
        });
        expect({ at, files: Object.keys(end.files) }).toEqual({ at, files: Object.keys(whole.end.files) });
        expect({ at, ...maskNewIds(end) }).toEqual({ at, ...maskNewIds(whole.end) });
      }
    }),
  );
});

/** Edits that cause each kind of write. */
const prepareEdits = async (house: TestWorkspace) => {
  const { application, createRest } = house;
  const rest = (name: string, more: object = {}) =>
    createRest({ name, url: 'http://h/', script: '', ...more });
  const changed = await rest('Changed', { description: 'one\ntwo\nthree', script: 'a\nb\nc\n' });
  const moved = await rest('Moved', { folder: 'Old', script: 'd\n' });
  const scripted = await rest('Scripted');
  await house.synchronize();
  await unwrapResult(
    application.rest.update({ id: changed, url: 'http://h/1', script: 'A\nb\nc\n', method: 'PUT' }),
  );
  await house.edit('changed.yml', 'three', 'THREE');
  await unwrapResult(application.rest.update({ id: moved, folder: 'New', url: 'http://h/1' }));
  await unwrapResult(application.rest.update({ id: scripted, script: 'e\n' }));
  const added = await rest('Added', { url: 'http://h/1', script: 'f\n' });
  return { changed, moved, scripted, added };
};

type Edits = Awaited<ReturnType<typeof prepareEdits>>;

/** Changes the same fields in the app again, after the crash. */
const editAgain = async ({ application }: TestWorkspace, { changed, moved, scripted, added }: Edits) => {
  await unwrapResult(application.rest.update({ id: changed, url: 'http://h/2', script: 'AA\nb\nc\n' }));
  await unwrapResult(application.rest.update({ id: moved, url: 'http://h/2' }));
  await unwrapResult(application.rest.update({ id: scripted, script: 'E\n' }));
  await unwrapResult(application.rest.update({ id: added, url: 'http://h/2', script: 'F\n' }));
};

/** Synchronizes once for each of the steps `ats`, with a crash at that step. Then edits in the app and synchronizes. Returns the result. */
const editAfterCrashes = async (
  folder: string,
  ats: readonly number[],
  edit = editAgain,
  layout: Layout = 'tandem',
) => {
  const path = join(folder, ats.join('-'), 'shop');
  await mkdir(path, { recursive: true });
  const house = await openTestWorkspace(path, layout);
  const edits = await prepareEdits(house);
  let steps = 0;
  for (const at of ats) {
    const crashing = createCrashingOperations(at);
    house.on(crashing);
    await house.application.synchronization.synchronize({})();
    steps = crashing.steps();
  }
  house.on(fileOperations);
  await edit(house, edits);
  const { conflicts, invalid, warnings } = await house.synchronize();
  const quiet = { written: [], pulled: [], merged: [], renamed: [], deleted: [], conflicts: [] };
  const again = await house.synchronize();
  if (conflicts.length === 0) expect({ ats, ...again }).toMatchObject({ ats, ...quiet });
  const rest = (await house.all()).map(({ name, url, method, folder: at, script, description }) => [
    name,
    { url, method, folder: at, script, description },
  ]);
  const texts = Object.keys(await house.files());
  return { report: { conflicts, invalid, warnings }, rest: Object.fromEntries(rest) as object, texts, steps };
};

const nobody = { conflicts: [], invalid: [], warnings: [] };

describe('a change in the app after an interrupted synchronization', () => {
  const expected = {
    Changed: { url: 'http://h/2', method: 'PUT', script: 'AA\nb\nc\n', description: 'one\ntwo\nTHREE' },
    Moved: { url: 'http://h/2', folder: 'New', script: 'd\n' },
    Scripted: { script: 'E\n' },
    Added: { url: 'http://h/2', script: 'F\n' },
  };

  it.each(layouts)(
    'does not conflict with what that synchronization wrote, whichever step was interrupted (%s)',
    { tags: 'folder:crash:edited' },
    (layout) =>
      testInFolder(async (folder) => {
        const { steps } = await editAfterCrashes(folder, [1_000], editAgain, layout);
        expect(steps).toBeGreaterThan(15);
        for (let at = 1; at <= steps; at++) {
          const { report, rest } = await editAfterCrashes(folder, [at], editAgain, layout);
          expect({ at, ...report }).toEqual({ at, ...nobody });
          expect({ at, rest }).toMatchObject({ at, rest: expected });
        }
      })(),
  );

  it(
    'does not conflict after two interrupted synchronizations',
    testInFolder(async (folder) => {
      const { steps } = await editAfterCrashes(folder, [1_000]);
      for (let at = 8; at <= steps; at += 2)
        for (const next of [1, 3, 6]) {
          const { report, rest } = await editAfterCrashes(folder, [at, next]);
          expect({ at, next, ...report }).toEqual({ at, next, ...nobody });
          expect({ at, next, rest }).toMatchObject({ at, next, rest: expected });
        }
    }),
  );

  it(
    "is merged with a person's edits to the written files",
    testInFolder(async (folder) => {
      const { steps } = await editAfterCrashes(folder, [1_000]);
      let isWritten = 0;
      for (let at = 1; at < steps; at++) {
        const { report, rest } = await editAfterCrashes(folder, [at], async (house, edits) => {
          const text = await house.read('changed.yml');
          if (!text.includes('http://h/1')) return;
          isWritten += 1;
          await house.edit('changed.yml', 'http://h/1', 'http://h/by-hand');
          await unwrapResult(house.application.rest.update({ id: edits.changed, method: 'PATCH' }));
        });
        expect({ at, ...report }).toEqual({ at, ...nobody });
        const both = { url: 'http://h/by-hand', method: 'PATCH', script: 'A\nb\nc\n' };
        if (isWritten > 0 && at < steps) expect({ at, rest }).toMatchObject({ at, rest: { Changed: both } });
      }
      expect(isWritten).toBeGreaterThan(2);
    }),
  );

  it(
    'has a conflict if a person changed the same field in the written file',
    testInFolder(async (folder) => {
      const { steps } = await editAfterCrashes(folder, [1_000]);
      const { report } = await editAfterCrashes(folder, [steps], async (house, edits) => {
        await house.edit('changed.yml', 'http://h/1', 'http://h/by-hand');
        await editAgain(house, edits);
      });
      expect(report.conflicts).toMatchObject([
        { field: 'url', base: 'http://h/1', ours: 'http://h/2', theirs: 'http://h/by-hand' },
      ]);
    }),
  );
});

/** Replaces the ids of files that had no id, because such a file gets a new id at each attempt. */
const maskNewIds = (end: Awaited<ReturnType<typeof endOf>>) =>
  JSON.parse(JSON.stringify(end).replaceAll(/rest_[0-9a-z]{16}/g, 'rest')) as object;

/** Moves a request, synchronizes with a crash at step `at`, changes the request in the app, and synchronizes again. */
const crashMoveAtStep = async (folder: string, at: number, layout: Layout) => {
  const path = join(folder, String(at), 'shop');
  await mkdir(path, { recursive: true });
  const house = await openTestWorkspace(path, layout);
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

describe.each(layouts)('an interrupted move in the layout %s', (layout) => {
  it(
    'is completed by the next synchronization, whichever step was interrupted',
    { tags: 'folder:crash:edited' },
    testInFolder(async (folder) => {
      const { steps } = await crashMoveAtStep(folder, Infinity, layout);
      expect(steps).toBeGreaterThan(5);
      for (let at = 1; at <= steps; at++)
        expect({ at, ...(await crashMoveAtStep(folder, at, layout)), steps }).toMatchObject({
          at,
          told: [[], [], []],
          again: { written: [], pulled: [], merged: [], renamed: [], deleted: [], conflicts: [] },
          files: ['new/moved.js', 'new/moved.yml'],
          rest: { url: 'http://h/2', folder: 'New', script: 'b()\n' },
        });
    }),
  );
});
