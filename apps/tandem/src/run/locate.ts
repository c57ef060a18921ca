import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { findDataFolder, usualName } from '@tandem/folder/data-folder';

import { isPresent } from '../exists.js';
import { quoteShellWord } from '../import/shown-result.js';
import { CommandRefusal } from '../refused.js';

const hasManifest = (path: string): Promise<boolean> => isPresent(join(path, 'opencollection.yml'));

/** The workspace whose data folder is at a path; otherwise the path itself. */
export const findWorkspaceOfData = async (path: string): Promise<string> =>
  basename(path) === usualName && ((await hasManifest(path)) || !(await hasManifest(dirname(path))))
    ? dirname(path)
    : path;

/**
 * The workspace that contains a path or is contained in it: the nearest folder upwards with a manifest in it or in
 * its `tandem`.
 */
export const findWorkspaceFolder = async (path: string): Promise<string | undefined> => {
  for (const folder of [usualName, '.']) {
    if (await isPresent(join(path, folder, 'opencollection.yml'))) return findWorkspaceOfData(path);
  }
  const parent = dirname(path);
  return parent === path ? undefined : findWorkspaceFolder(parent);
};

/** The folder of a Bruno collection in `.bru` files that contains a path. */
const findBrunoFolder = async (path: string): Promise<string | undefined> => {
  if (await isPresent(join(path, 'bruno.json'))) return path;
  const parent = dirname(path);
  return parent === path ? undefined : findBrunoFolder(parent);
};

/** The workspace that contains a path, unless a collection that has to be converted first is nearer. */
const requireWorkspaceFolder = async (given: string): Promise<string> => {
  const path = resolve(given);
  const [workspace, bruno] = [
    await findWorkspaceFolder(await findWorkspaceOfData(path)),
    await findBrunoFolder(path),
  ];
  if (bruno !== undefined && (workspace === undefined || bruno.startsWith(workspace + sep)))
    throw new CommandRefusal(
      `${given} is a collection of .bru files, which do not run. Convert it first: tandem import ${quoteShellWord(relative('', bruno) || '.')} <new folder>`,
    );
  if (workspace !== undefined) return workspace;
  throw new CommandRefusal(
    `${given} is in no workspace: no folder around it holds opencollection.yml or tandem/opencollection.yml. Run "tandem run <folder>".`,
  );
};

/** A workspace folder and its selected files; all if `files` is absent. */
export interface LocatedWorkspace {
  readonly workspace: string;
  /** The absolute path of its data folder. */
  readonly root: string;
  readonly files?: readonly string[];
}

const toInnerPath = (root: string, path: string): string | undefined => {
  const inside = relative(root, path);
  const isAround = inside === '' || inside.startsWith('..');
  return isAround ? undefined : inside.split(sep).join('/').replace(/\.js$/, '.yml');
};

/**
 * The workspace folder that `paths` mean: it, its data folder, or folders and files in that.
 * @throws Refused if a path does not exist, is in no workspace, or is in another one
 */
export const locate = async (paths: readonly string[]): Promise<LocatedWorkspace> => {
  const found = await Promise.all(
    (paths.length === 0 ? ['.'] : paths).map(async (given) => {
      const path = resolve(given);
      if (!(await isPresent(path))) throw new CommandRefusal(`${given} does not exist.`);
      const workspace = await requireWorkspaceFolder(given);
      const { root } = await findDataFolder(workspace);
      return { given, workspace, root, file: toInnerPath(root, path) };
    }),
  );
  const [first] = found;
  if (first === undefined) throw new CommandRefusal('Name a folder.');
  const { workspace, root } = first;
  const other = found.find((one) => one.workspace !== workspace);
  if (other) throw new CommandRefusal(`${other.given} is in another workspace; run one workspace at a time.`);
  const files = found.map(({ file }) => file);
  return files.some((file) => file === undefined)
    ? { workspace, root }
    : { workspace, root, files: files.flatMap((file) => file ?? []) };
};
