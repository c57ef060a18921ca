import { isUtf8 } from 'node:buffer';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { maxFolderDepth, importLimits } from '@tandem/core';
import { isJsonObject, parseJson } from '@tandem/core/codec';

import type { BruFile } from './convert.js';

/** Limits of a folder. A file may be as large as in a data folder. */
export const brunoLimits = { files: 20_000, fileBytes: 2_500_000, bytes: importLimits.bytes } as const;

export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A folder of `.bru` files. */
export interface BrunoFolder {
  readonly name: string;
  readonly files: readonly BruFile[];
  /** Other files: requests may send them, and scripts may require them. */
  readonly others: readonly { readonly path: string; readonly bytes: number }[];
  readonly problems: readonly Problem[];
}

/** Thrown for a folder without a `.bru` collection. */
export class NoCollectionError extends Error {}

type Config = Readonly<Record<string, unknown>>;

const readConfig = async (folder: string): Promise<Config> => {
  const file = join(folder, 'bruno.json');
  const found = await lstat(file).catch(() => undefined);
  if (found?.isFile() !== true || found.size > brunoLimits.fileBytes)
    throw new NoCollectionError(`there is no bruno.json in ${folder}`);
  try {
    const config = parseJson(await readFile(file, 'utf8'));
    if (isJsonObject(config)) return config;
  } catch (error) {
    throw new NoCollectionError(`bruno.json cannot be read: ${(error as Error).message}`);
  }
  throw new NoCollectionError('bruno.json is no object');
};

const selectStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const getStem = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.bru$/, '');
const getDirectory = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const getFileKind = (path: string): BruFile['kind'] => {
  if (path === 'collection.bru') return 'collection';
  if (getDirectory(path) === 'environments') return 'environment';
  return getStem(path) === 'folder' ? 'folder' : 'request';
};

const getFileName = (path: string): string => {
  const own = getFileKind(path) === 'folder' ? getDirectory(path) : path;
  return getStem(own);
};

const isHidden = (name: string): boolean => name.startsWith('.');

/**
 * Packages, Git's files and hidden files do not belong to the collection. In hidden folders, only scripts belong to it, because other
 * scripts may require them.
 */
const isOutsideCollection = (path: string, isFolder: boolean): boolean => {
  const names = path.split('/');
  const last = names.at(-1) ?? '';
  if (isFolder) return ['node_modules', '.git'].includes(last);
  return isHidden(last) || (names.some(isHidden) && !/\.(?:js|cjs)$/.test(last));
};

const linkMessage = 'it is a link, which is not followed; replace it by the file';

/** Finds the paths of the files below a folder. Links are not followed. */
const findPaths = async (folder: string, ignored: ReadonlySet<string>, problems: Problem[]) => {
  const found: { readonly path: string; readonly bytes: number }[] = [];
  const queue = [''];
  const refuse = (path: string, message: string) => problems.push({ path, line: 1, column: 1, message });
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      const isBru = entry.name.endsWith('.bru');
      if (isOutsideCollection(path, entry.isDirectory()) || ignored.has(path)) continue;
      if (entry.isDirectory()) {
        if (path.split('/').length > maxFolderDepth) refuse(path, `more than ${maxFolderDepth} folders deep`);
        else queue.push(path);
      } else if (entry.isFile()) found.push({ path, bytes: (await lstat(join(folder, path))).size });
      else if (isBru) refuse(path, entry.isSymbolicLink() ? linkMessage : 'this is not a regular file');
      if (found.length > brunoLimits.files) {
        refuse(path, `the folder has more than ${brunoLimits.files} files`);
        return found;
      }
    }
  }
  return found;
};

/**
 * Reads a collection in the `.bru` format.
 * @throws NoCollectionError if the folder is not a collection
 */
export const readBrunoFolder = async (folder: string): Promise<BrunoFolder> => {
  const config = await readConfig(folder);
  const problems: Problem[] = [];
  const paths = await findPaths(folder, new Set(selectStrings(config.ignore)), problems);
  const bru = paths.filter(({ path }) => path.endsWith('.bru'));
  const total = bru.reduce((sum, { bytes }) => sum + bytes, 0);
  const tooLong = bru.filter(({ bytes }) => bytes > brunoLimits.fileBytes);
  for (const { path } of tooLong)
    problems.push({
      path,
      line: 1,
      column: 1,
      message: `it has more than ${brunoLimits.fileBytes / 1e6} MB`,
    });
  if (total > brunoLimits.bytes)
    problems.push({
      path: '',
      line: 1,
      column: 1,
      message: `the .bru files have more than ${brunoLimits.bytes / 2 ** 20} MiB`,
    });
  const files: BruFile[] = [];
  for (const { path } of problems.length > 0 ? [] : bru) {
    const bytes = await readFile(join(folder, path));
    if (!isUtf8(bytes)) problems.push({ path, line: 1, column: 1, message: 'it is not UTF-8' });
    const kind = getFileKind(path);
    const text = bytes.toString('utf8');
    files.push({ kind, path, text, name: getFileName(path), ...(kind === 'collection' ? { config } : {}) });
  }
  if (!files.some(({ kind }) => kind === 'collection'))
    files.push({ kind: 'collection', path: 'collection.bru', text: '', name: '', config });
  const others = paths.filter(({ path }) => !path.endsWith('.bru') && path !== 'bruno.json');
  const name = typeof config.name === 'string' ? config.name : '';
  return { name, files, others, problems };
};
