import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseJson, stringifyJson } from '@tandem/core/codec';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { openPreferencesFile, openUnsavedFile } from './page-storage.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-storage-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('preferences are read as they were written last', async () => {
  const file = openPreferencesFile(join(folder, 'window', 'preferences.json'));
  expect(await file.read()).toEqual({});
  const tabs = { ws_1: { open: ['rest_1'], shown: 'rest_1' } };
  await Promise.all([file.write({ placement: 'below' }), file.write({ tabs, placement: 'right' })]);
  expect(await file.read()).toEqual({ tabs, placement: 'right' });
});

it('a read of preferences waits for writes that were requested earlier', async () => {
  const file = openPreferencesFile(join(folder, 'p.json'));
  await file.write({ placement: 'below' });
  const writing = file.write({ placement: 'right' });
  expect(await file.read()).toEqual({ placement: 'right' });
  await writing;
});

it('invalid preferences are refused, and a broken file is read as empty', async () => {
  const file = openPreferencesFile(join(folder, 'p.json'));
  expect(await file.write({ placement: 'left' })).toBeUndefined();
  await writeFile(join(folder, 'p.json'), '{');
  expect(await file.read()).toEqual({});
});

it('unsaved edits of several pages are merged, and empty entries are removed', async () => {
  const path = join(folder, 'window', 'unsaved.json');
  const file = openUnsavedFile(path);
  expect(await file.read()).toEqual({});
  await Promise.all([file.change({ a: 1, b: 1 }), file.change({ b: 2 }), file.change({ a: null })]);
  expect(await openUnsavedFile(path).read()).toEqual({ b: 2 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('unsaved edits keep all digits of their numbers', { tags: 'bodies:digits' }, async () => {
  const path = join(folder, 'unsaved.json');
  await openUnsavedFile(path).change(parseJson('{"a":{"n":12345678901234567890}}'));
  expect(stringifyJson(await openUnsavedFile(path).read())).toBe('{"a":{"n":12345678901234567890}}');
});

it('invalid unsaved edits are refused, and a broken file is read as empty', async () => {
  const path = join(folder, 'unsaved.json');
  expect(await openUnsavedFile(path).change([1])).toBe(false);
  await writeFile(path, '{');
  expect(await openUnsavedFile(path).read()).toEqual({});
});
