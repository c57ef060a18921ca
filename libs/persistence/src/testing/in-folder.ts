import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a test with a folder of its own, which is always removed. */
export const testInFolder =
  (test: (folder: string) => Promise<void>): (() => Promise<void>) =>
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-persistence-'));
    try {
      await test(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
