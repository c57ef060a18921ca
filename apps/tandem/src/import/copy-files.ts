import { copyFile, lstat, mkdir, realpath } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

import type { Body } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { OpenedFiles } from '@tandem/workbench/files';

import type { PlannedImport } from './describe-import.js';

/** Maximum size of all copied files together, the same as for the other files of a Bruno collection. */
const maxCopiedBytes = 50 * 1024 * 1024;

const listBodyFiles = (body: Body): readonly string[] => {
  if (body.type === 'binary') return [body.file];
  return body.type === 'multipart' ? body.parts.flatMap((part) => ('file' in part ? [part.file] : [])) : [];
};

const workspaceFiles = new Set(['opencollection.yml', 'folder.yml']);

/** Whether a file is copied: its path leads neither out of the workspace's folder nor to a file of the workspace itself. */
const isCopied = (path: string): boolean => {
  const names = path.split('/');
  return (
    names.every((name) => name !== '' && !name.startsWith('.') && !/[\\:]|\{\{/.test(name)) &&
    names[0] !== 'tandem' &&
    !workspaceFiles.has(names.at(-1) ?? '')
  );
};

/** The size of a regular file in a folder; undefined for other entries, and for a link out of the folder. */
const getSizeWithin = async (folder: string, path: string): Promise<number | undefined> => {
  try {
    const file = await realpath(join(folder, path));
    const around = await realpath(folder);
    if (!file.startsWith(around.endsWith(sep) ? around : `${around}${sep}`)) return undefined;
    const found = await lstat(file);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
};

/** The files that the imported requests send, relative to the folder of their document. */
const listSentFiles = async (
  { application, workspace }: OpenedFiles,
  { document, result }: PlannedImport,
): Promise<readonly string[]> => {
  const isLocal = document.fetched === undefined && document.file !== '-';
  if (!isLocal || result.folder === '' || result.counts.requests === 0) return [];
  const select = { folders: [result.folder] };
  const found = await application.exports.content({ workspaceId: workspace.id, select })();
  if (E.isLeft(found)) return [];
  const files = found.right.content.requests.flatMap((one) => ('body' in one ? listBodyFiles(one.body) : []));
  return [...new Set(files.map((file) => file.replace(/^(?:\.\/)+/, '')))].filter(isCopied);
};

/**
 * Copies the files that requests send from the folders of their documents to the workspace's folder, where requests look for them.
 * Returns the paths of the copies. Existing files are not changed.
 */
export const copySentFiles = async (
  opened: OpenedFiles,
  made: readonly PlannedImport[],
  workspace: string,
): Promise<readonly string[]> => {
  const copied: string[] = [];
  let total = 0;
  for (const one of made) {
    const folder = dirname(resolve(one.document.file));
    for (const path of await listSentFiles(opened, one)) {
      const size = await getSizeWithin(folder, path);
      if (size === undefined || total + size > maxCopiedBytes) continue;
      const to = join(workspace, path);
      await mkdir(dirname(to), { recursive: true });
      const isNew = await copyFile(join(folder, path), to, constants.COPYFILE_EXCL).then(
        () => true,
        () => false,
      );
      if (!isNew) continue;
      total += size;
      copied.push(path);
    }
  }
  return copied;
};
