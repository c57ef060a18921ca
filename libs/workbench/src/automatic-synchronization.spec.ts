import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  type AutomaticSettings,
  type AutomaticSynchronization,
  startAutomaticSynchronization,
} from './automatic-synchronization.js';
import { type OnDisk, openOnDisk, unwrapResult } from './testing/on-disk.js';

let on: OnDisk;
let settings: AutomaticSettings;
/** The number of started runs. */
let startedCount = 0;
let automatic: AutomaticSynchronization;
const notices: string[] = [];

beforeEach(async () => {
  on = await openOnDisk((_, response) => response.end());
  settings = { writes: true, reads: true };
  notices.length = 0;
  automatic = startAutomaticSynchronization({
    application: on.application,
    settings: () => {
      startedCount += 1;
      return Promise.resolve(settings);
    },
    notice: (message) => notices.push(message),
    restMs: 20,
  });
});
afterEach(async () => {
  await automatic.close();
  await on.close();
});

const data = (name: string): string => join(on.folder, 'tandem', name);
const text = (name: string): Promise<string> => readFile(data(name), 'utf8').catch(() => '');
const plan = () => unwrapResult(on.application.synchronization.synchronize({ dryRun: true }));
const readUrl = async (id: Parameters<typeof on.execute>[0]): Promise<string> =>
  (await unwrapResult(on.application.rest.get({ id }))).url;

/** Waits until no run is in progress and none has started for a while. */
const waitUntilIdle = async (): Promise<void> => {
  let before = -1;
  const isSame = (): boolean => {
    const same = startedCount === before;
    before = startedCount;
    return same;
  };
  await expect.poll(isSame, { interval: 300 }).toBe(true);
  await plan();
};

/** Creates a request. Returns it with its file and the file's text, after the runs that its creation causes. */
const createSavedRequest = async () => {
  const { id } = await on.create({ name: 'Pet', url: 'http://127.0.0.1:9/base' });
  await expect.poll(() => text('pet.yml')).toContain('9/base');
  await waitUntilIdle();
  return { id, file: await text('pet.yml') };
};

const request = (name: string) => `info:\n  name: ${name}\n  type: http\nhttp:\n  url: http://127.0.0.1:9/\n`;

describe('a collection that is put into an open folder', { tags: 'folder:own' }, () => {
  it('is imported in place, watched, and not written to', async () => {
    await waitUntilIdle();
    const own = (name: string): string => join(on.folder, name);
    await writeFile(own('a.yml'), request('A'));
    await writeFile(own('opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: shop\n');
    const names = async (): Promise<readonly string[]> =>
      (await unwrapResult(on.application.rest.list({ take: 9 }))).requests.map(({ name }) => name).sort();
    await expect.poll(names).toEqual(['A']);
    await waitUntilIdle();
    await writeFile(own('b.yml'), request('B'));
    await expect.poll(names).toEqual(['A', 'B']);
    await waitUntilIdle();
    expect(await readFile(own('a.yml'), 'utf8')).toBe(request('A'));
    await rename(own('opencollection.yml'), own('kept'));
    await waitUntilIdle();
    await rename(own('kept'), own('opencollection.yml'));
    await writeFile(own('a.yml'), request('C'));
    await expect.poll(names).toEqual(['B', 'C']);
    expect(notices).toEqual([]);
  });
});

describe('an automatically synchronized folder', { tags: 'folder:automatic' }, () => {
  it('saves changes from the app, and removes the files of deleted entities', async () => {
    const { id } = await createSavedRequest();
    await unwrapResult(on.application.rest.remove({ id }));
    await expect.poll(() => text('pet.yml')).toBe('');
  });

  it('imports changes from the files, and marks them as changes by the folder', async () => {
    const { id, file } = await createSavedRequest();
    const by: (string | undefined)[] = [];
    on.application.changes.subscribe((change) => {
      if (change.id === id) by.push(change.by);
    });
    await writeFile(data('pet.yml'), file.replace('9/base', '9/file'));
    await expect.poll(() => readUrl(id)).toBe('http://127.0.0.1:9/file');
    await expect.poll(() => by).toEqual(['folder']);
  });

  it('leaves a conflict for a person to resolve', async () => {
    const { id, file } = await createSavedRequest();
    settings = { writes: false, reads: false };
    await writeFile(data('pet.yml'), file.replace('9/base', '9/file'));
    await unwrapResult(on.application.rest.update({ id, url: 'http://127.0.0.1:9/app' }));
    settings = { writes: true, reads: true };
    await unwrapResult(on.application.rest.update({ id, description: 'Saved beside the conflict' }));
    await expect.poll(() => text('pet.yml')).toContain('Saved beside the conflict');
    expect(await text('pet.yml')).toContain('9/file');
    expect(await readUrl(id)).toBe('http://127.0.0.1:9/app');
    expect((await plan()).conflicts).toMatchObject([{ id, field: 'url' }]);
  });

  it('stays idle after its own writes', async () => {
    await createSavedRequest();
    await waitUntilIdle();
  });

  it('reports once that the folder was removed, and continues when the folder is back', async () => {
    await createSavedRequest();
    await rename(on.folder, `${on.folder}-away`);
    await on.create({ name: 'First' });
    await expect.poll(() => notices.length).toBeGreaterThan(0);
    const before = startedCount;
    await on.create({ name: 'Second' });
    await expect.poll(() => startedCount).toBeGreaterThan(before);
    await rename(`${on.folder}-away`, on.folder);
    await on.create({ name: 'Third' });
    await expect.poll(() => text('third.yml')).toContain('Third');
    await expect.poll(() => text('second.yml')).toContain('Second');
    expect(new Set(notices).size).toBe(notices.length);
  });

  it('does not create a folder for a workspace without requests', async () => {
    const before = startedCount;
    await unwrapResult(on.application.environments.create({ name: 'Other' }));
    await expect.poll(() => startedCount).toBeGreaterThan(before);
    await automatic.close();
    expect(await readdir(on.folder)).toEqual([]);
  });
});

describe('a save-only folder', { tags: 'folder:automatic' }, () => {
  it('postpones a synchronization that would also import files', async () => {
    const { id, file } = await createSavedRequest();
    settings = { writes: true, reads: false };
    await unwrapResult(on.application.rest.update({ id, description: 'Only in the app' }));
    await expect.poll(() => text('pet.yml')).toContain('Only in the app');
    const present = await text('pet.yml');
    await writeFile(data('pet.yml'), present.replace('9/base', '9/file'));
    await on.create({ name: 'Second' });
    await expect.poll(async () => (await plan()).written).toEqual(['second.yml']);
    settings = { writes: true, reads: true };
    await on.create({ name: 'Third' });
    await expect.poll(() => readdir(join(on.folder, 'tandem'))).toContain('third.yml');
    await expect.poll(() => readUrl(id)).toBe('http://127.0.0.1:9/file');
    expect(file).toContain('9/base');
  });
});

describe('a read-only folder', { tags: 'folder:automatic' }, () => {
  it('imports a file, and writes no files', async () => {
    const { id, file } = await createSavedRequest();
    settings = { writes: false, reads: true };
    await writeFile(data('pet.yml'), file.replace('9/base', '9/file'));
    await expect.poll(() => readUrl(id)).toBe('http://127.0.0.1:9/file');
    await on.create({ name: 'Unsaved' });
    await mkdir(data('elsewhere'));
    await expect.poll(async () => (await plan()).written).toEqual(['unsaved.yml']);
    expect(await readdir(join(on.folder, 'tandem'))).not.toContain('unsaved.yml');
  });
});

it('postponed synchronization is done once the settings allow it', { tags: 'folder:automatic' }, async () => {
  settings = { writes: false, reads: false };
  await on.create({ name: 'Waits', url: 'http://127.0.0.1:9/waits' });
  await waitUntilIdle();
  expect(await text('waits.yml')).toBe('');
  settings = { writes: true, reads: false };
  automatic.catchUp();
  await expect.poll(() => text('waits.yml')).toContain('9/waits');
});
