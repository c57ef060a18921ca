import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { exists } from '../exists.js';
import { Refused } from '../refused.js';

/** The folder of a workspace that has its files in it. */
export const dataFolder = 'tandem';

/** The workspace that a path is in, or has in it: the nearest folder upwards that holds `tandem/opencollection.yml`. */
export const workspaceOf = async (path: string): Promise<string | undefined> => {
  if (await exists(join(path, dataFolder, 'opencollection.yml'))) return path;
  const parent = dirname(path);
  return parent === path ? undefined : workspaceOf(parent);
};

/** A workspace folder, and which of its files are wanted; all if `files` is absent. */
export interface Located {
  readonly workspace: string;
  readonly files?: readonly string[];
}

const fileIn = (workspace: string, path: string): string | undefined => {
  const inside = relative(join(workspace, dataFolder), path);
  const isAround = inside === '' || inside.startsWith('..');
  return isAround ? undefined : inside.split(sep).join('/').replace(/\.js$/, '.yml');
};

/**
 * The workspace folder that `paths` mean: it, its data folder, or folders and files in that.
 * @throws Refused if a path does not exist, is in no workspace, or is in another one
 */
export const locate = async (paths: readonly string[]): Promise<Located> => {
  const found = await Promise.all(
    (paths.length === 0 ? ['.'] : paths).map(async (given) => {
      const path = resolve(given);
      if (!(await exists(path))) throw new Refused(`${given} does not exist.`);
      const workspace = await workspaceOf(basename(path) === dataFolder ? dirname(path) : path);
      if (workspace === undefined)
        throw new Refused(
          `${given} is in no workspace: no folder around it holds tandem/opencollection.yml. Run "tandem run <folder>".`,
        );
      return { given, workspace, file: fileIn(workspace, path) };
    }),
  );
  const [first] = found;
  const other = found.find((one) => one.workspace !== first?.workspace);
  if (other) throw new Refused(`${other.given} is in another workspace; run one workspace at a time.`);
  const files = found.map(({ file }) => file);
  const workspace = first?.workspace ?? '.';
  return files.some((file) => file === undefined)
    ? { workspace }
    : { workspace, files: files.flatMap((file) => file ?? []) };
};
