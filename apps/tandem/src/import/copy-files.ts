import { dirname, resolve } from 'node:path';

import type { Body } from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';
import { type OpenedFiles, requestFiles } from '@tandem/workbench/files';

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
 * Returns the paths of the copies. Existing files are not changed, and no link is followed out of either folder.
 */
export const copySentFiles = async (
  opened: OpenedFiles,
  made: readonly PlannedImport[],
  workspace: string,
): Promise<readonly string[]> => {
  const copied: string[] = [];
  let remaining = maxCopiedBytes;
  for (const one of made) {
    const folder = dirname(resolve(one.document.file));
    for (const path of await listSentFiles(opened, one)) {
      const copy = await pipe(
        requestFiles.read(folder, path, remaining),
        TE.tap((bytes) => requestFiles.save(workspace, path, bytes)),
      )();
      if (E.isLeft(copy)) continue;
      remaining -= copy.right.length;
      copied.push(path);
    }
  }
  return copied;
};
