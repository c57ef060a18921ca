import { chmod, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { loadWindowKey } from './window-key.js';

let folder: string;
const path = () => join(folder, 'servers', 'window.key');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the window key', { tags: 'page:resume' }, () => {
  it('is kept for the next start, and only its owner can read it', async () => {
    const key = await loadWindowKey(path());
    expect(key).toHaveLength(32);
    expect((await stat(path())).mode & 0o077).toBe(0);
    await chmod(path(), 0o644);
    expect(await loadWindowKey(path())).toEqual(key);
    expect((await stat(path())).mode & 0o077).toBe(0);
  });

  it('is replaced after 30 days', async () => {
    const key = await loadWindowKey(path());
    const old = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000);
    await utimes(path(), old, old);
    expect(await loadWindowKey(path())).not.toEqual(key);
  });
});
