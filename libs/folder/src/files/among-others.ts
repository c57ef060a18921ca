import type { FolderState } from '@tandem/core';

import { getDirectory, manifestPath, getScriptPath } from '../layout/places.js';
import { hasKey, classifyYaml } from './classify-yaml.js';
import type { FolderTree } from './tree.js';

/** A data folder that also contains other files, such as a repository's sources. */
export interface AmongOthers {
  /** Whether an entity is remembered at or below a path. */
  readonly isKnown: (path: string) => boolean;
  /** Whether a directory is not part of the collection, according to the manifest. */
  readonly isIgnored: (path: string) => boolean;
  /** The directories that the manifest ignores, whether they exist or not. */
  readonly ignored: readonly string[];
  /** Whether unknown files are imported. */
  readonly takesNew: boolean;
}

const collectKnownPaths = ({ memory, planned }: FolderState): ReadonlySet<string> => {
  const all = new Set<string>();
  const add = (path: string): void => {
    for (let at = path; at !== '' && !all.has(at); at = getDirectory(at)) all.add(at);
  };
  for (const { path, scriptHash } of memory.bases) {
    add(path);
    if (scriptHash !== '') for (const isThere of [true, false]) add(getScriptPath(path, () => isThere));
  }
  for (const { path } of memory.removals) add(path);
  for (const { path, replaces } of planned)
    for (const one of [path, ...replaces.map((old) => old.path)]) add(one);
  return all;
};

/**
 * A data folder among other files.
 * @param ignored the directories that its manifest ignores; undefined while it cannot be read, and then nothing new
 * is imported
 */
export const createAmongOthers = (
  state: FolderState,
  ignored: readonly string[] | undefined,
): AmongOthers => {
  const known = collectKnownPaths(state);
  const isKnown = (path: string): boolean => known.has(path);
  const left = new Set(ignored?.map((path) => path.replace(/^\.\/|\/+$/g, '')));
  return {
    isKnown,
    isIgnored: (path) => (ignored === undefined ? !isKnown(path) : left.has(path)),
    ignored: [...left],
    takesNew: ignored !== undefined,
  };
};

const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);
const isEnvironment = (path: string): boolean => getDirectory(path) === 'environments';
const isFolderFile = (path: string): boolean => /(?:^|\/)folder\.yml$/.test(path);

/** The files of `wanted` that can be ours, and the scripts in folders of YAML files, whose own files may be gone. */
export const selectWantedPaths = (
  { isKnown, takesNew }: AmongOthers,
  wanted: readonly string[],
): readonly string[] => {
  const yaml = wanted.filter((path) => isYaml(path) && (takesNew || isKnown(path) || path === manifestPath));
  const stems = new Set(yaml.map((path) => path.replace(/\.ya?ml$/, '')));
  const directories = new Set(yaml.map(getDirectory));
  const isBeside = (path: string): boolean => {
    if (stems.has(path.slice(0, -'.js'.length))) return true;
    return directories.has(getDirectory(path)) || path === 'collection.js';
  };
  const scripts = wanted.filter((path) => !isYaml(path) && (isKnown(path) || (takesNew && isBeside(path))));
  return [...yaml, ...scripts];
};

/** The tree without unrelated files, such as the settings of other programs. */
export const removeForeignFiles = (tree: FolderTree, { isKnown }: AmongOthers): FolderTree => {
  const notRead = tree.notRead.filter(({ path }) => isYaml(path) || !path.endsWith('.js'));
  const isOurs = (path: string, text: string): boolean => {
    if (path === manifestPath || isEnvironment(path) || isFolderFile(path) || hasKey(text, 'x-tandem'))
      return true;
    const judgement = classifyYaml(text);
    if (typeof judgement === 'object') notRead.push({ path, line: 1, column: 1, message: judgement.reason });
    return judgement === 'ours';
  };
  const files = [...tree.files].filter(
    ([path, { text }]) => !isYaml(path) || isKnown(path) || isOurs(path, text),
  );
  return { ...tree, files: new Map(files), notRead };
};
