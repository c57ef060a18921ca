import { randomBytes } from 'node:crypto';
import { link, lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Target } from './targets.js';

/** A file that another program has created or changed meanwhile. */
export class InTheWay extends Error {}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const writeNew = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Gives a file its name, unless that is in use. */
const place = async (temporary: string, path: string): Promise<void> => {
  try {
    await link(temporary, path);
    await rm(temporary);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new InTheWay(path);
    // Some file systems have no hard links.
    if (await isThere(path)) throw new InTheWay(path);
    await rename(temporary, path);
  }
};

/** Those of the files that exist with other content. */
export const findConflictingFiles = async (
  root: string,
  targets: readonly Target[],
): Promise<readonly string[]> => {
  const taken = await Promise.all(
    targets.map(async ({ path, text }) => {
      if (!(await isThere(join(root, path)))) return [];
      // Files written by a killed conversion are already correct.
      const present = await readFile(join(root, path), 'utf8').catch(() => undefined);
      return present === text ? [] : [path];
    }),
  );
  return taken.flat();
};

/**
 * Writes files beside the originals: all of them, or none.
 * @throws InTheWay if one of them exists with other content
 */
export const writeInPlace = async (root: string, targets: readonly Target[]): Promise<void> => {
  const [taken] = await findConflictingFiles(root, targets);
  if (taken !== undefined) throw new InTheWay(join(root, taken));
  const missing: Target[] = [];
  for (const one of targets) if (!(await isThere(join(root, one.path)))) missing.push(one);
  const prepared = missing.map(({ path, text }) => {
    const name = `.tandem-${randomBytes(8).toString('hex')}.tmp`;
    return { path: join(root, path), temporary: join(root, dirname(path), name), text };
  });
  const placed: string[] = [];
  try {
    for (const { temporary, text } of prepared) await writeNew(temporary, text);
    for (const { temporary, path } of prepared) {
      await place(temporary, path);
      placed.push(path);
    }
  } catch (error) {
    for (const path of placed.reverse()) await rm(path, { force: true });
    for (const { temporary } of prepared) await rm(temporary, { force: true });
    throw error;
  }
};
