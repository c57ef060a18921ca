import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { join as joinNative } from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { maxFolderDepth, type FolderState } from '@tandem/core';

import { getDirectory, getScriptPath, join, manifestPath } from '../layout/paths.js';
import { createFault } from '../yaml/parse.js';
import { classifyYaml, hasKey, isCollectionLink } from './classify-yaml.js';
import { hasManifest, defaultFolderName } from './data-folder.js';
import { type Entry, type FileOperations, getErrorCode } from './operations.js';
import type { FolderFile, FolderTree, Unreadable } from './tree.js';

/** A data folder that also contains other files, such as a repository's sources. */
interface SharedFolder {
  /** Whether the last synchronization knew this path or a path below it. */
  readonly isKnown: (path: string) => boolean;
  /** Whether the manifest says that a directory is not part of the collection. */
  readonly isIgnored: (path: string) => boolean;
  /** The directories that the manifest ignores, whether they exist or not. */
  readonly ignored: readonly string[];
  /** Whether files that were never synchronized are imported. */
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
 * Describes a data folder that contains other files too.
 * @param ignored the directories that its manifest ignores; undefined while the manifest cannot be read, and then no new files are
 * imported
 */
export const createSharedFolder = (
  state: FolderState,
  ignored: readonly string[] | undefined,
): SharedFolder => {
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

const isLowerCaseYaml = (path: string): boolean => /\.ya?ml$/.test(path);
const isEnvironment = (path: string): boolean => getDirectory(path) === 'environments';
const isFolderFile = (path: string): boolean => /(?:^|\/)folder\.yml$/.test(path);

/**
 * Selects the paths of `wanted` that may be ours: YAML files, and scripts next to them. Also selects a script whose own YAML file may be
 * missing.
 */
const selectWantedPaths = (
  { isKnown, takesNew }: SharedFolder,
  wanted: readonly string[],
): readonly string[] => {
  const yaml = wanted.filter(
    (path) => isLowerCaseYaml(path) && (takesNew || isKnown(path) || path === manifestPath),
  );
  const stems = new Set(yaml.map((path) => path.replace(/\.ya?ml$/, '')));
  const directories = new Set(yaml.map(getDirectory));
  const isBeside = (path: string): boolean => {
    if (stems.has(path.slice(0, -'.js'.length))) return true;
    return directories.has(getDirectory(path)) || path === 'collection.js';
  };
  const scripts = wanted.filter(
    (path) => !isLowerCaseYaml(path) && (isKnown(path) || (takesNew && isBeside(path))),
  );
  return [...yaml, ...scripts];
};

/** Removes files of other programs from the tree. */
export const removeForeignFiles = (tree: FolderTree, { isKnown }: SharedFolder): FolderTree => {
  const notRead = tree.notRead.filter(({ path }) => isLowerCaseYaml(path) || !path.endsWith('.js'));
  const isOurs = (path: string, text: string): boolean => {
    if (path === manifestPath || isEnvironment(path) || isFolderFile(path) || hasKey(text, 'x-tandem'))
      return true;
    const judgement = classifyYaml(text);
    if (typeof judgement === 'object') notRead.push({ path, line: 1, column: 1, message: judgement.reason });
    return judgement === 'ours';
  };
  const files = [...tree.files].filter(
    ([path, { text }]) => !isLowerCaseYaml(path) || isKnown(path) || isOurs(path, text),
  );
  return { ...tree, files: new Map(files), notRead };
};

/** Matches names of temporary files. Git and other programs ignore them, and the next synchronization removes them. */
export const temporaryNamePattern = /^\.tandem-[0-9a-f]+\.tmp$/;

const maxFiles = 100_000;

/** Maximum time for which files are read before yielding to other work, in milliseconds. */
const sliceMs = 15;

const isRead = (name: string): boolean => /\.(?:ya?ml|js)$/.test(name);
const hasReadableExtension = (name: string): boolean => /\.(?:ya?ml|js)$/i.test(name);
const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Whether a file is the script of a request, a folder or the whole collection. */
const isScriptOf = (names: ReadonlySet<string>, directory: string, name: string): boolean => {
  if (!name.endsWith('.js')) return false;
  if (directory === '' ? name === 'collection.js' : name === 'folder.js' && [...names].some(isYaml))
    return true;
  return ['.yml', '.yaml'].some((end) => names.has(`${name.slice(0, -3)}${end}`));
};

/** Whether a file with this name is ours regardless of its content. */
const isReservedPath = (directory: string, name: string): boolean =>
  isYaml(name) &&
  (directory === 'environments' || name === 'folder.yml' || join(directory, name) === manifestPath);

interface TreeReadContext {
  readonly files: Map<string, FolderFile>;
  readonly unreadable: Unreadable[];
  readonly notRead: Unreadable[];
  readonly among: SharedFolder | undefined;
  readonly taken: string[];
  readonly directories: string[];
  readonly leftovers: string[];
  readonly wanted: string[];
  /** Links that a user may have meant to be one of our files. They are examined last. */
  readonly links: string[];
}

const addUnreadable = (
  reading: TreeReadContext,
  path: string,
  message: string,
  { line = 1, column = 1, isOurs = false } = {},
): void => {
  const list = isOurs || (reading.among?.isKnown(path) ?? true) ? reading.unreadable : reading.notRead;
  list.push({ path, ...createFault(line, column, message) });
};

const linkMessage = 'a symbolic link is not followed';

const classifyEntry = (
  reading: TreeReadContext,
  directory: string,
  { name, kind, isText }: Entry,
  names: ReadonlySet<string>,
): string | undefined => {
  const path = join(directory, name);
  reading.taken.push(path);
  if (kind === 'file' && temporaryNamePattern.test(name)) reading.leftovers.push(path);
  if (isSkipped(name) || reading.among?.isIgnored(path)) return undefined;
  if (!isText) {
    if (kind === 'directory' || isRead(name)) addUnreadable(reading, path, 'its name is not UTF-8');
    return undefined;
  }
  if (kind === 'directory') return path;
  if (kind === 'link') {
    const isOurs = isScriptOf(names, directory, name) || isReservedPath(directory, name);
    // Without this report, the request whose script is the link would run without its script, and nobody would notice.
    if (isOurs || (reading.among?.isKnown(path) ?? true))
      addUnreadable(reading, path, linkMessage, { isOurs: true });
    else reading.links.push(path);
    return undefined;
  }
  const isConcern = reading.among === undefined || reading.among.isKnown(path) || isYaml(name);
  if (!isConcern && kind !== 'file') return undefined;
  if (kind === 'file' && isRead(name)) reading.wanted.push(path);
  else if (isRead(name)) addUnreadable(reading, path, 'this is not a regular file');
  else if (isConcern && kind === 'file' && hasReadableExtension(name))
    addUnreadable(reading, path, 'its extension must be in lower case; rename it to .yml, .yaml or .js');
  return undefined;
};

const walk = async (operations: FileOperations, root: string, reading: TreeReadContext): Promise<void> => {
  const queue = [''];
  for (let directory = queue.shift(); directory !== undefined; directory = queue.shift()) {
    const depth = directory === '' ? 0 : directory.split('/').length;
    if (depth > maxFolderDepth || reading.taken.length > maxFiles) {
      addUnreadable(
        reading,
        directory,
        depth > maxFolderDepth ? `more than ${maxFolderDepth} folders deep` : `more than ${maxFiles} files`,
      );
      continue;
    }
    const entries = await operations.list(joinNative(root, directory));
    const names = new Set(entries.map(({ name }) => name));
    for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = classifyEntry(reading, directory, entry, names);
      if (inner === undefined) continue;
      if (
        reading.among &&
        inner === defaultFolderName &&
        (await hasManifest(operations, joinNative(root, inner)))
      ) {
        addUnreadable(
          reading,
          inner,
          'it holds another workspace; remove the opencollection.yml of one of the two',
        );
        continue;
      }
      reading.directories.push(inner);
      queue.push(inner);
    }
  }
};

/** Reports links that point to a collection or are named like a YAML file. */
const checkLinks = async (root: string, reading: TreeReadContext): Promise<void> => {
  for (const path of reading.links) {
    const isOurs = await isCollectionLink(joinNative(root, path));
    if (isOurs || isYaml(path)) addUnreadable(reading, path, linkMessage, { isOurs });
  }
};

const toFolderFile = (path: string, bytes: Buffer): FolderFile => ({
  path,
  hash: hash('sha256', bytes),
  get text() {
    // A byte order mark is not part of the text (YAML 1.2, section 5.2).
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  },
});

const readTreeFile = async (
  operations: FileOperations,
  root: string,
  path: string,
  reading: TreeReadContext,
  maxFileBytes: number,
): Promise<void> => {
  const bytes = await operations.read(joinNative(root, path), maxFileBytes).catch((error: unknown) => {
    addUnreadable(
      reading,
      path,
      error instanceof Error ? `it cannot be read: ${getErrorCode(error) ?? ''}` : '',
    );
    return undefined;
  });
  if (bytes === undefined) return;
  if (bytes === null) {
    addUnreadable(reading, path, `it has more than ${maxFileBytes / 1_000_000} MB`);
    return;
  }
  if (isUtf8(bytes)) reading.files.set(path, toFolderFile(path, bytes));
  else {
    const text = bytes.toString('utf8');
    const before = text.split('\ufffd')[0] ?? '';
    addUnreadable(reading, path, 'it is not UTF-8', {
      line: before.split('\n').length,
      column: before.length - before.lastIndexOf('\n'),
      isOurs: isYaml(path) && classifyYaml(text) === 'ours',
    });
  }
};

const listParentFolders = (path: string): readonly string[] => {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
};

export interface ReadTreeOptions {
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Describes the folder if it also contains other files. */
  readonly among?: SharedFolder | undefined;
}

/** Reads the data folder at `root`, and nothing outside it. */
export const readTree = async (
  operations: FileOperations,
  root: string,
  { maxFileBytes, signal, among }: ReadTreeOptions,
): Promise<FolderTree> => {
  const reading: TreeReadContext = {
    files: new Map(),
    unreadable: [],
    notRead: [],
    among,
    taken: [],
    directories: [],
    leftovers: [],
    wanted: [],
    links: [],
  };
  const exists = (await operations.kindOf(root)) !== null;
  if (exists) await walk(operations, root, reading);
  await checkLinks(root, reading);
  const wanted = among === undefined ? reading.wanted : selectWantedPaths(among, reading.wanted);
  let began = performance.now();
  for (const path of wanted) {
    await readTreeFile(operations, root, path, reading, maxFileBytes);
    if (performance.now() - began < sliceMs) continue;
    await othersTurn();
    signal?.throwIfAborted();
    began = performance.now();
  }
  const files = new Map(
    wanted.flatMap((path) => {
      const file = reading.files.get(path);
      return file === undefined ? [] : [[path, file] as const];
    }),
  );
  // Git does not store empty folders, so an interrupted synchronization may have left this one.
  const [isDirectory, isLeftover] = [new Set(reading.directories), new Set(reading.leftovers)];
  const kept = reading.taken.filter((path) => !isDirectory.has(path) && !isLeftover.has(path));
  const full = new Set(kept.flatMap(listParentFolders));
  const directories = reading.directories.filter((path) => full.has(path));
  const { unreadable, notRead, leftovers } = reading;
  return {
    unreadable,
    notRead,
    leftovers,
    directories,
    taken: [...kept, ...full, ...(among?.ignored ?? [])],
    files,
    hashes: new Map([...files].map(([path, { hash }]) => [path, hash])),
    exists,
  };
};
