import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { keepPrivate } from './keep-private.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-private-'));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe.skipIf(process.platform === 'win32')('a folder that other users can open', () => {
  it(
    'is restricted, or reported with the command that restricts it',
    { tags: 'storage:private' },
    async () => {
      await chmod(folder, 0o755);
      expect(await keepPrivate(folder, 0o700, false)).toBe(
        `other users of this machine can open ${folder}, which holds secrets; run: chmod 700 '${folder}'`,
      );
      expect(await modeOf(folder)).toBe(0o755);
      expect(await keepPrivate(folder, 0o700)).toBeUndefined();
      expect(await modeOf(folder)).toBe(0o700);
      expect(await keepPrivate(folder, 0o700, false)).toBeUndefined();
    },
  );
});
