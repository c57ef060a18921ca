import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openPreferencesFile } from './preferences-file.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preferences-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('returns what was written last', async () => {
  const file = openPreferencesFile(join(folder, 'window', 'preferences.json'));
  expect(await file.read()).toEqual({});
  const tabs = { ws_1: { open: ['rest_1'], shown: 'rest_1' } };
  await Promise.all([file.write({ placement: 'below' }), file.write({ tabs, placement: 'right' })]);
  expect(await file.read()).toEqual({ tabs, placement: 'right' });
});

it('waits for writes that were requested before the read', async () => {
  const file = openPreferencesFile(join(folder, 'p.json'));
  await file.write({ placement: 'below' });
  const writing = file.write({ placement: 'right' });
  expect(await file.read()).toEqual({ placement: 'right' });
  await writing;
});

it('refuses invalid preferences, and reads a broken file as empty', async () => {
  const file = openPreferencesFile(join(folder, 'p.json'));
  expect(await file.write({ placement: 'left' })).toBeUndefined();
  await writeFile(join(folder, 'p.json'), '{');
  expect(await file.read()).toEqual({});
});
