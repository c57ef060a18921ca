import type { FindSecret } from '../secrets/search.js';

const maxSlugLength = 60;

const deviceNamePattern = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/;
const specialNamePattern = /^(?:folder|opencollection|collection)$/;
const rootNamePattern = /^(?:environments|mocks|node_modules)$/;

const shortenSlug = (text: string): string =>
  Array.from(text).slice(0, maxSlugLength).join('').replace(/-+$/, '');

/** Makes a file name from `name`: lower case letters and digits joined by `-`. Never returns a name that a system or Bruno reserves. */
export const toSlug = (name: string, atRoot: boolean): string => {
  const plain = shortenSlug(
    name
      .normalize('NFC')
      .toLowerCase()
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  );
  const reserved =
    deviceNamePattern.test(plain) ||
    specialNamePattern.test(plain) ||
    (atRoot && rootNamePattern.test(plain));
  if (plain === '') return 'untitled';
  return reserved ? `${plain}-1` : plain;
};

/** The file name of an environment: its own name if every system can store that, otherwise a slug. */
const toEnvironmentStem = (name: string): string => {
  const plain =
    /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,58}[\p{L}\p{N}_-])?$/u.test(name) && name === name.normalize('NFC');
  const stem = name.toLowerCase().split('.')[0] ?? '';
  return plain && !deviceNamePattern.test(stem) && !specialNamePattern.test(stem)
    ? name
    : toSlug(name, false);
};

/** Whether `stem` was derived from `wished`, with or without a number at its end. */
export const isNamedAfter = (stem: string, wished: string): boolean =>
  stem === wished || (stem.startsWith(`${wished}-`) && /^\d+$/.test(stem.slice(wished.length + 1)));

/** A directory of requests, and the full path of its folder in the app. */
export interface KnownDirectory {
  readonly path: string;
  readonly folder: string;
}

export interface NewDirectory extends KnownDirectory {
  readonly name: string;
}

export const join = (directory: string, name: string): string =>
  directory === '' ? name : `${directory}/${name}`;

export const getDirectory = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The manifest of the workspace. */
export const manifestPath = 'opencollection.yml';

/** A file name without its extension. */
export const getStem = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

/**
 * The script of a file, next to it. The workspace's script is named as in Bruno, unless a request has that name.
 * @param isThere whether a file exists at a path
 */
export const getScriptPath = (path: string, isThere: (path: string) => boolean): string => {
  if (path !== manifestPath) return join(getDirectory(path), `${getStem(path)}.js`);
  return isThere('collection.yml') || isThere('collection.yaml') ? 'opencollection.js' : 'collection.js';
};

/** The index of the last slash that separates two names. A slash at an empty name is part of the name. */
export const findLastSeparator = (folder: string): number => {
  for (let at = folder.length - 2; at > 0; at--) if (folder[at] === '/' && folder[at - 1] !== '/') return at;
  return -1;
};

/** Returns the same key for two paths that some system treats as one file: macOS normalizes letters and ignores case. */
const foldPath = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase();

/** Assigns paths to files. Never assigns a path that is in use or was assigned before, ignoring case. */
export interface PathAssigner {
  readonly environment: (name: string, id: string) => string;
  readonly request: (folder: string, name: string, id: string) => string;
  /** The directory of a folder. Creates one if the folder has none. */
  readonly directory: (folder: string) => string;
  /** Lets a folder that is renamed keep its directory. */
  readonly keep: (path: string, folder: string) => void;
  /**
   * The new path of a request that moves from `path`. The request follows its folder, and its file name changes if it was derived from the
   * request's name.
   */
  readonly moved: (
    path: string,
    from: { readonly name: string; readonly folder: string },
    to: { readonly name: string; readonly folder: string },
    id: string,
  ) => string;
  readonly movedEnvironment: (path: string, from: string, to: string, id: string) => string;
  /** The directories that were created for folders, outermost first. */
  readonly made: () => readonly NewDirectory[];
}

/** Whether an environment's file is renamed when the environment is renamed. */
const shouldRenameFile = (path: string, from: string, to: string): boolean =>
  from !== to &&
  isNamedAfter(getStem(path), toEnvironmentStem(from)) &&
  toEnvironmentStem(to) !== toEnvironmentStem(from);

/** Assigns names that are not among the `taken` paths and `directories`. */
export const createPathAssigner = (
  taken: Iterable<string>,
  directories: readonly KnownDirectory[],
  find: FindSecret,
): PathAssigner => {
  const used = new Set([...taken].map(foldPath));
  const byFolder = new Map([['', ''], ...directories.map(({ path, folder }) => [folder, path] as const)]);
  const invented: NewDirectory[] = [];
  /** The number to try next, by path without a number. Assigned names are never released, so a search can continue from here. */
  const nextNumber = new Map<string, number>();

  const isFree = (directory: string, stem: string) =>
    ['', '.yml', '.yaml', '.js'].every((ending) => !used.has(foldPath(join(directory, stem + ending))));
  const claim = (directory: string, wished: string, id: string): string => {
    // A name without the value of a secret may still reveal it once it becomes a file name.
    const base = find(wished) === undefined ? wished : toSlug(id, false);
    const key = foldPath(join(directory, base));
    let number = nextNumber.get(key) ?? 1;
    const numbered = () => (number === 1 ? base : `${base}-${number}`);
    while (!isFree(directory, numbered())) number += 1;
    const stem = numbered();
    nextNumber.set(key, number + 1);
    used.add(foldPath(join(directory, `${stem}.yml`)));
    return stem;
  };
  const directoryFor = (folder: string): string => {
    const known = byFolder.get(folder);
    if (known !== undefined) return known;
    const at = findLastSeparator(folder);
    const outer = directoryFor(at < 0 ? '' : folder.slice(0, at));
    const name = folder.slice(at + 1);
    const path = join(outer, claim(outer, toSlug(name, outer === ''), 'folder'));
    used.add(foldPath(path));
    byFolder.set(folder, path);
    invented.push({ path, folder, name });
    return path;
  };
  const request = (directory: string, name: string, id: string): string =>
    join(directory, `${claim(directory, toSlug(name, directory === ''), id)}.yml`);
  const environment = (name: string, id: string): string =>
    `environments/${claim('environments', toEnvironmentStem(name), id)}.yml`;
  return {
    environment,
    directory: directoryFor,
    keep: (path, folder) => void byFolder.set(folder, path),
    request: (folder, name, id) => request(directoryFor(folder), name, id),
    moved: (path, from, to, id) => {
      const directory = from.folder === to.folder ? getDirectory(path) : directoryFor(to.folder);
      const stem = getStem(path);
      const old = toSlug(from.name, getDirectory(path) === '');
      const follows = from.name !== to.name && (isNamedAfter(stem, old) || stem === toSlug(id, false));
      if (follows && toSlug(to.name, directory === '') !== old) return request(directory, to.name, id);
      if (directory === getDirectory(path)) return path;
      return join(directory, `${claim(directory, stem, id)}.yml`);
    },
    movedEnvironment: (path, from, to, id) => (shouldRenameFile(path, from, to) ? environment(to, id) : path),
    made: () => invented,
  };
};
