import { decodeFileText } from '@tandem/core';

import {
  type DroppedContent,
  type DroppedFile,
  classifyDroppedFiles,
  canBeDocument,
  dropLimits,
  tooMuch,
} from './dropped.js';

/** A file with its path from the drop. */
interface FoundFile {
  readonly path: string;
  readonly file: File;
}

/** Files that may be documents, and folders that are opened instead of imported. */
interface GatheredEntries {
  readonly files: FoundFile[];
  readonly folders: string[];
}

const readEntryFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** The entries of a folder, which a browser returns a hundred at a time. */
export const listFolderEntries = async (
  folder: FileSystemDirectoryEntry,
): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
};

const isOwnFolder = (entries: readonly FileSystemEntry[]): boolean =>
  entries.some(({ name }) => name === 'opencollection.yml' || name === 'bruno.json');

const isVisibleEntry = ({ name }: FileSystemEntry): boolean =>
  !name.startsWith('.') && name !== 'node_modules';

/** Collects the files below a folder that may be documents, sorted by path. */
const gather = async (
  folder: FileSystemDirectoryEntry,
  path: string,
  { files, folders }: GatheredEntries,
): Promise<void> => {
  const entries = (await listFolderEntries(folder))
    .filter(isVisibleEntry)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (isOwnFolder(entries)) {
    folders.push(path);
    return;
  }
  for (const entry of entries) {
    if (files.length > dropLimits.files) return;
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory) await gather(entry as FileSystemDirectoryEntry, below, { files, folders });
    else if (canBeDocument(entry.name))
      files.push({ path: below, file: await readEntryFile(entry as FileSystemFileEntry) });
  }
};

const readAll = async ({ files, folders }: GatheredEntries): Promise<DroppedContent> => {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if (files.length > dropLimits.files || bytes > dropLimits.bytes) return tooMuch;
  const read: DroppedFile[] = [];
  for (const { path, file } of files) {
    const found = decodeFileText(new Uint8Array(await file.arrayBuffer()));
    if ('problem' in found)
      return { kind: 'file', title: `${path} cannot be read`, words: `In it, ${found.problem}.` };
    read.push({ path, text: found.text });
  }
  return classifyDroppedFiles(read, folders);
};

/** The kind of files that were picked or pasted together. */
export const recogniseFiles = (files: readonly File[]): Promise<DroppedContent> =>
  readAll({ files: files.map((file) => ({ path: file.name, file })), folders: [] });

/** The kind of entries that were dropped together: files, and folders with their content. */
export const recogniseEntries = async (entries: readonly FileSystemEntry[]): Promise<DroppedContent> => {
  const gathered: GatheredEntries = { files: [], folders: [] };
  for (const entry of entries) {
    if (entry.isDirectory) await gather(entry as FileSystemDirectoryEntry, entry.name, gathered);
    else gathered.files.push({ path: entry.name, file: await readEntryFile(entry as FileSystemFileEntry) });
  }
  return readAll(gathered);
};
