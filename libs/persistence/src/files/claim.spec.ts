import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { claim } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';

/** Bundled once per run by ../bundle-programs.setup.mjs. */
const library = JSON.stringify(new URL('../../test-output/index.mjs', import.meta.url).href);

/** Claims the file, prints whether that worked, and runs until it is killed. */
const program = (file: string) => `
  const { claim } = await import(${library});
  process.stdout.write((await claim(${JSON.stringify(file)})) === undefined ? 'lost' : 'won');
  setInterval(() => undefined, 1_000);
`;

const claimElsewhere = async (file: string) => {
  const node = ['--input-type=module', '-e', program(file)];
  const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async (): Promise<void> => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  return { said: said.toString(), kill };
};

describe('a claim', () => {
  it(
    'is granted once, until it is released',
    testInFolder(async (folder) => {
      const file = join(folder, 'deep', 'claim');
      const first = await claim(file);
      expect(first).toBeDefined();
      expect(await claim(file)).toBeUndefined();
      await first?.release();
      const second = await claim(file);
      expect(second).toBeDefined();
      await second?.release();
    }),
  );

  it(
    'is granted to only one of many simultaneous callers',
    testInFolder(async (folder) => {
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim(join(folder, 'claim'))));
      const had = claims.filter((one) => one !== undefined);
      expect(had).toHaveLength(1);
      await had[0]?.release();
    }),
  );

  it(
    'ends with its process, even if that is killed',
    testInFolder(async (folder) => {
      const file = join(folder, 'claim');
      const other = await claimElsewhere(file);
      expect(other.said).toBe('won');
      expect(await claim(file)).toBeUndefined();
      await other.kill();
      const mine = await claim(file);
      expect(mine).toBeDefined();
      const late = await claimElsewhere(file);
      expect(late.said).toBe('lost');
      await late.kill();
      await mine?.release();
    }),
  );

  it(
    'fails if its path is not a file',
    testInFolder(async (folder) => {
      await mkdir(join(folder, 'claim'));
      await expect(claim(join(folder, 'claim'))).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    }),
  );
});
